use toolwright::tool;

/// Never returns.
#[tool]
fn never() -> ! {
    loop {}
}

fn main() {}
