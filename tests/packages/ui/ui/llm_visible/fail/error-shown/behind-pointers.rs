use std::error::Error;
use std::sync::Arc;
use toolwright::{LlmText, LlmVisible, llm_text};

#[derive(LlmVisible)]
#[llm("it says {0}")]
struct Shared(Arc<Arc<Box<dyn Error + Send + Sync>>>);

fn first(errors: &[anyhow::Error]) -> Option<LlmText> {
    errors.iter().filter(|error| !llm_text!("it says {error}").as_str().is_empty()).map(|_| llm_text!("x")).next()
}

fn matched(result: &Result<(), Arc<anyhow::Error>>) -> Option<LlmText> {
    let Err(error) = result else { return None };
    Some(llm_text!("it says {error}"))
}

fn main() {}
