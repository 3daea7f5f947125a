use toolwright::tool;

/// Measures.
#[tool]
fn measure(größe: u8, #[arg(name = "a b")] n: u8) -> u8 {
    größe + n
}

fn main() {}
