use toolwright::tool;

/// Reads.
#[tool(max_output = "16384")]
fn read() {}

fn main() {}
