use toolwright::{LlmVisible, LlmVisibleError};

#[derive(LlmVisible)]
enum Failure {
    #[llm(transparent)]
    Inner(#[llm(secret)] LlmVisibleError),
}

fn main() {}
