use toolwright::tool;

/// Counts.
#[tool]
fn count(#[arg(example = "ten")] n: u32) -> u32 {
    n
}

fn main() {}
