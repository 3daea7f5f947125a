use toolwright::tool;

/// Reads.
#[tool(max_output = "0KiB")]
fn zero() {}

/// Reads.
#[tool(max_output = "63B")]
fn no_room() {}

fn main() {}
