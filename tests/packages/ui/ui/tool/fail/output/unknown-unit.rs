use toolwright::tool;

/// Reads.
#[tool(max_output = "1GiB")]
fn gib() {}

/// Reads.
#[tool(max_output = "16kb")]
fn lower_case() {}

/// Reads.
#[tool(max_output = "16tokens")]
fn tokens() {}

fn main() {}
