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

/// Returns whether every call is followed by its results, in order, and no result stands anywhere else.
pub(crate) fn is_paired(messages: &[Message]) -> bool {
    unpaired(messages).is_none()
}

/// Returns whether every call has its result and an id that no other call has.
pub(crate) fn is_whole(messages: &[Message]) -> bool {
    fault(messages).is_none()
}

/// Returns what is wrong with a conversation that is to be sent, and the place of the message.
pub(crate) fn fault(messages: &[Message]) -> Option<(usize, Fault)> {
    unpaired(messages).or_else(|| shared_id(messages).map(|place| (place, Fault::Id)))
}

fn unpaired(messages: &[Message]) -> Option<(usize, Fault)> {
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
            open = turn.tool_calls.iter();
        }
    }
    (open.len() > 0).then_some((messages.len(), Fault::NoResult))
}

/// The first turn with a call whose id is blank or stands before.
pub(crate) fn shared_id(messages: &[Message]) -> Option<usize> {
    let mut seen = HashSet::new();
    messages.iter().position(|message| {
        let mut calls = calls_of(message).iter();
        calls.any(|call| is_blank(&call.id) || !seen.insert(call.id.as_str()))
    })
}

/// The calls of a message; none unless it is a turn of the model.
pub(crate) fn calls_of(message: &Message) -> &[ToolCall] {
    match message {
        Message::Assistant(turn) => &turn.tool_calls,
        _ => &[],
    }
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

/// Gives every call of a conversation that is paired an id of its own; the first bearer of an id keeps it.
pub(crate) fn with_own_ids(mut messages: Vec<Message>) -> Vec<Message> {
    let written = messages.iter().flat_map(calls_of);
    let written: HashSet<String> = written.map(|call| call.id.clone()).collect();
    let mut borne = HashSet::new();
    let mut made = 0;
    let mut open = VecDeque::new();
    for message in &mut messages {
        match message {
            Message::Assistant(turn) => {
                for call in &mut turn.tool_calls {
                    if is_blank(&call.id) || !borne.insert(call.id.clone()) {
                        call.id = new_id(&written, &mut made);
                    }
                    open.push_back(call.id.clone());
                }
            }
            Message::Tool(result) => {
                if let Some(id) = open.pop_front() {
                    result.call_id = id;
                }
            }
            _ => {}
        }
    }
    messages
}

/// The next id that is written nowhere.
fn new_id(written: &HashSet<String>, made: &mut usize) -> String {
    loop {
        *made += 1;
        let id = format!("call_{made}");
        if !written.contains(&id) {
            return id;
        }
    }
}
