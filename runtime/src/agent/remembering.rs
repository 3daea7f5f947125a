//! What an agent stores of an invocation, and when.
//!
//! An invocation is stored when it ends well, all at once. Before a call with effects runs, what there is so far is stored as
//! well, and marked as open: whatever ends the process, the next invocation of the conversation reads what was done. One
//! that fails without such a call leaves nothing.

use super::Invocation;
use super::mark::{Mark, stretch};
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
        let Some(mut mark) = invocation.mark.clone() else {
            return Ok(());
        };
        let (messages, stored) = stretch(invocation.own(), &mark, mark.stored);
        let was_open = mark.is_open;
        if messages.is_empty() && (is_open || !was_open) {
            return Ok(());
        }
        if is_open && let Some(mark) = &mut invocation.mark {
            // Whoever drops this while the memory writes does not know whether it was written.
            mark.is_open = true;
        }
        mark.stored = stored.max(mark.stored);
        mark.is_open = is_open;
        let outcome = self.append(invocation, mark, messages).await;
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
        let from = invocation.own_from();
        let transcript = invocation.clone().into_transcript();
        let own = transcript.get(from..).unwrap_or_default();
        let (mut messages, _) = stretch(own, &mark, mark.stored);
        // It may have failed with its answer there.
        if !matches!(invocation.state, State::Finished(_)) {
            messages.push(closing_note());
        }
        let len = invocation.own().len();
        let mark = mark.closed(len, own.get(len..).unwrap_or_default());
        self.append(invocation, mark, messages).await
    }

    /// Stores messages; `mark` says what is stored then.
    async fn append(
        &self,
        invocation: &mut Invocation,
        mut mark: Mark,
        messages: Vec<Message>,
    ) -> Result<(), InvocationFailure> {
        mark.version = self
            .memory
            .append(&mark.conversation, mark.version, &messages, mark.is_open)
            .await
            .map_err(of_memory)?;
        invocation.mark = Some(mark);
        Ok(())
    }
}

pub(super) fn of_memory(error: MemoryError) -> InvocationFailure {
    let kind = match error.kind() {
        MemoryErrorKind::ConversationBusy => InvocationFailureKind::ConversationBusy,
        _ => InvocationFailureKind::Memory,
    };
    InvocationFailure::new(kind).with_source(error)
}
