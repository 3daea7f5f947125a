use toolwright::tool;

/// Deletes.
#[tool(destructive, idempotent, destructive)]
fn delete() {}

fn main() {}
