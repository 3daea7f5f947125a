use std::fmt::{self, Display};
use toolwright::{LlmText, LlmVisible, llm_text};

#[derive(LlmVisible)]
#[llm("it says {0}")]
struct Boxed(Box<dyn Display + Send + Sync>);

fn formatted(text: fmt::Arguments<'_>) -> LlmText {
    llm_text!("it says {text}")
}

fn main() {}
