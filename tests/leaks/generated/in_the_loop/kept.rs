//! A memory in process or in a file of its own.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use toolwright::Message;
use toolwright::memory::{
    ChatMemory, Conversation, ConversationLocks, InMemory, MemoryError, SqliteMemory,
};

/// A memory in process or in a file.
pub(super) enum Memory {
    InProcess(InMemory),
    InFile(SqliteMemory, Folder),
}

impl ChatMemory for Memory {
    async fn load(&self, id: &str) -> Result<Conversation, MemoryError> {
        match self {
            Self::InProcess(memory) => memory.load(id).await,
            Self::InFile(memory, _) => memory.load(id).await,
        }
    }

    async fn append(
        &self,
        id: &str,
        version: u64,
        messages: &[Message],
        open: bool,
    ) -> Result<u64, MemoryError> {
        match self {
            Self::InProcess(memory) => memory.append(id, version, messages, open).await,
            Self::InFile(memory, _) => memory.append(id, version, messages, open).await,
        }
    }

    async fn clear(&self, id: &str) -> Result<(), MemoryError> {
        match self {
            Self::InProcess(memory) => memory.clear(id).await,
            Self::InFile(memory, _) => memory.clear(id).await,
        }
    }

    fn locks(&self) -> Option<&ConversationLocks> {
        match self {
            Self::InProcess(memory) => memory.locks(),
            Self::InFile(memory, _) => memory.locks(),
        }
    }
}

/// Gone with its case.
pub(super) struct Folder(pub(super) PathBuf);

impl Folder {
    pub(super) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let n = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("toolwright-canary-{}-{n}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        let files = std::fs::read_dir(&self.0).unwrap();
        files
            .flat_map(|file| std::fs::read(file.unwrap().path()).unwrap())
            .collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}
