//! What went wrong in one call.

use super::{PanicError, Source};
use crate::llm_visible::{LlmText, LlmVisible, LlmVisibleError, Retry, Said};
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::error::Error;
use std::fmt;

/// At which step of a call something went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ToolErrorKind {
    /// The tool returned an error.
    Execution,
    /// The arguments could not be decoded. Visible by construction.
    Arguments,
    /// There is no tool of that name. Visible by construction.
    UnknownTool,
    /// The tool was not offered in this request. Visible by construction.
    NotOffered,
    /// The model's turn was cut off or refused, so the call was not run. Visible by construction.
    Truncated,
    /// Approval was refused. Visible by construction.
    Denied,
    /// The tool panicked, or a hook around it.
    Panic,
    /// The tool's result cannot be shown to the model.
    Output,
    /// The tool gave no answer in time. Visible by construction.
    Timeout,
    /// The invocation was cancelled.
    Cancelled,
    /// A limit of the invocation did not let the call run. Visible by construction.
    Limit,
    /// The call was begun by a run that ended before its result was known, and is not run again. Visible by construction.
    Interrupted,
}

impl ToolErrorKind {
    pub(crate) const COUNT: usize = Self::Interrupted as usize + 1;

    /// Returns whether the call failed before the tool was run at all.
    pub(crate) const fn is_before_the_call(self) -> bool {
        matches!(
            self,
            Self::Arguments
                | Self::UnknownTool
                | Self::NotOffered
                | Self::Truncated
                | Self::Denied
                | Self::Limit
        )
    }

    /// Returns whether the failure leaves open what the tool did before.
    pub(crate) const fn is_in_doubt(self) -> bool {
        matches!(
            self,
            Self::Panic | Self::Output | Self::Timeout | Self::Cancelled | Self::Interrupted
        )
    }

    /// Returns the name, as it stands in logs and in a stored invocation.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Execution => "execution",
            Self::Arguments => "arguments",
            Self::UnknownTool => "unknown_tool",
            Self::NotOffered => "not_offered",
            Self::Truncated => "truncated",
            Self::Denied => "denied",
            Self::Panic => "panic",
            Self::Output => "output",
            Self::Timeout => "timeout",
            Self::Cancelled => "cancelled",
            Self::Limit => "limit",
            Self::Interrupted => "interrupted",
        }
    }
}

impl fmt::Display for ToolErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The failure of one call: at which step, why, and what the model may read of it.
///
/// Its `Display` and its source are for developers. A handler decides what becomes of it.
pub struct ToolError(Box<Inner>);

struct Inner {
    kind: ToolErrorKind,
    source: Source,
    message_for_llm: Option<LlmText>,
    retry: Option<Retry>,
}

impl ToolError {
    #[cold]
    pub(crate) fn new(
        kind: ToolErrorKind,
        source: Source,
        message_for_llm: Option<LlmText>,
    ) -> Self {
        Self(Box::new(Inner {
            kind,
            source,
            message_for_llm,
            retry: None,
        }))
    }

    /// Creates the failure of a tool whose error says something to the model.
    #[cold]
    pub(crate) fn said(source: Source, said: Said) -> Self {
        let mut error = Self::new(ToolErrorKind::Execution, source, said.text);
        error.0.retry = said.retry;
        error
    }

    /// Creates the failure of a tool whose error is for developers only. A `ToolError` stays what it is.
    ///
    /// An `anyhow::Error` or an `eyre::Report` loses the type of its outermost layer in this conversion: return it from
    /// the tool as it is, where [`downcast_ref`](Self::downcast_ref) has to find that.
    pub fn execution(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        match error.into().downcast::<Self>() {
            Ok(error) => *error,
            Err(error) => Self::new(ToolErrorKind::Execution, Source::Typed(error), None),
        }
    }

    /// Creates the failure of a tool whose error says what the model may read.
    pub fn visible(error: impl LlmVisible + Error + Send + Sync + 'static) -> Self {
        let said = Said::by(&error);
        Self::said(Source::Typed(Box::new(error)), said)
    }

    /// Creates an error about the arguments: `text` tells the model how to write them.
    pub fn arguments(text: LlmText, error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::new(
            ToolErrorKind::Arguments,
            Source::Typed(error.into()),
            Some(text),
        )
    }

    /// Creates an error of the runtime itself, which the model may read.
    pub(crate) fn by_runtime(kind: ToolErrorKind, text: LlmText) -> Self {
        Self::new(
            kind,
            Source::Typed(Box::new(LlmVisibleError::new(text.clone()))),
            Some(text),
        )
    }

    /// Creates an error of the runtime itself, for developers.
    pub(super) fn hidden_by_runtime(kind: ToolErrorKind, text: &'static str) -> Self {
        Self::new(kind, Source::Typed(text.into()), None)
    }

    /// Creates the failure of a tool, or of a hook around it, that panicked.
    pub(crate) fn panicked(error: PanicError) -> Self {
        Self::new(ToolErrorKind::Panic, Source::Typed(Box::new(error)), None)
    }

    /// Creates the failure of a tool that panicked.
    pub(crate) fn panic(payload: &(dyn Any + Send)) -> Self {
        Self::panicked(PanicError::new(payload))
    }

    /// Returns at which step the call failed.
    #[must_use]
    pub fn kind(&self) -> ToolErrorKind {
        self.0.kind
    }

    /// Returns what the model may read, or `None` if the error is for developers only.
    #[must_use]
    pub fn message_for_llm(&self) -> Option<&LlmText> {
        self.0.message_for_llm.as_ref()
    }

    /// The error itself, if it is of that type.
    pub(crate) fn typed_mut<E: Error + 'static>(&mut self) -> Option<&mut E> {
        match &mut self.0.source {
            Source::Typed(error) => error.downcast_mut(),
            Source::Erased(_) => None,
        }
    }

    /// Returns whether the call is worth another try, if the error said so.
    #[must_use]
    pub fn retry(&self) -> Option<Retry> {
        self.0.retry
    }

    /// Returns the error of type `E` that the tool returned: the error itself, or the first of that type in its chain.
    ///
    /// An error that is `Debug` but no [`Error`] is found as [`DebugError<E>`](super::DebugError). Values behind
    /// `.context(…)` of `anyhow` and `eyre` are found with the features of their names.
    #[must_use]
    pub fn downcast_ref<E: Error + Send + Sync + 'static>(&self) -> Option<&E> {
        self.0.source.downcast_ref()
    }

    /// The backtrace of an `anyhow` or `eyre` error, where one was captured.
    pub(crate) fn backtrace(&self) -> Option<String> {
        self.0.source.backtrace()
    }

    pub(crate) fn set_message_for_llm(&mut self, text: LlmText) {
        self.0.message_for_llm = Some(text);
    }

    /// Returns the error itself: what the tool returned, not this wrapper.
    #[must_use]
    pub fn error(&self) -> &(dyn Error + 'static) {
        self.0.source.error()
    }
}

impl From<LlmVisibleError> for ToolError {
    fn from(error: LlmVisibleError) -> Self {
        Self::visible(error)
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0.kind {
            ToolErrorKind::Execution => "the tool failed",
            ToolErrorKind::Arguments => "the arguments could not be decoded",
            ToolErrorKind::UnknownTool => "there is no such tool",
            ToolErrorKind::NotOffered => "the tool was not offered",
            ToolErrorKind::Truncated => "the model's turn was cut off",
            ToolErrorKind::Denied => "the call was denied",
            ToolErrorKind::Panic => "the tool panicked",
            ToolErrorKind::Output => "the tool's result cannot be shown",
            ToolErrorKind::Timeout => "the tool gave no answer in time",
            ToolErrorKind::Cancelled => "the call was cancelled",
            ToolErrorKind::Limit => "a limit did not let the call run",
            ToolErrorKind::Interrupted => "the call was interrupted",
        })
    }
}

impl fmt::Debug for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolError")
            .field("kind", &self.0.kind)
            .field("error", &self.error())
            .field("visible", &self.0.message_for_llm.is_some())
            .finish()
    }
}

impl Error for ToolError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(self.error())
    }
}
