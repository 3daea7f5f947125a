use toolwright::tool;

/// Pays.
#[tool(needs_approval, timeout = "5s", visible(Late), on_bad_arguments = handler())]
fn pay(#[arg(secret)] pin: u32) -> bool {
    pin == 0
}

fn main() {}
