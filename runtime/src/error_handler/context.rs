//! What a handler may know of the failure it decides about.

use super::Standing;
use crate::extensions::Extensions;
use crate::failure::{InvocationFailure, InvocationFailureKind};
use crate::llm_visible::{LlmText, Retry};
use crate::message::ToolCall;
use crate::tool::{ToolContext, ToolError, ToolErrorKind};
use std::error::Error;
use std::time::Duration;

/// The failed call, for its handler.
///
/// ```
/// use toolwright::error_handler::{ToolErrorHandlerResult, from_fn};
/// use toolwright::llm_text;
///
/// // The second failure in a row is one too many.
/// let handler = from_fn(|_error, context| match context.attempt() {
///     1 => Ok(ToolErrorHandlerResult::text(llm_text!("the desk is busy; try once more"))),
///     _ => Err(context.fail()),
/// });
/// # let _ = handler;
/// ```
#[derive(Debug)]
pub struct ToolErrorContext<'a> {
    error: &'a ToolError,
    call: &'a ToolContext,
    standing: Option<&'a Standing<'a>>,
}

impl<'a> ToolErrorContext<'a> {
    pub(crate) fn new(
        error: &'a ToolError,
        call: &'a ToolContext,
        standing: Option<&'a Standing<'a>>,
    ) -> Self {
        Self {
            error,
            call,
            standing,
        }
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

    /// Returns whether the error says that the call is worth another try.
    #[must_use]
    pub fn retry(&self) -> Option<Retry> {
        self.error.retry()
    }

    /// Returns the runtime's wrapper around the error that the handler got.
    #[doc(alias = "rawError")]
    #[must_use]
    pub fn raw_error(&self) -> &'a ToolError {
        self.error
    }

    /// Returns how many calls of this tool in a row have failed in this invocation, this one included: 1 at the first.
    ///
    /// A call of the tool that succeeds starts the row anew. Names of tools that do not exist share one row, which any
    /// call that succeeds ends. Calls that were not run because the model's turn was cut off are not counted. A call
    /// outside of an agent's loop, by a [`Dispatcher`](crate::dispatch::Dispatcher), is always the first.
    #[must_use]
    pub fn attempt(&self) -> u32 {
        self.standing.map_or(1, |standing| standing.attempt)
    }

    /// Returns how many more calls in a row may fail until the tool is withdrawn: 0 if this failure withdraws it. It
    /// is at least 1 in the turn in which the row began, where nothing is withdrawn yet.
    ///
    /// `None` where nothing is ever withdrawn: there is no
    /// [limit](crate::agent::AgentBuilder::max_consecutive_failures), there is no such tool or it is withdrawn already, or
    /// the call is made outside of an agent's loop.
    #[must_use]
    pub fn remaining_attempts(&self) -> Option<u32> {
        match self.kind() {
            // There is nothing to withdraw, or nothing left.
            ToolErrorKind::UnknownTool | ToolErrorKind::NotOffered => None,
            _ => self.standing?.remaining,
        }
    }

    /// Returns how long the invocation has been going on: the wall time, by the monotonic clock, from the moment at
    /// which `invoke` was first polled to this one.
    ///
    /// That is all rounds with their waits for the model and for tools, not this call alone. For a
    /// [`Dispatcher`](crate::dispatch::Dispatcher) of your own it is the time since it was made. It is the only clock
    /// that is read, and only when this is asked.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.call.scope.started.elapsed()
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
    ///
    /// An `anyhow::Error` or an `eyre::Report` loses the type of its outermost layer in this conversion, so that
    /// [`downcast_ref`](InvocationFailure::downcast_ref) finds only what is below.
    #[must_use]
    pub fn fail_with(&self, error: impl Into<Box<dyn Error + Send + Sync>>) -> InvocationFailure {
        self.fail().with_source(error)
    }
}
