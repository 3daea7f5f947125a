//! One invocation of a conversation at a time.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::future::poll_fn;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

/// Where those wait who want to go on with a conversation that somebody else is in. First come, first served. Clones share
/// the queues.
///
/// A memory of your own that is shared in one process holds one and returns it from
/// [`ChatMemory::locks`](super::ChatMemory::locks):
///
/// ```
/// use toolwright::Message;
/// use toolwright::memory::{ChatMemory, Conversation, ConversationLocks, InMemory, MemoryError};
///
/// /// Keeps no conversation of a guest.
/// struct Members {
///     memory: InMemory,
///     locks: ConversationLocks,
/// }
///
/// impl ChatMemory for Members {
///     async fn load(&self, conversation: &str) -> Result<Conversation, MemoryError> {
///         self.memory.load(conversation).await
///     }
///     async fn append(&self, conversation: &str, version: u64, messages: &[Message], open: bool) -> Result<u64, MemoryError> {
///         if conversation == "guest" { return Ok(version); }
///         self.memory.append(conversation, version, messages, open).await
///     }
///     async fn clear(&self, conversation: &str) -> Result<(), MemoryError> {
///         self.memory.clear(conversation).await
///     }
///     fn locks(&self) -> Option<&ConversationLocks> {
///         Some(&self.locks)
///     }
/// }
/// ```
#[derive(Clone, Default)]
pub struct ConversationLocks(Arc<Mutex<Queues>>);

/// The conversations that somebody is in.
type Queues = HashMap<Arc<str>, Queue>;

#[derive(Default)]
struct Queue {
    /// The last ticket that was given.
    last: u64,
    /// The tickets whose turn is still to come. Of all others it is the one that is left.
    waiting: BTreeMap<u64, Waker>,
}

/// A place in the queue of a conversation, and once its turn has come, the conversation. Dropped, it is the next one's turn.
#[must_use = "the conversation is somebody else's once this is dropped"]
pub(crate) struct ConversationGuard {
    locks: ConversationLocks,
    conversation: Arc<str>,
    ticket: u64,
}

impl ConversationLocks {
    /// Waits until nobody else is in the conversation.
    pub(crate) async fn lock(&self, conversation: &str) -> ConversationGuard {
        let place = self.queue_up(conversation);
        poll_fn(|context| {
            if place.has_turn(context.waker()) {
                Poll::Ready(())
            } else {
                Poll::Pending
            }
        })
        .await;
        place
    }

    fn queue_up(&self, conversation: &str) -> ConversationGuard {
        let mut queues = self.queues();
        let (conversation, ticket) = match queues.get_key_value(conversation) {
            None => {
                let conversation: Arc<str> = conversation.into();
                queues.insert(Arc::clone(&conversation), Queue::default());
                (conversation, 0)
            }
            Some((conversation, queue)) => (Arc::clone(conversation), queue.last + 1),
        };
        if let Some(queue) = queues.get_mut(&conversation) {
            queue.last = ticket;
            if ticket > 0 {
                queue.waiting.insert(ticket, Waker::noop().clone());
            }
        }
        ConversationGuard {
            locks: self.clone(),
            conversation,
            ticket,
        }
    }

    fn queues(&self) -> MutexGuard<'_, Queues> {
        // Nothing panics while it is locked.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConversationGuard {
    /// Whether the turn has come; if not, `waker` is told when it does.
    fn has_turn(&self, waker: &Waker) -> bool {
        let waker = waker.clone();
        // Dropped outside the lock: with the last waker of a task its future may go, and with it another guard.
        let _old = match self.locks.queues().get_mut(&self.conversation) {
            Some(queue) => match queue.waiting.get_mut(&self.ticket) {
                Some(own) => mem::replace(own, waker),
                None => return true,
            },
            None => return true,
        };
        false
    }
}

impl Drop for ConversationGuard {
    fn drop(&mut self) {
        let waker = {
            let mut queues = self.locks.queues();
            let Some(queue) = queues.get_mut(&self.conversation) else {
                return;
            };
            if let Some(own) = queue.waiting.remove(&self.ticket) {
                // It only waited. Its waker is dropped outside the lock.
                drop(queues);
                drop(own);
                return;
            }
            let next = queue.waiting.pop_first();
            if next.is_none() {
                queues.remove(&self.conversation);
            }
            next.map(|(_, waker)| waker)
        };
        // Outside the lock: a waker may poll at once. One that panics is the affair of its task, and this is a destructor.
        if let Some(waker) = waker
            && let Err(payload) = catch_unwind(AssertUnwindSafe(|| waker.wake()))
        {
            mem::forget(payload);
        }
    }
}

/// Shows how many conversations somebody is in, never which.
impl fmt::Debug for ConversationLocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConversationLocks")
            .field("held", &self.queues().len())
            .finish()
    }
}

impl fmt::Debug for ConversationGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConversationGuard").finish_non_exhaustive()
    }
}
