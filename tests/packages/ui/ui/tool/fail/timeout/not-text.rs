use toolwright::tool;

/// Waits.
#[tool(timeout = 5)]
async fn number() {}

/// Waits.
#[tool(timeout = LIMIT)]
async fn constant() {}

/// Waits.
#[tool(timeout)]
async fn alone() {}

fn main() {}
