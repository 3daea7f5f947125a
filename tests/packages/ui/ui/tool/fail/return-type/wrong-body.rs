use toolwright::tool;

/// Names a number.
#[tool]
fn name_it(n: u8) -> String {
    n
}

fn main() {}
