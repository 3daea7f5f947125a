use toolwright::tool;

/// Reads.
#[tool(errors)]
fn alone() {}

/// Reads.
#[tool(errors = visible)]
fn other_word() {}

/// Reads.
#[tool(errors = "hidden")]
fn quoted() {}

fn main() {}
