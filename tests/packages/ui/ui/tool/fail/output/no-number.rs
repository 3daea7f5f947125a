use toolwright::tool;

/// Reads.
#[tool(max_output = "KiB")]
fn unit_only() {}

/// Reads.
#[tool(max_output = "-1KiB")]
fn negative() {}

/// Reads.
#[tool(max_output = "1.5MiB")]
fn fraction() {}

/// Reads.
#[tool(max_output = "")]
fn empty() {}

fn main() {}
