use toolwright::tool;

/// Adds.
#[tool(name = "sum", name = "total")]
fn add(#[arg(default = 1, default = 2)] a: i64, #[arg(name = "c")] #[arg(name = "d")] b: i64) -> i64 {
    a + b
}

fn main() {}
