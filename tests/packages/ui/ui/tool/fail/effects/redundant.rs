use toolwright::tool;

/// Reads.
#[tool(read_only, idempotent)]
fn one_way() {}

/// Reads.
#[tool(idempotent, read_only)]
fn other_way() {}

fn main() {}
