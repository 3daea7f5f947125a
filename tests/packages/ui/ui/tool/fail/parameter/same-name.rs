use toolwright::tool;

/// Adds.
#[tool]
fn add(a: i64, #[arg(name = "a")] b: i64, #[arg(name = "")] c: i64) -> i64 {
    a + b + c
}

fn main() {}
