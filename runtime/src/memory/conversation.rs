//! A conversation as it was stored.

use super::notes::{closing_note, not_run, outcome_unknown};
use crate::message::transcript::{is_whole, mended};
use crate::message::{Message, ToolCall};
use std::collections::HashMap;
use std::fmt;

/// What a memory has of a conversation.
///
/// Its messages are always whole: every call has its result, and every result its call, whatever was stored. Of an
/// invocation that was never closed, because its process was killed, the model reads what is known: that the outcome of
/// the call which had been begun is unknown, that those behind it were not run, and that the run ended before its answer.
///
/// ```
/// use toolwright::memory::Conversation;
/// use toolwright::message::AssistantMessage;
/// use toolwright::{Message, ToolCall};
///
/// let calls = vec![ToolCall::new("c1", "refund", r#"{"id": 7}"#)];
/// let turn = Message::Assistant(AssistantMessage::calls(calls));
/// let killed = Conversation::new(vec![Message::user("Refund order 7."), turn], 1, Some(0));
///
/// let [.., Message::Tool(result), _] = killed.messages() else { unreachable!() };
/// assert!(result.text().starts_with("the outcome is unknown"));
/// ```
#[derive(Clone, Default, PartialEq)]
pub struct Conversation {
    messages: Vec<Message>,
    /// What of the messages is not stored yet.
    recovery: Vec<Message>,
    version: u64,
    open_from: Option<usize>,
}

impl Conversation {
    /// Creates a conversation out of what a memory stored: all messages, how often something was added, and where the
    /// invocation begins that was not closed, if there is one.
    #[must_use]
    pub fn new(messages: Vec<Message>, version: u64, open_from: Option<usize>) -> Self {
        let mut messages = messages;
        let mut open_from = open_from.map(|from| from.min(messages.len()));
        let recovery = recovery_of(&messages, open_from);
        messages.extend_from_slice(&recovery);
        if !is_whole(&messages) {
            if let Some(from) = &mut open_from {
                *from = mended(messages.get(..*from).unwrap_or_default().to_vec()).len();
            }
            messages = mended(messages);
        }
        Self {
            messages,
            recovery,
            version,
            open_from,
        }
    }

    /// Returns the messages.
    #[must_use]
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// Turns the conversation into its messages.
    #[must_use]
    pub fn into_messages(self) -> Vec<Message> {
        self.messages
    }

    /// Returns the version, which the next [`append`](super::ChatMemory::append) has to name; 0 if nothing is stored.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Returns where in the messages the invocation begins that was never closed, if there is one.
    #[must_use]
    pub fn open_from(&self) -> Option<usize> {
        self.open_from
    }

    /// What the messages have behind those that are stored: whoever goes on stores it before what it adds.
    pub(crate) fn recovery(&self) -> Vec<Message> {
        self.recovery.clone()
    }
}

fn recovery_of(messages: &[Message], open_from: Option<usize>) -> Vec<Message> {
    let mut recovery: Vec<Message> = unanswered(messages)
        .into_iter()
        .enumerate()
        .map(|(i, call)| match i {
            0 => Message::Tool(outcome_unknown(call)),
            _ => Message::Tool(not_run(call)),
        })
        .collect();
    let has_begun = open_from.is_some_and(|from| from < messages.len());
    let has_answer =
        matches!(messages.last(), Some(Message::Assistant(turn)) if turn.tool_calls.is_empty());
    if !recovery.is_empty() || has_begun && !has_answer {
        recovery.push(closing_note());
    }
    recovery
}

/// The calls of the last turn that have no result.
fn unanswered(messages: &[Message]) -> Vec<&ToolCall> {
    let is_result = |message: &&Message| matches!(message, Message::Tool(_));
    let results = messages.iter().rev().take_while(is_result).count();
    let (front, results) = messages.split_at(messages.len() - results);
    let Some(Message::Assistant(turn)) = front.last() else {
        return Vec::new();
    };
    let mut answered: HashMap<&str, usize> = HashMap::new();
    for message in results {
        if let Message::Tool(result) = message {
            *answered.entry(&result.call_id).or_default() += 1;
        }
    }
    let is_unanswered = |call: &&ToolCall| match answered.get_mut(&*call.id) {
        Some(left) if *left > 0 => {
            *left -= 1;
            false
        }
        _ => true,
    };
    turn.tool_calls.iter().filter(is_unanswered).collect()
}

/// Shows how much was said, never what.
impl fmt::Debug for Conversation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Conversation")
            .field("messages", &self.messages.len())
            .field("version", &self.version)
            .field("open_from", &self.open_from)
            .finish_non_exhaustive()
    }
}
