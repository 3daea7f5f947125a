use toolwright::tool;

/// Reads.
#[tool(on_bad_arguments)]
fn alone() {}

/// Reads.
#[tool(on_bad_arguments = , on_error = )]
fn no_value() {}

fn main() {}
