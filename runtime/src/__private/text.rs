//! Makes the texts of `#[derive(LlmVisible)]`, `llm_text!` and `visible_error!`.

pub use crate::llm_visible::{LlmText, LlmVisible, LlmVisibleError, Retry, Texts};
use std::fmt;

/// A text without placeholders, found visible by the macro.
#[must_use]
pub const fn literal(text: &'static str) -> LlmText {
    LlmText::literal(text)
}

/// A text with words beside its placeholders.
#[must_use]
pub fn with_words(text: fmt::Arguments<'_>) -> LlmText {
    LlmText::known_visible(fmt::format(text))
}

/// A text of nothing but placeholders. A type promised that it is never blank; a promise may be broken.
#[must_use]
pub fn of_placeholders(text: fmt::Arguments<'_>) -> Option<LlmText> {
    LlmText::if_not_blank(fmt::format(text))
}

/// The text that the function of `with = path` returned.
pub fn computed(text: impl ComputedText) -> Option<LlmText> {
    text.into_message()
}

/// What the function of `with = path` may return.
#[diagnostic::on_unimplemented(
    message = "the function of `with = …` returns `{Self}`, which is no text for the model",
    label = "returns neither `LlmText` nor `Option<LlmText>`",
    note = "return `LlmText`, or `Option<LlmText>` where `None` hides the error; `llm_text!(\"…\")` makes one"
)]
pub trait ComputedText {
    fn into_message(self) -> Option<LlmText>;
}

impl ComputedText for LlmText {
    fn into_message(self) -> Option<LlmText> {
        Some(self)
    }
}

impl ComputedText for Option<LlmText> {
    fn into_message(self) -> Option<LlmText> {
        self
    }
}
