use toolwright::tool;

/// Peeks.
#[tool]
unsafe fn peek(at: usize) -> u8 {
    at as u8
}

fn main() {}
