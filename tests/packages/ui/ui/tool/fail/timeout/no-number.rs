use toolwright::tool;

/// Waits.
#[tool(timeout = "s")]
async fn unit_only() {}

/// Waits.
#[tool(timeout = "1.5s")]
async fn fraction() {}

/// Waits.
#[tool(timeout = "5 s")]
async fn space() {}

/// Waits.
#[tool(timeout = "")]
async fn empty() {}

fn main() {}
