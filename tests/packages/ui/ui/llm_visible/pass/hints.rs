//! Hints and retries fire no lint, with anything in scope.
#![deny(warnings, clippy::all)]
#![forbid(unused_qualifications, unreachable_patterns)]

use toolwright::{LlmVisible, LlmVisibleError};

#[allow(dead_code)]
struct Retry;
#[allow(dead_code)]
enum Option {}

#[derive(LlmVisible)]
#[llm("no {0}", hint = "ask for {1}", retryable)]
struct Struct(u8, &'static str);

#[derive(LlmVisible)]
enum One {
    #[llm(transparent)]
    Only(LlmVisibleError),
}

#[derive(LlmVisible)]
enum Raw<'a, T> {
    #[llm("no {type}", terminal)]
    Type { r#type: &'a T },
    #[llm(hidden)]
    #[deprecated]
    Old,
}

fn main() {
    assert!(Struct(1, "two").message_for_llm().is_some());
    let ready = LlmVisibleError::new(toolwright::llm_text!("ready"));
    assert!(One::Only(ready).retry().is_none());
    assert!(Raw::Type { r#type: &1 }.retry().is_some());
    #[allow(deprecated)]
    let old = Raw::<u8>::Old;
    assert!(old.retry().is_none());
}
