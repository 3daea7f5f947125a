use toolwright::tool;

/// Reads and deletes.
#[tool(read_only, destructive)]
fn one_way() {}

/// Deletes and reads.
#[tool(destructive, name = "other", read_only)]
fn other_way() {}

fn main() {}
