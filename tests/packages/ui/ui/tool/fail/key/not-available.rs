use toolwright::tool;

/// Pays.
#[tool(needs_approval, returns = immediate, compensate_with = refund, search = always)]
fn pay(pin: u32) -> bool {
    pin == 0
}

fn main() {}
