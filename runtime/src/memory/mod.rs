//! Conversations that are remembered from one invocation to the next.
//!
//! A [`ChatMemory`] stores conversations: [`InMemory`] in this process, `SqliteMemory` (feature `sqlite`) in a file that
//! several processes share. A [`Window`] says how much of a conversation the model reads; what it leaves out stays stored.
//! See [`guide::memory`](crate::guide::memory).

mod conversation;
mod error;
mod in_memory;
mod locks;
mod notes;
#[cfg(feature = "sqlite")]
mod sqlite;
mod window;

pub use conversation::Conversation;
pub use error::{MemoryError, MemoryErrorKind};
pub use in_memory::InMemory;
pub(crate) use locks::ConversationGuard;
pub use locks::ConversationLocks;
pub(crate) use notes::closing_note;
#[cfg(feature = "sqlite")]
pub use sqlite::SqliteMemory;
pub(crate) use window::Costs;
pub use window::{TokenCounter, Window};

use crate::message::Message;
use crate::tool::BoxFuture;
use std::future::Future;
use std::sync::Arc;

/// A store of conversations, each found by an id that the caller chose.
///
/// Every future may be dropped at any time: of an [`append`](Self::append) either all is stored or nothing.
///
/// ```
/// use toolwright::Message;
/// use toolwright::memory::{ChatMemory, InMemory, MemoryErrorKind};
///
/// # toolwright::testing::block_on(async {
/// let memory = InMemory::new();
/// let exchange = [Message::user("I am Ada."), Message::assistant("Hello Ada.")];
/// let version = memory.append("user-7", 0, &exchange, false).await?;
///
/// // Somebody who has not seen it must not write behind it.
/// let late = memory.append("user-7", 0, &exchange, false).await.unwrap_err();
/// assert_eq!(late.kind(), MemoryErrorKind::ConversationBusy);
///
/// let conversation = memory.load("user-7").await?;
/// assert_eq!(conversation.version(), version);
/// assert_eq!(conversation.messages(), exchange);
/// # Ok::<(), toolwright::memory::MemoryError>(()) }).unwrap();
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a memory",
    note = "use a memory of `toolwright::memory`, or implement `ChatMemory` for a store of your own"
)]
pub trait ChatMemory: Send + Sync {
    /// Returns what is stored of a conversation; an empty one of version 0 if nothing is.
    ///
    /// # Errors
    ///
    /// Why it could not be read.
    fn load(
        &self,
        conversation: &str,
    ) -> impl Future<Output = Result<Conversation, MemoryError>> + Send;

    /// Adds messages behind those of a conversation, all or none, and returns its new version.
    ///
    /// `version` is the one that the caller has seen, 0 for a conversation of which nothing is stored. If another one is
    /// stored, somebody else wrote in between: nothing is changed. Otherwise the version goes up by one. No version of a
    /// conversation comes twice, also where it was [cleared](Self::clear) in between.
    ///
    /// `open` says that the invocation which the messages belong to goes on. Then they may end in a turn whose calls have
    /// not all their results: it is stored *before* a call with effects runs, so that a killed process does not forget it,
    /// and the results come with the next append. An append that is not `open` closes the invocation. Where one that is
    /// open began has to be remembered: at the first message that was added under `open` since the last append without.
    ///
    /// # Errors
    ///
    /// [`ConversationBusy`](MemoryErrorKind::ConversationBusy) if `version` is not what is stored, else why it could not be
    /// written.
    fn append(
        &self,
        conversation: &str,
        version: u64,
        messages: &[Message],
        open: bool,
    ) -> impl Future<Output = Result<u64, MemoryError>> + Send;

    /// Forgets a conversation. Whoever is still in it gets [`ConversationBusy`](MemoryErrorKind::ConversationBusy) for what
    /// it adds.
    ///
    /// # Errors
    ///
    /// Why it could not be written.
    fn clear(&self, conversation: &str) -> impl Future<Output = Result<(), MemoryError>> + Send;

    /// Returns where those wait who share the memory in this process, so that one invocation of a conversation follows
    /// another. With `None`, the default, nobody waits, and of two at a time one gets
    /// [`ConversationBusy`](MemoryErrorKind::ConversationBusy).
    fn locks(&self) -> Option<&ConversationLocks> {
        None
    }
}

impl<M: ChatMemory + ?Sized> ChatMemory for Arc<M> {
    fn load(
        &self,
        conversation: &str,
    ) -> impl Future<Output = Result<Conversation, MemoryError>> + Send {
        (**self).load(conversation)
    }

    fn append(
        &self,
        conversation: &str,
        version: u64,
        messages: &[Message],
        open: bool,
    ) -> impl Future<Output = Result<u64, MemoryError>> + Send {
        (**self).append(conversation, version, messages, open)
    }

    fn clear(&self, conversation: &str) -> impl Future<Output = Result<(), MemoryError>> + Send {
        (**self).clear(conversation)
    }

    fn locks(&self) -> Option<&ConversationLocks> {
        (**self).locks()
    }
}

/// The object-safe twin of [`ChatMemory`].
pub(crate) trait ErasedMemory: Send + Sync {
    fn load<'a>(
        &'a self,
        conversation: &'a str,
    ) -> BoxFuture<'a, Result<Conversation, MemoryError>>;

    fn append<'a>(
        &'a self,
        conversation: &'a str,
        version: u64,
        messages: &'a [Message],
        open: bool,
    ) -> BoxFuture<'a, Result<u64, MemoryError>>;

    fn locks(&self) -> Option<&ConversationLocks>;
}

impl<M: ChatMemory> ErasedMemory for M {
    fn load<'a>(
        &'a self,
        conversation: &'a str,
    ) -> BoxFuture<'a, Result<Conversation, MemoryError>> {
        Box::pin(ChatMemory::load(self, conversation))
    }

    fn append<'a>(
        &'a self,
        conversation: &'a str,
        version: u64,
        messages: &'a [Message],
        open: bool,
    ) -> BoxFuture<'a, Result<u64, MemoryError>> {
        Box::pin(ChatMemory::append(
            self,
            conversation,
            version,
            messages,
            open,
        ))
    }

    fn locks(&self) -> Option<&ConversationLocks> {
        ChatMemory::locks(self)
    }
}
