use toolwright::tool;

mod order_status {}

/// Looks an order up.
#[tool]
fn order_status() {}

fn main() {}
