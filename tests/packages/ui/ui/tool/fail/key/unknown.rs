use toolwright::tool;

/// Adds.
#[tool(nmae = "sum")]
fn add(a: i64, #[arg(defualt = 1)] b: i64) -> i64 {
    a + b
}

/// Adds.
#[tool(colour = "red")]
fn plus(a: i64, #[arg(colour)] b: i64) -> i64 {
    a + b
}

fn main() {}
