use toolwright::tool;

/// Waits.
#[tool(timeout = "0ms")]
async fn zero() {}

fn main() {}
