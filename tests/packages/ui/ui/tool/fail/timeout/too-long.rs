use toolwright::tool;

/// Waits.
#[tool(timeout = "25h")]
async fn more_than_a_day() {}

/// Waits.
#[tool(timeout = "99999999999999999999s")]
async fn beyond_numbers() {}

fn main() {}
