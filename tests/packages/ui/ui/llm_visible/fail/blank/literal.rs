use toolwright::LlmVisible;

#[derive(LlmVisible)]
enum E {
    #[llm("")]
    Empty,
    #[llm(" \n\t")]
    Space,
    #[llm("\u{200B}\u{FEFF}")]
    Invisible,
}

fn main() {}
