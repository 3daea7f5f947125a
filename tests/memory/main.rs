//! What is remembered of conversations, and how much of it a model reads.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test"
)]

mod contract;
mod corrupt;
mod files;
mod generated;
mod hostile;
mod kept;
mod processes;
mod recovery;
mod views;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};
use toolwright::message::AssistantMessage;
use toolwright::{Message, ToolCall, ToolResult};

/// A turn of calls of `look` with these ids.
fn calls(ids: &[&str]) -> Message {
    let calls = ids.iter().map(|id| ToolCall::new(*id, "look", "{}"));
    Message::Assistant(AssistantMessage::calls(calls.collect()))
}

/// The result of such a call.
fn result(id: &str) -> Message {
    Message::Tool(ToolResult::new(id, "look", format!("seen by {id}")))
}

/// A result that says what became of such a call.
fn told(id: &str, text: &str) -> Message {
    Message::Tool(ToolResult::error(id, "look", text))
}

const UNKNOWN: &str = "the outcome is unknown: the call was begun, and the run ended before it answered. It may have taken effect or not; find out before you repeat it, do not repeat it blindly";
const NOT_RUN: &str = "the call was not run: the run ended before";
const NOT_ANSWERED: &str = "the call has no answer: the invocation ended before it could be given";
const ENDED: &str = "(The run ended here, before its answer.)";

/// Every call has its result right behind its turn, in order, and no result stands anywhere else.
fn is_whole(messages: &[Message]) -> bool {
    let mut expected: Vec<&str> = Vec::new();
    for message in messages {
        if let Message::Tool(result) = message {
            if expected.is_empty() || expected.remove(0) != result.call_id {
                return false;
            }
            continue;
        }
        if !expected.is_empty() {
            return false;
        }
        if let Message::Assistant(turn) = message {
            expected = turn.tool_calls.iter().map(|call| &*call.id).collect();
        }
    }
    expected.is_empty()
}

/// A folder of its own for a test, gone with it.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "toolwright-memory-{}-{}",
            process::id(),
            NEXT.fetch_add(1, Ordering::Relaxed)
        );
        let path = env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("conversations.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// Waits until the last connection to the file is closed, which is when its log goes.
fn wait_until_closed(file: &Path) {
    let log = file.with_extension("db-wal");
    for _ in 0..2_000 {
        if !log.exists() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    panic!("the file is still open");
}
