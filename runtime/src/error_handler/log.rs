//! How a failure stands in the log. What the model wrote as arguments never does.

use crate::tool::{PanicError, ToolContext, ToolError, ToolErrorKind, chain};
use std::error::Error;
use std::fmt;

/// An error and all its sources, for the log; of a panic, the payload as well.
pub(crate) struct Chain<'a>(pub(crate) &'a (dyn Error + 'static));

impl fmt::Display for Chain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        if let Some(payload) = self.0.downcast_ref().and_then(PanicError::payload) {
            write!(f, ": {payload}")?;
        }
        for error in chain(self.0).skip(1) {
            write!(f, ": {error}")?;
        }
        Ok(())
    }
}

/// Logs that the model reads something instead of a result.
///
/// The error stands there only if it is visible: a hidden one is logged by the handler that keeps it from the caller. Errors
/// about arguments may repeat what the model wrote.
pub(crate) fn log_answered(error: &ToolError, call: &ToolContext) {
    let is_shown = error.message_for_llm().is_some() && error.kind() != ToolErrorKind::Arguments;
    let chain = is_shown.then(|| Chain(error.error()));
    tracing::debug!(
        tool = call.call().name,
        call_id = call.call().id,
        kind = error.kind().as_str(),
        error = chain.as_ref().map(tracing::field::display),
        "a tool call failed; the model reads what the handler says"
    );
}

/// Logs that a failed call ends the invocation. The error itself is the caller's, who has it in the failure.
pub(crate) fn log_ended(error: &ToolError, call: &ToolContext) {
    tracing::debug!(
        tool = call.call().name,
        call_id = call.call().id,
        kind = error.kind().as_str(),
        "a tool call failed; it ends the invocation"
    );
}
