//! How much of an invocation is stored.

use super::turn::is_zero;
use crate::message::transcript::calls_of;
use crate::message::{AssistantMessage, Message};
use serde::{Deserialize, Serialize};

/// What of an invocation is stored, so that it is stored once, wherever the invocation goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mark {
    pub(super) conversation: String,
    pub(super) version: u64,
    /// So many of the invocation's own messages are stored.
    pub(super) stored: usize,
    /// Of so many calls at their end a note is stored in place of the result, which may still come.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) noted: usize,
    /// The invocation is not closed.
    pub(super) is_open: bool,
}

impl Mark {
    /// What of the invocation's own messages is not stored yet. Results of calls that were closed with a note before they
    /// ran come in a turn of their own: what is stored is never changed.
    pub(super) fn unstored(&self, own: &[Message]) -> Vec<Message> {
        let from = self.stored.saturating_sub(self.noted);
        let Some((before, new)) = own.split_at_checked(from) else {
            return Vec::new();
        };
        if self.noted == 0 {
            return new.to_vec();
        }
        let is_result = |message: &Message| matches!(message, Message::Tool(_));
        let at = before.iter().rposition(|message| !is_result(message));
        let calls = match at.and_then(|at| before.get(at..)) {
            Some([turn, answered @ ..]) => calls_of(turn).get(answered.len()..),
            _ => None,
        };
        let turn = AssistantMessage::calls(calls.unwrap_or_default().to_vec());
        let turn = std::iter::once(Message::Assistant(turn));
        turn.chain(new.iter().cloned()).collect()
    }
}
