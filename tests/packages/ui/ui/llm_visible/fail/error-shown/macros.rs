//! The same for every value of the two macros.

use std::error::Error;
use toolwright::{LlmText, LlmVisibleError, llm_text, visible_error};

fn captured(error: &std::io::Error) -> LlmText {
    llm_text!("failed: {error}")
}

fn passed(error: Box<dyn Error>) -> LlmVisibleError {
    visible_error!("failed with code {}: {}", 5, error)
}

fn named(error: &anyhow::Error) -> LlmVisibleError {
    visible_error!("failed: {why}", why = error)
}

fn generic<T: Error>(error: T) -> LlmText {
    llm_text!("failed: {error}")
}

fn main() {}
