use toolwright::tool;

/// Waits.
#[tool(timeout = "5sec")]
async fn spelt_out() {}

/// Waits.
#[tool(timeout = "5m")]
async fn minutes_or_months() {}

/// Waits.
#[tool(timeout = "1h30min")]
async fn two() {}

fn main() {}
