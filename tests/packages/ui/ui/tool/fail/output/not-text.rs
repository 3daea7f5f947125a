use toolwright::tool;

/// Reads.
#[tool(max_output = 16384)]
fn number() {}

/// Reads.
#[tool(max_output = LIMIT)]
fn constant() {}

/// Reads.
#[tool(max_output)]
fn alone() {}

fn main() {}
