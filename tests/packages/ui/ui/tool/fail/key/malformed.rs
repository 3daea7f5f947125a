use toolwright::tool;

/// Adds.
#[tool(name, description = 5, on_error =, crate = "kit", type = "Sum", "x")]
fn add(a: i64, #[arg = "b"] b: i64, #[arg(default)] c: i64, #[arg(name = "d" "e")] d: i64) -> i64 {
    a + b + c + d
}

fn main() {}
