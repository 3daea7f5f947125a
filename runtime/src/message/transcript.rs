//! Conversations in which every call has its result, and every result its call.

use super::{Message, ToolCall, ToolResult};
use std::collections::{HashMap, VecDeque};

/// What the model is told of a call that an ended invocation left without an answer.
const NOT_ANSWERED: &str = "the call has no answer: the invocation ended before it could be given";

/// The result of a call that never got its own.
pub(crate) fn not_answered(call: &ToolCall) -> ToolResult {
    ToolResult::error(&call.id, &call.name, NOT_ANSWERED)
}

/// Returns whether every call is followed by its results, in order, and no result stands anywhere else.
pub(crate) fn is_whole(messages: &[Message]) -> bool {
    let mut open = [].iter();
    for message in messages {
        if let Message::Tool(result) = message {
            let call: Option<&ToolCall> = open.next();
            if call.is_none_or(|call| call.id != result.call_id) {
                return false;
            }
        } else if open.len() > 0 {
            return false;
        } else if let Message::Assistant(turn) = message {
            open = turn.tool_calls.iter();
        }
    }
    open.len() == 0
}

/// Puts the results behind their calls, gives a note to calls that have none, and drops results that belong nowhere.
pub(crate) fn mended(messages: Vec<Message>) -> Vec<Message> {
    let mut whole = Vec::with_capacity(messages.len());
    let mut messages = messages.into_iter().peekable();
    while let Some(message) = messages.next() {
        let calls = match &message {
            Message::Assistant(turn) => turn.tool_calls.clone(),
            Message::Tool(_) => continue,
            _ => Vec::new(),
        };
        whole.push(message);
        let mut results: HashMap<String, VecDeque<ToolResult>> = HashMap::new();
        while let Some(Message::Tool(result)) =
            messages.next_if(|next| matches!(next, Message::Tool(_)))
        {
            let own = results.entry(result.call_id.clone()).or_default();
            own.push_back(result);
        }
        for call in &calls {
            let own = results.get_mut(&call.id).and_then(VecDeque::pop_front);
            let result = own.unwrap_or_else(|| not_answered(call));
            whole.push(Message::Tool(result));
        }
    }
    whole
}
