//! What `#[derive(LlmVisible)]`, `llm_text!` and `visible_error!` make.

mod blank;
mod decisions;
mod formats;
mod generics;
mod hygiene;
mod inputs;
mod macros;
mod neighbours;
mod ready_made;

use toolwright::LlmVisible;

/// What the model reads of `error`.
fn read(error: &impl LlmVisible) -> Option<String> {
    error.message_for_llm().map(String::from)
}

/// What the model reads of `error`, which is visible.
fn text(error: &impl LlmVisible) -> String {
    read(error).unwrap()
}
