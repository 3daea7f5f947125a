use toolwright::tool;

/// Fails.
#[tool(on_error = 5)]
fn five() {}

/// Fails.
#[tool(on_error = |_error| Ok(()))]
fn one_parameter() {}

fn main() {}
