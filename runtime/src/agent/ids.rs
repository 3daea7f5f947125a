//! Call ids that are unique over the whole conversation.

use crate::llm_visible::is_blank;
use crate::message::{Message, ToolCall};
use std::collections::HashSet;
use std::hash::BuildHasher;

/// The ids of the calls so far, as hashes: two ids of one hash only cost one of them its name.
#[derive(Clone, Debug, Default)]
pub(super) struct CallIds {
    seen: HashSet<u64, foldhash::fast::FixedState>,
    /// So many messages of the conversation have been looked at.
    scanned: usize,
    /// The number of the last id that was made up: those before it are taken.
    made: usize,
}

impl CallIds {
    /// Gives every call of a new turn an id that no other call of the conversation has.
    pub(super) fn make_unique(&mut self, history: &[Message], calls: &mut [ToolCall]) {
        for message in history.get(self.scanned..).unwrap_or_default() {
            if let Message::Assistant(turn) = message {
                for call in &turn.tool_calls {
                    self.insert(&call.id);
                }
            }
        }
        self.scanned = history.len();
        // An id that the model gave keeps its first bearer: made-up ids must not take it.
        let mut renamed = Vec::new();
        for (i, call) in calls.iter().enumerate() {
            if says_nothing(&call.id) || !self.insert(&call.id) {
                renamed.push(i);
            }
        }
        for i in renamed {
            // A function of the ids so far, so that it is the same elsewhere.
            self.made = self.made.max(self.seen.len());
            let id = loop {
                self.made += 1;
                let id = format!("call_{}", self.made);
                if self.insert(&id) {
                    break id;
                }
            };
            if let Some(call) = calls.get_mut(i) {
                call.id = id;
            }
        }
        // The turn becomes the next message, with its ids known already.
        self.scanned += 1;
    }

    fn insert(&mut self, id: &str) -> bool {
        let hash = self.seen.hasher().hash_one(id);
        self.seen.insert(hash)
    }
}

/// Whether a text is blank; most begin with a sign, and nothing more of them is read.
pub(super) fn says_nothing(text: &str) -> bool {
    let first = text.as_bytes().first();
    !first.is_some_and(u8::is_ascii_graphic) && is_blank(text)
}
