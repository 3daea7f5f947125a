//! What an agent stores of an invocation, and when.
//!
//! An invocation is stored when it ends well, all at once. Before a call with effects runs, what there is so far is stored as
//! well, and marked as open: whatever ends the process, the next invocation of the conversation reads what was done. One
//! that fails without such a call leaves nothing.

use super::Invocation;
use super::invocation::calls_at;
use super::mark::Mark;
use super::state::State;
use crate::failure::{InvocationFailure, InvocationFailureKind};
use crate::memory::{
    Conversation, ConversationGuard, ErasedMemory, MemoryError, MemoryErrorKind, closing_note,
};
use crate::message::Message;

/// A conversation that an invocation is in.
pub(super) struct Session<'a> {
    memory: &'a dyn ErasedMemory,
    /// Nobody else in this process is in the conversation.
    _guard: Option<ConversationGuard>,
}

impl<'a> Session<'a> {
    /// Waits for the conversation and reads it, for a new invocation or for one that is resumed.
    pub(super) async fn begin(
        memory: &'a dyn ErasedMemory,
        conversation: &str,
        resumed: Option<&mut Invocation>,
    ) -> Result<(Self, Conversation), InvocationFailure> {
        let guard = match memory.locks() {
            Some(locks) => Some(locks.lock(conversation).await),
            None => None,
        };
        let mut found = memory.load(conversation).await.map_err(of_memory)?;
        let is_taken_up = match resumed {
            Some(invocation) => invocation.find_in(conversation, &found)?,
            None => false,
        };
        let recovery = found.recovery();
        if !is_taken_up && !recovery.is_empty() {
            // Of a run that was killed. It is closed here, whatever becomes of this one.
            let version = found.version();
            let version = memory
                .append(conversation, version, &recovery, false)
                .await
                .map_err(of_memory)?;
            found = Conversation::new(found.into_messages(), version, None);
        }
        let session = Self {
            memory,
            _guard: guard,
        };
        Ok((session, found))
    }

    /// Stores what is not stored yet, and says whether the invocation goes on.
    pub(super) async fn store(
        &self,
        invocation: &mut Invocation,
        is_open: bool,
    ) -> Result<(), InvocationFailure> {
        let Some(mark) = invocation.mark.clone() else {
            return Ok(());
        };
        let messages = mark.unstored(invocation.own());
        let stored = invocation.own().len();
        if messages.is_empty() && is_open {
            return Ok(());
        }
        if is_open && let Some(mark) = &mut invocation.mark {
            // Whoever drops this while the memory writes does not know whether it was written.
            mark.is_open = true;
        }
        let was_open = mark.is_open;
        let outcome = self
            .append(invocation, mark, messages, stored, is_open)
            .await;
        if let (Err(_), Some(mark)) = (&outcome, &mut invocation.mark) {
            mark.is_open = was_open;
        }
        outcome
    }

    /// Stores what a failed invocation leaves: nothing, unless it stored something before a call with effects.
    pub(super) async fn close(&self, invocation: &mut Invocation) -> Result<(), InvocationFailure> {
        let Some(mark) = invocation.mark.clone().filter(|mark| mark.is_open) else {
            return Ok(());
        };
        match self.close_from(invocation, mark.clone()).await {
            Err(failure) if failure.kind() == InvocationFailureKind::ConversationBusy => {}
            closed => return closed,
        }
        // Perhaps it was this run that wrote last, and was stopped before it heard so.
        let found = self.memory.load(&mark.conversation).await;
        invocation.find_in(&mark.conversation, &found.map_err(of_memory)?)?;
        let mark = invocation.mark.clone().unwrap_or(mark);
        self.close_from(invocation, mark).await
    }

    async fn close_from(
        &self,
        invocation: &mut Invocation,
        mark: Mark,
    ) -> Result<(), InvocationFailure> {
        let transcript = invocation.clone().into_transcript();
        let own = transcript.get(invocation.own_from()..).unwrap_or_default();
        let mut messages = mark.unstored(own);
        messages.push(closing_note());
        let (stored, noted) = (own.len(), invocation.may_still_answer());
        self.append(invocation, mark, messages, stored, false)
            .await?;
        if let Some(mark) = &mut invocation.mark {
            mark.noted = noted;
        }
        Ok(())
    }

    async fn append(
        &self,
        invocation: &mut Invocation,
        mut mark: Mark,
        messages: Vec<Message>,
        stored: usize,
        is_open: bool,
    ) -> Result<(), InvocationFailure> {
        mark.version = self
            .memory
            .append(&mark.conversation, mark.version, &messages, is_open)
            .await
            .map_err(of_memory)?;
        mark.stored = match mark.noted {
            0 => stored.max(mark.stored),
            _ => stored,
        };
        mark.noted = 0;
        mark.is_open = is_open;
        invocation.mark = Some(mark);
        Ok(())
    }
}

impl Invocation {
    /// Says which conversation the invocation belongs to, from which its history was read.
    pub(super) fn remember_in(&mut self, conversation: &str, found: &Conversation) {
        let is_known = |mark: &Mark| mark.conversation == conversation;
        if self.mark.as_ref().is_some_and(is_known) {
            return;
        }
        self.mark = Some(Mark {
            conversation: conversation.to_owned(),
            version: found.version(),
            stored: 0,
            noted: 0,
            is_open: false,
        });
    }

    /// Finds out what of an invocation that is resumed is stored, and whether the conversation is still open for it.
    fn find_in(
        &mut self,
        conversation: &str,
        found: &Conversation,
    ) -> Result<bool, InvocationFailure> {
        let Some(mark) = self
            .mark
            .clone()
            .filter(|mark| mark.conversation == conversation)
        else {
            return Ok(false);
        };
        if mark.version == found.version() {
            return Ok(mark.is_open);
        }
        // The run was killed between storing the conversation and saving its own state.
        let open = found
            .open_from()
            .and_then(|from| found.messages().get(from..));
        let stored = open.map(|open| {
            let end = open.len().saturating_sub(found.recovery().len());
            open.get(..end).unwrap_or_default()
        });
        let own = self.own();
        let is_this = |stored: &&[Message]| {
            mark.version < found.version()
                && !stored.is_empty()
                && own.iter().zip(*stored).all(|(a, b)| a == b)
        };
        let Some(stored) = stored.filter(is_this) else {
            // Somebody else went on with the conversation.
            return Err(of_memory(MemoryError::new(
                MemoryErrorKind::ConversationBusy,
            )));
        };
        let (known, missed) = (stored.len(), stored.get(own.len()..));
        for message in missed.unwrap_or_default() {
            if let Message::Tool(result) = message {
                // What does not fit is answered once more, and stands already.
                let _ = self.on_result(result.clone());
            }
        }
        self.mark = Some(Mark {
            version: found.version(),
            stored: known,
            noted: 0,
            is_open: true,
            ..mark
        });
        Ok(true)
    }

    /// Where the invocation's own messages begin: at its question.
    fn own_from(&self) -> usize {
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
    fn own(&self) -> &[Message] {
        let messages = self.request.messages().get(self.own_from()..);
        messages.unwrap_or_default()
    }

    /// How many calls are closed with a note if the run ends now, and may get another result from one that goes on. Nobody
    /// will ever know more of those that were begun, which are the first.
    fn may_still_answer(&self) -> usize {
        let Some(turn) = self.turn() else { return 0 };
        let calls = calls_at(&self.request, turn.at).iter().enumerate();
        let open = calls.skip(turn.answered);
        open.skip_while(|(place, call)| self.is_unknown(turn, *place, call))
            .count()
    }

    /// Whether the answer is stored in a conversation, and nothing is left to be done.
    pub(super) fn is_stored_in(&self, conversation: &str) -> bool {
        let is_whole = |mark: &Mark| {
            mark.conversation == conversation
                && !mark.is_open
                && mark.noted == 0
                && mark.stored >= self.own().len()
        };
        matches!(self.state, State::Finished(_)) && self.mark.as_ref().is_some_and(is_whole)
    }

    /// The conversation that the invocation is stored in.
    pub(super) fn conversation(&self) -> Option<&str> {
        Some(&*self.mark.as_ref()?.conversation)
    }

    /// Whether something of the invocation is stored that is to be gone on with.
    pub(super) fn is_open(&self) -> bool {
        self.mark.as_ref().is_some_and(|mark| mark.is_open)
    }
}

pub(super) fn of_memory(error: MemoryError) -> InvocationFailure {
    let kind = match error.kind() {
        MemoryErrorKind::ConversationBusy => InvocationFailureKind::ConversationBusy,
        _ => InvocationFailureKind::Memory,
    };
    InvocationFailure::new(kind).with_source(error)
}
