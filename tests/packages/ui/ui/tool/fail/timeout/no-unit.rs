use toolwright::tool;

/// Waits.
#[tool(timeout = "5")]
async fn wait() {}

fn main() {}
