//! A ready-made visible error, and the way to make one of any other error.

use super::{LlmText, LlmVisible, Retry};
use std::convert::Infallible;
use std::error::Error;
use std::fmt;

type Source = Box<dyn Error + Send + Sync>;

/// An error whose text the model may read. Its source is for developers and is never sent.
///
/// ```
/// use toolwright::{LlmVisible, LlmVisibleError, llm_text};
///
/// let error = LlmVisibleError::new(llm_text!("the order is locked; try again later"))
///     .with_source(std::io::Error::other("row lock on shard 7"));
/// assert_eq!(error.message_for_llm().unwrap().as_str(), "the order is locked; try again later");
/// ```
#[doc(alias = "LlmVisibleToolExecutionException")]
#[derive(Debug)]
pub struct LlmVisibleError {
    /// `None` only where [`VisibleToLlm::visible_to_llm_with`] decided to keep the error hidden.
    text: Option<LlmText>,
    retry: Option<Retry>,
    source: Option<Source>,
}

impl LlmVisibleError {
    /// Creates an error that the model reads as `text`.
    #[must_use]
    pub const fn new(text: LlmText) -> Self {
        Self {
            text: Some(text),
            retry: None,
            source: None,
        }
    }

    /// Says whether the call is worth another try.
    #[must_use]
    pub const fn with_retry(mut self, retry: Retry) -> Self {
        self.retry = Some(retry);
        self
    }

    /// Adds the cause, for developers.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<Source>) -> Self {
        self.source = Some(source.into());
        self
    }
}

impl LlmVisible for LlmVisibleError {
    fn message_for_llm(&self) -> Option<LlmText> {
        self.text.clone()
    }

    fn retry(&self) -> Option<Retry> {
        self.retry
    }
}

impl fmt::Display for LlmVisibleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.text {
            Some(text) => text.fmt(f),
            None => f.write_str("an error that is hidden from the model"),
        }
    }
}

impl Error for LlmVisibleError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}

/// Gives an error a text for the model, where it passes by.
///
/// ```
/// use toolwright::{LlmVisible, VisibleToLlm, llm_text};
///
/// let quantity = "many".parse::<u32>().visible_to_llm(llm_text!("the quantity has to be a number"));
/// assert_eq!(quantity.unwrap_err().message_for_llm().unwrap().as_str(), "the quantity has to be a number");
/// ```
pub trait VisibleToLlm<T, E> {
    /// Turns an error into one that the model reads as `text`, with the error as its source.
    ///
    /// # Errors
    ///
    /// The error as [`LlmVisibleError`], if there is one.
    fn visible_to_llm(self, text: LlmText) -> Result<T, LlmVisibleError>;

    /// Like [`visible_to_llm`](Self::visible_to_llm), with a text computed from the error; `None` keeps it hidden.
    ///
    /// # Errors
    ///
    /// The error as [`LlmVisibleError`], if there is one.
    fn visible_to_llm_with(
        self,
        text: impl FnOnce(&E) -> Option<LlmText>,
    ) -> Result<T, LlmVisibleError>;
}

impl<T, E: Into<Source>> VisibleToLlm<T, E> for Result<T, E> {
    fn visible_to_llm(self, text: LlmText) -> Result<T, LlmVisibleError> {
        self.map_err(|error| LlmVisibleError {
            text: Some(text),
            retry: None,
            source: Some(error.into()),
        })
    }

    fn visible_to_llm_with(
        self,
        text: impl FnOnce(&E) -> Option<LlmText>,
    ) -> Result<T, LlmVisibleError> {
        self.map_err(|error| LlmVisibleError {
            text: text(&error),
            retry: None,
            source: Some(error.into()),
        })
    }
}

/// `None` has no error to look at, so [`visible_to_llm_with`](VisibleToLlm::visible_to_llm_with) keeps it hidden.
impl<T> VisibleToLlm<T, Infallible> for Option<T> {
    fn visible_to_llm(self, text: LlmText) -> Result<T, LlmVisibleError> {
        self.ok_or(LlmVisibleError {
            text: Some(text),
            retry: None,
            source: None,
        })
    }

    fn visible_to_llm_with(
        self,
        _: impl FnOnce(&Infallible) -> Option<LlmText>,
    ) -> Result<T, LlmVisibleError> {
        self.ok_or(LlmVisibleError {
            text: None,
            retry: None,
            source: None,
        })
    }
}
