//! Whether a failed call is worth another try, and what an error says all in all.

use super::{LlmText, LlmVisible};

/// Whether the call that failed is worth making again.
///
/// An error says so with [`LlmVisible::retry`], in the derive with `#[llm("…", retryable)]` or `#[llm("…", terminal)]`.
/// The model reads it as a sentence of its own behind the error's text, and a handler as
/// [`ToolErrorContext::retry`](crate::ToolErrorContext::retry).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(
    clippy::exhaustive_enums,
    reason = "worth another try or not: there is no third"
)]
pub enum Retry {
    /// The same call may go well later.
    Retryable,
    /// The same call will always fail.
    Terminal,
}

impl Retry {
    /// Returns the sentence that the model reads.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Retryable => "You may try the same call again.",
            Self::Terminal => "Do not make the same call again.",
        }
    }
}

/// All that an error says.
#[derive(Default)]
pub(crate) struct Said {
    /// What the model reads: the text, and behind it the sentence about another try.
    pub(crate) text: Option<LlmText>,
    pub(crate) retry: Option<Retry>,
}

impl Said {
    pub(crate) fn by(error: &(impl LlmVisible + ?Sized)) -> Self {
        let retry = error.retry();
        let text = error.message_for_llm().map(|text| match retry {
            Some(retry) => LlmText::known_visible(format!("{text}\n{}", retry.as_str())),
            None => text,
        });
        Self { text, retry }
    }
}
