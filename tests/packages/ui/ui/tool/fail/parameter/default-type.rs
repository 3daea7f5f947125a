use toolwright::tool;

/// Counts.
#[tool]
fn count(#[arg(default = "ten")] n: u32, #[arg(default = 1)] word: &str, #[arg(default = nowhere)] m: u32) -> u32 {
    let _ = word;
    n + m
}

fn main() {}
