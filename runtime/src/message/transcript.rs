//! Conversations in which every call has its result, every result its call, and no two calls one id.

use super::{Message, ToolCall, ToolResult};
use crate::llm_visible::is_blank;
use std::collections::{HashMap, HashSet, VecDeque};

/// What the model is told of a call that an ended invocation left without an answer.
const NOT_ANSWERED: &str = "the call has no answer: the invocation ended before it could be given";

/// The result of a call that never got its own.
pub(crate) fn not_answered(call: &ToolCall) -> ToolResult {
    ToolResult::error(&call.id, &call.name, NOT_ANSWERED)
}

/// What is wrong with a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A call is not followed by its result.
    NoResult,
    /// A result does not stand where its call wants it.
    NoCall,
    /// A call has no id, or one that another call has.
    Id,
}

/// Returns whether every call is followed by its results, in order, no result stands anywhere else, and no id stands twice.
pub(crate) fn is_whole(messages: &[Message]) -> bool {
    fault(messages).is_none()
}

/// Returns what is wrong first, with the place of the message.
pub(crate) fn fault(messages: &[Message]) -> Option<(usize, Fault)> {
    let mut seen = HashSet::new();
    let mut open = [].iter();
    for (place, message) in messages.iter().enumerate() {
        if let Message::Tool(result) = message {
            let call: Option<&ToolCall> = open.next();
            if call.is_none_or(|call| call.id != result.call_id) {
                return Some((place, Fault::NoCall));
            }
        } else if open.len() > 0 {
            return Some((place, Fault::NoResult));
        } else if let Message::Assistant(turn) = message {
            let mut ids = turn.tool_calls.iter().map(|call| call.id.as_str());
            if !ids.all(|id| !is_blank(id) && seen.insert(id)) {
                return Some((place, Fault::Id));
            }
            open = turn.tool_calls.iter();
        }
    }
    (open.len() > 0).then_some((messages.len(), Fault::NoResult))
}

/// Puts the results behind their calls, gives a note to calls that have none, drops results that belong nowhere, and gives
/// every call an id of its own.
pub(crate) fn mended(messages: Vec<Message>) -> Vec<Message> {
    let mut ids = Ids::of(&messages);
    let mut whole = Vec::with_capacity(messages.len());
    let mut messages = messages.into_iter().peekable();
    while let Some(message) = messages.next() {
        let mut turn = match message {
            Message::Assistant(turn) => turn,
            Message::Tool(_) => continue,
            other => {
                whole.push(other);
                continue;
            }
        };
        let mut results: HashMap<String, VecDeque<ToolResult>> = HashMap::new();
        while let Some(Message::Tool(result)) =
            messages.next_if(|next| matches!(next, Message::Tool(_)))
        {
            let own = results.entry(result.call_id.clone()).or_default();
            own.push_back(result);
        }
        let mut answers = Vec::with_capacity(turn.tool_calls.len());
        for call in &mut turn.tool_calls {
            let own = results.get_mut(&call.id).and_then(VecDeque::pop_front);
            ids.make_unique(&mut call.id);
            let mut result = own.unwrap_or_else(|| not_answered(call));
            result.call_id.clone_from(&call.id);
            answers.push(Message::Tool(result));
        }
        whole.push(Message::Assistant(turn));
        whole.append(&mut answers);
    }
    whole
}

/// The ids of a conversation's calls.
struct Ids {
    /// All that are written in it: no new one may be one of them.
    written: HashSet<String>,
    /// Those that have their bearer.
    borne: HashSet<String>,
    made: usize,
}

impl Ids {
    fn of(messages: &[Message]) -> Self {
        let calls = messages.iter().flat_map(|message| match message {
            Message::Assistant(turn) => turn.tool_calls.as_slice(),
            _ => &[],
        });
        Self {
            written: calls.map(|call| call.id.clone()).collect(),
            borne: HashSet::new(),
            made: 0,
        }
    }

    /// The first bearer of an id keeps it.
    fn make_unique(&mut self, id: &mut String) {
        if !is_blank(id) && self.borne.insert(id.clone()) {
            return;
        }
        loop {
            self.made += 1;
            *id = format!("call_{}", self.made);
            if !self.written.contains(id) {
                return;
            }
        }
    }
}
