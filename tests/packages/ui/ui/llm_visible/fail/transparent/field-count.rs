use toolwright::{LlmVisible, LlmVisibleError};

#[derive(LlmVisible)]
enum E {
    #[llm(transparent)]
    None,
    #[llm(transparent)]
    Two(LlmVisibleError, u32),
}

#[derive(LlmVisible)]
#[llm(transparent)]
struct Three {
    a: LlmVisibleError,
    b: u8,
    c: u8,
}

fn main() {}
