use toolwright::{LlmVisible, LlmVisibleError};

#[derive(LlmVisible)]
enum E {
    #[llm("both", retryable, terminal)]
    Both,
    #[llm("twice", retryable)]
    #[llm(retryable)]
    Twice,
    #[llm(transparent, terminal)]
    Transparent(LlmVisibleError),
    #[llm(retryable)]
    Undecided,
    #[llm("valued", terminal = true)]
    Valued,
}

#[derive(LlmVisible)]
#[llm(terminal)]
enum OnEnum {
    #[llm("a")]
    A(#[llm(retryable)] u8),
}

fn main() {}
