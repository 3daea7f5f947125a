use toolwright::tool;

/// Gets a picture.
#[tool(name = "nasa/get picture")]
fn picture() {}

/// Measures.
#[tool]
fn größe() -> u32 {
    1
}

/// Hides.
#[tool]
fn _hidden() {}

/// Says nothing.
#[tool(name = "")]
fn empty() {}

/// Says too much.
#[tool(name = "a1234567890123456789012345678901234567890123456789012345678901234")]
fn long() {}

fn main() {}
