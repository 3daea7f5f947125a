use toolwright::tool;

/// Reads.
#[tool(visible)]
fn alone() {}

/// Reads.
#[tool(visible = OrderError)]
fn equals() {}

/// Reads.
#[tool(visible("OrderError"))]
fn quoted() {}

/// Reads.
#[tool(visible(OrderError StockError))]
fn no_comma() {}

fn main() {}
