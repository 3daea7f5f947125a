//! How a failure stands in the log. What the model wrote as arguments never does.

use crate::tool::{PanicError, ToolContext, ToolError, ToolErrorKind, chain};
use std::error::Error;
use std::fmt::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// An error and all its sources, for the log; of a panic, the payload as well.
///
/// Whoever wrote the error wrote what runs here. If it panics, that is what is logged: whether somebody listens must not
/// decide what becomes of a call.
pub(crate) struct Chain<'a>(pub(crate) &'a (dyn Error + 'static));

impl fmt::Display for Chain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&caught(|| texts(self.0)).unwrap_or_else(|| PANICKED.to_owned()))
    }
}

const PANICKED: &str = "(the error panicked while its text was read)";

fn texts(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    if let Some(payload) = error.downcast_ref().and_then(PanicError::payload) {
        text.push_str(": ");
        text.push_str(payload);
    }
    for error in chain(error).skip(1) {
        // Writing to a `String` cannot fail.
        let _ = write!(text, ": {error}");
    }
    text
}

/// The backtrace of an error, if it has one that can be read.
pub(super) fn backtrace(error: &ToolError) -> Option<String> {
    caught(|| error.backtrace()).flatten()
}

/// The start of a name or an id: both come from the model, which may invent some of any length.
pub(crate) fn start(text: &str) -> &str {
    // Twice what a tool's name may be.
    text.get(..text.floor_char_boundary(128))
        .unwrap_or_default()
}

fn caught<T>(read: impl FnOnce() -> T) -> Option<T> {
    let read = catch_unwind(AssertUnwindSafe(read));
    // A payload may panic once more when it goes, so it stays.
    read.map_err(std::mem::forget).ok()
}

/// Logs that the model reads something instead of a result.
///
/// The error stands there only if it is visible: a hidden one is logged by the handler that keeps it from the caller. Errors
/// about arguments may repeat what the model wrote.
pub(crate) fn log_answered(error: &ToolError, call: &ToolContext) {
    let is_shown = error.message_for_llm().is_some() && error.kind() != ToolErrorKind::Arguments;
    let chain = is_shown.then(|| Chain(error.error()));
    tracing::debug!(
        tool = start(&call.call().name),
        call_id = start(&call.call().id),
        kind = error.kind().as_str(),
        error = chain.as_ref().map(tracing::field::display),
        "a tool call failed; the model reads what the handler says"
    );
}

/// Logs that a failed call ends the invocation. The error itself is the caller's, who has it in the failure.
pub(crate) fn log_ended(error: &ToolError, call: &ToolContext) {
    tracing::debug!(
        tool = start(&call.call().name),
        call_id = start(&call.call().id),
        kind = error.kind().as_str(),
        "a tool call failed; it ends the invocation"
    );
}
