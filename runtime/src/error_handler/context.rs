//! What a handler may know of the failure it decides about.

use crate::extensions::Extensions;
use crate::failure::{InvocationFailure, InvocationFailureKind};
use crate::llm_visible::LlmText;
use crate::message::ToolCall;
use crate::tool::{ToolContext, ToolError, ToolErrorKind};
use std::error::Error;

/// The failed call, for its handler.
#[derive(Debug)]
pub struct ToolErrorContext<'a> {
    error: &'a ToolError,
    call: &'a ToolContext,
}

impl<'a> ToolErrorContext<'a> {
    pub(crate) fn new(error: &'a ToolError, call: &'a ToolContext) -> Self {
        Self { error, call }
    }

    /// Returns at which step the call failed.
    #[must_use]
    pub fn kind(&self) -> ToolErrorKind {
        self.error.kind()
    }

    /// Returns the call.
    #[must_use]
    pub fn call(&self) -> &'a ToolCall {
        self.call.call()
    }

    /// Returns what the error lets the model read, or `None` if it is not visible.
    #[must_use]
    pub fn message_for_llm(&self) -> Option<&'a LlmText> {
        self.error.message_for_llm()
    }

    /// Returns the runtime's wrapper around the error that the handler got.
    #[doc(alias = "rawError")]
    #[must_use]
    pub fn raw_error(&self) -> &'a ToolError {
        self.error
    }

    /// Returns the id of the conversation, if the invocation has one.
    #[must_use]
    pub fn conversation_id(&self) -> Option<&'a str> {
        self.call.conversation_id()
    }

    /// Returns the values that the caller gave to this invocation with `.context(…)`.
    #[must_use]
    pub fn extensions(&self) -> &'a Extensions {
        self.call.extensions()
    }

    /// Returns the failure that ends the invocation with this error.
    #[must_use]
    pub fn fail(&self) -> InvocationFailure {
        InvocationFailure::new(InvocationFailureKind::Tool(self.kind()))
    }

    /// Returns the failure that ends the invocation with another error; this one stays in
    /// [`tool_error`](InvocationFailure::tool_error).
    #[must_use]
    pub fn fail_with(&self, error: impl Into<Box<dyn Error + Send + Sync>>) -> InvocationFailure {
        self.fail().with_source(error)
    }
}
