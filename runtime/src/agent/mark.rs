//! What of an invocation is stored in a memory, and how it is found there again.

use super::Invocation;
use super::remembering::of_memory;
use super::state::State;
use crate::failure::InvocationFailure;
use crate::memory::{Conversation, MemoryError, MemoryErrorKind, closing_note};
use crate::message::{AssistantMessage, Message};
use crate::model::{ChatResponse, FinishReason};
use crate::tool::INTERRUPTED;
use serde::{Deserialize, Serialize};

/// What of an invocation is stored, so that it is stored once, wherever the invocation goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mark {
    pub(super) conversation: String,
    pub(super) version: u64,
    /// Where in the invocation's own messages begins what goes behind the last closing note: at 0, unless a run failed.
    #[serde(default)]
    pub(super) from: usize,
    /// The version of the conversation when a failed run was closed.
    #[serde(default)]
    pub(super) closed_at: u64,
    /// So many of the messages from there on are stored.
    pub(super) stored: usize,
    /// The invocation is not closed.
    pub(super) is_open: bool,
}

impl Mark {
    /// Nothing of the invocation is stored.
    fn new(conversation: &str, version: u64) -> Self {
        Self {
            conversation: conversation.to_owned(),
            version,
            from: 0,
            closed_at: 0,
            stored: 0,
            is_open: false,
        }
    }

    /// The same after a failed run was closed, which had so many messages of its own. Calls that it left without a result
    /// read so in the memory, which is never rewritten: if they run later, they stand behind the closing note once more. Of
    /// the first ones nobody will ever know more if they were begun, so `notes` leaves them where they are.
    pub(super) fn closed(self, own: usize, notes: &[Message]) -> Self {
        let is_final =
            |note: &&Message| matches!(note, Message::Tool(note) if note.text() == INTERRUPTED);
        let from = own + notes.iter().take_while(is_final).count();
        Self {
            closed_at: self.version,
            from,
            stored: 0,
            is_open: false,
            ..self
        }
    }

    /// The id of a call that is made once more: no version of a conversation closes two runs.
    fn other_id(&self, id: &str) -> String {
        format!("{id}_{}", self.closed_at)
    }

    /// The reverse.
    fn own_id(&self, mut id: String) -> String {
        let end = format!("_{}", self.closed_at);
        if self.from > 0 && id.ends_with(&end) {
            id.truncate(id.len() - end.len());
        }
        id
    }
}

/// What goes into the memory of an invocation's own messages from the mark on, without the first `skip`, and how much it is
/// with them. Where it begins in the middle of a turn, the calls that are left are a turn of their own, under other ids.
pub(super) fn stretch(own: &[Message], mark: &Mark, skip: usize) -> (Vec<Message>, usize) {
    let Some((front, rest)) = own.split_at_checked(mark.from) else {
        return (Vec::new(), 0);
    };
    let is_result = |message: &&Message| matches!(message, Message::Tool(_));
    let answered = front.iter().rev().take_while(is_result).count();
    let left = match front.iter().rev().nth(answered) {
        Some(Message::Assistant(turn)) => turn.tool_calls.get(answered..).unwrap_or_default(),
        _ => &[],
    };
    if left.is_empty() {
        let new = rest.get(skip..).unwrap_or_default();
        return (new.to_vec(), rest.len());
    }
    let calls = left.iter().cloned().map(|mut call| {
        call.id = mark.other_id(&call.id);
        call
    });
    let turn = Message::Assistant(AssistantMessage::calls(calls.collect()));
    let rest = rest.iter().enumerate().map(|(i, message)| match message {
        Message::Tool(result) if i < left.len() => {
            let mut result = result.clone();
            result.call_id = mark.other_id(&result.call_id);
            Message::Tool(result)
        }
        _ => message.clone(),
    });
    let len = rest.len() + 1;
    (std::iter::once(turn).chain(rest).skip(skip).collect(), len)
}

impl Invocation {
    /// Says which conversation the invocation belongs to, from which its history was read.
    pub(super) fn remember_in(&mut self, conversation: &str, found: &Conversation) {
        let is_known = |mark: &Mark| mark.conversation == conversation;
        if self.mark.as_ref().is_some_and(is_known) {
            return;
        }
        self.mark = Some(Mark::new(conversation, found.version()));
    }

    /// Finds out what of an invocation that is resumed is stored, and whether the conversation is still open for it.
    pub(super) fn find_in(
        &mut self,
        conversation: &str,
        found: &Conversation,
    ) -> Result<bool, InvocationFailure> {
        let known = self.mark.clone();
        let is_known = known.is_some();
        let mark = match known {
            Some(mark) if mark.conversation == conversation => mark,
            Some(_) => return Ok(false),
            None => Mark::new(conversation, 0),
        };
        if mark.version == found.version() {
            return Ok(mark.is_open);
        }
        // The run ended between storing the conversation and saving its own state.
        let taken_up = match found.open_from() {
            Some(from) => self.open_in(&mark, found, from),
            None => self.closed_in(&mark, found),
        };
        let Some(taken_up) = taken_up.filter(|_| mark.version < found.version()) else {
            if !is_known {
                return Ok(false);
            }
            // Somebody else went on with the conversation.
            return Err(of_memory(MemoryError::new(
                MemoryErrorKind::ConversationBusy,
            )));
        };
        let is_open = taken_up.is_open;
        self.mark = Some(Mark {
            version: found.version(),
            ..taken_up
        });
        Ok(is_open)
    }

    /// How much of the invocation is stored in a conversation that it left open. What is stored and was not saved is taken
    /// over.
    fn open_in(&mut self, mark: &Mark, found: &Conversation, from: usize) -> Option<Mark> {
        let open = found.messages().get(from..)?;
        let end = open.len().saturating_sub(found.recovery().len());
        let stored = open.get(..end)?;
        let (own, len) = stretch(self.own(), mark, 0);
        if stored.is_empty() || own.iter().zip(stored).any(|(a, b)| a != b) {
            return None;
        }
        let mut taken_up = self.clone();
        taken_up.take_up(mark, stored.get(len..).unwrap_or_default());
        if stretch(taken_up.own(), mark, stored.len()).1 < stored.len() {
            return None;
        }
        *self = taken_up;
        Some(Mark {
            stored: stored.len(),
            is_open: true,
            ..mark.clone()
        })
    }

    /// Takes over results, and turns of the model that it must not be asked for once more.
    fn take_up(&mut self, mark: &Mark, stored: &[Message]) {
        for message in stored {
            // What does not fit is not taken, which is found out by how much it is.
            let _ = match message {
                Message::Assistant(turn) => {
                    let turn = ChatResponse::new(turn.clone(), FinishReason::ToolCalls);
                    self.on_response(turn)
                }
                Message::Tool(result) => self.on_result(result.clone()).or_else(|_| {
                    let mut result = result.clone();
                    result.call_id = mark.own_id(result.call_id);
                    self.on_result(result)
                }),
                _ => Ok(()),
            };
        }
        // It was stored because its next call was about to run, and perhaps it did.
        if let Some(next) = self.turn().map(|turn| turn.answered)
            && self.has_effects_at(next)
        {
            self.begin(next);
        }
    }

    /// How much of the invocation is stored in a conversation that its run closed: with the answer, or because it failed.
    fn closed_in(&self, mark: &Mark, found: &Conversation) -> Option<Mark> {
        let (own, _) = stretch(self.own(), mark, 0);
        let stored = found.messages();
        if matches!(self.state, State::Finished(_)) {
            // Perhaps more was said since.
            let is_stored = stored.windows(own.len().max(1)).any(|part| part == own);
            return is_stored.then(|| Mark {
                stored: own.len(),
                is_open: false,
                ..mark.clone()
            });
        }
        let (note, front) = stored.split_last()?;
        let len = own.len() + self.pending_calls().count();
        let tail = front.get(front.len().checked_sub(len)?..)?;
        let rest = tail.strip_prefix(own.as_slice())?;
        let is_result = |message: &Message| matches!(message, Message::Tool(_));
        let is_closed = *note == closing_note() && rest.iter().all(is_result);
        is_closed.then(|| mark.clone().closed(self.own().len(), rest))
    }

    /// Where the invocation's own messages begin: at its question.
    pub(super) fn own_from(&self) -> usize {
        let given = self
            .request
            .messages()
            .get(..self.given)
            .unwrap_or_default();
        let is_question = |message: &Message| matches!(message, Message::User { .. });
        match given.last() {
            Some(last) if is_question(last) => self.given - 1,
            _ => self.given,
        }
    }

    /// The invocation's own messages.
    pub(super) fn own(&self) -> &[Message] {
        let own = self.request.messages().get(self.own_from()..);
        own.unwrap_or_default()
    }

    /// Whether the answer is stored in a conversation, and nothing is left to be done.
    pub(super) fn is_stored_in(&self, conversation: &str) -> bool {
        let is_whole = |mark: &Mark| {
            let (left, _) = stretch(self.own(), mark, mark.stored);
            mark.conversation == conversation && !mark.is_open && left.is_empty()
        };
        matches!(self.state, State::Finished(_)) && self.mark.as_ref().is_some_and(is_whole)
    }

    /// The conversation that the invocation was in.
    pub(super) fn conversation(&self) -> Option<&str> {
        self.mark.as_ref().map(|mark| mark.conversation.as_str())
    }

    /// Whether something of the invocation is stored that is to be gone on with.
    pub(super) fn is_open(&self) -> bool {
        self.mark.as_ref().is_some_and(|mark| mark.is_open)
    }
}
