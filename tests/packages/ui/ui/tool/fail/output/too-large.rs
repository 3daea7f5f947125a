use toolwright::tool;

/// Reads.
#[tool(max_output = "4096MiB")]
fn four_gib() {}

/// Reads.
#[tool(max_output = "99999999999999999999B")]
fn beyond_numbers() {}

fn main() {}
