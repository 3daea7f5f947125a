//! What the model reads of an invocation that ended before its answer. Fixed texts, written for the model.

use crate::message::{Message, ToolCall, ToolResult};

/// Of a call that was begun.
const OUTCOME_UNKNOWN: &str = "the outcome is unknown: the call was begun, and the run ended before it answered. It may have taken effect or not; find out before you repeat it, do not repeat it blindly";

/// Of a call behind one that was begun.
const NOT_RUN: &str = "the call was not run: the run ended before";

/// In place of the answer.
const CLOSING_NOTE: &str = "(The run ended here, before its answer.)";

/// The result of a call that was begun, and nobody knows whether it ran.
pub(crate) fn outcome_unknown(call: &ToolCall) -> ToolResult {
    ToolResult::error(&call.id, &call.name, OUTCOME_UNKNOWN)
}

/// The result of a call that was not run.
pub(crate) fn not_run(call: &ToolCall) -> ToolResult {
    ToolResult::error(&call.id, &call.name, NOT_RUN)
}

/// What closes the messages of an invocation that failed, was cancelled, or of which no more is known.
pub(crate) fn closing_note() -> Message {
    Message::assistant(CLOSING_NOTE)
}
