use toolwright::tool;

/// Reads.
#[tool(read_only = true)]
fn read() {}

/// Deletes.
#[tool(destructive(yes), idempotent idempotent)]
fn delete() {}

fn main() {}
