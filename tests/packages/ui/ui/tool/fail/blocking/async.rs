use toolwright::tool;

/// Waits.
#[tool(blocking)]
async fn wait() {}

fn main() {}
