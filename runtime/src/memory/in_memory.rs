//! Conversations in this process.

use super::{ChatMemory, Conversation, ConversationLocks, MemoryError, MemoryErrorKind};
use crate::message::Message;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Conversations in this process, gone with it. Clones share them.
///
/// It keeps what a file would: of a result that was cut to the length that the model may read, not the rest.
///
/// ```
/// use toolwright::Message;
/// use toolwright::memory::{ChatMemory, InMemory};
///
/// # toolwright::testing::block_on(async {
/// let memory = InMemory::new();
/// let shared = memory.clone();
/// memory.append("user-7", 0, &[Message::user("I am Ada.")], false).await?;
/// assert_eq!(shared.load("user-7").await?.messages(), [Message::user("I am Ada.")]);
///
/// shared.clear("user-7").await?;
/// assert!(memory.load("user-7").await?.messages().is_empty());
/// # Ok::<(), toolwright::memory::MemoryError>(()) }).unwrap();
/// ```
#[derive(Clone, Default)]
pub struct InMemory(Arc<Shared>);

#[derive(Default)]
struct Shared {
    store: Mutex<Store>,
    locks: ConversationLocks,
}

#[derive(Default)]
struct Store {
    conversations: HashMap<String, Stored>,
    /// The highest version of all that were cleared. What begins anew begins above it.
    cleared: u64,
}

struct Stored {
    messages: Vec<Message>,
    version: u64,
    open_from: Option<usize>,
}

impl InMemory {
    /// Creates a memory without conversations.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn store(&self) -> MutexGuard<'_, Store> {
        // Nothing panics while it is locked.
        self.0.store.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store {
    fn append(
        &mut self,
        conversation: &str,
        version: u64,
        messages: &[Message],
        open: bool,
    ) -> Option<u64> {
        let (cleared, stored) = (self.cleared, self.conversations.get_mut(conversation));
        if stored.as_ref().map_or(0, |stored| stored.version) != version {
            return None;
        }
        let stored = match stored {
            Some(stored) => stored,
            None => self
                .conversations
                .entry(conversation.to_owned())
                .or_insert(Stored {
                    messages: Vec::new(),
                    version: cleared,
                    open_from: None,
                }),
        };
        let from = stored.messages.len();
        stored.open_from = open.then(|| stored.open_from.unwrap_or(from));
        stored.messages.extend(messages.iter().map(as_sent));
        stored.version += 1;
        Some(stored.version)
    }
}

impl ChatMemory for InMemory {
    async fn load(&self, conversation: &str) -> Result<Conversation, MemoryError> {
        let (messages, version, open_from) = match self.store().conversations.get(conversation) {
            None => return Ok(Conversation::default()),
            Some(stored) => (stored.messages.clone(), stored.version, stored.open_from),
        };
        Ok(Conversation::new(messages, version, open_from))
    }

    async fn append(
        &self,
        conversation: &str,
        version: u64,
        messages: &[Message],
        open: bool,
    ) -> Result<u64, MemoryError> {
        self.store()
            .append(conversation, version, messages, open)
            .ok_or_else(|| MemoryError::new(MemoryErrorKind::ConversationBusy))
    }

    async fn clear(&self, conversation: &str) -> Result<(), MemoryError> {
        let mut store = self.store();
        if let Some(stored) = store.conversations.remove(conversation) {
            store.cleared = store.cleared.max(stored.version);
        }
        Ok(())
    }

    fn locks(&self) -> Option<&ConversationLocks> {
        Some(&self.0.locks)
    }
}

/// The message without what is kept beside it and never sent.
fn as_sent(message: &Message) -> Message {
    let mut message = message.clone();
    if let Message::Tool(result) = &mut message {
        result.rare = result.rare.as_sent();
    }
    message
}

/// Shows how many conversations there are, never what was said.
impl fmt::Debug for InMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InMemory")
            .field("conversations", &self.store().conversations.len())
            .finish_non_exhaustive()
    }
}
