use toolwright::tool;

/// Adds.
#[tool]
fn add(a: i64, #[cfg(all())] b: i64) -> i64 {
    a + b
}

fn main() {}
