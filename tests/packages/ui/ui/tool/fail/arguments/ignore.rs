use toolwright::tool;

/// Reads.
#[tool(unknown_arguments)]
fn alone() {}

/// Reads.
#[tool(unknown_arguments = refuse)]
fn other_word() {}

/// Reads.
#[tool(unknown_arguments = ignore, unknown_arguments = ignore)]
fn twice() {}

fn main() {}
