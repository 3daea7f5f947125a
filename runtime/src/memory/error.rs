//! What goes wrong in a memory.

use std::error::Error;
use std::fmt;

/// Why a memory could not do what it was asked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MemoryErrorKind {
    /// Somebody else wrote into the conversation since it was loaded. Nothing was stored; whoever loads it again can go on.
    ConversationBusy,
    /// The store could not be read or written: a full disk, a file that is locked for too long, a server that is away.
    Storage,
    /// What is stored cannot be understood: messages are missing, or are none.
    Corrupt,
    /// The store belongs to another version of this crate.
    Version,
    /// The file is something else than a memory.
    Foreign,
}

/// A memory could not do what it was asked to. For developers; never sent to a model, and without the text of any message.
///
/// ```
/// use toolwright::memory::{MemoryError, MemoryErrorKind};
/// use std::error::Error;
///
/// let error = MemoryError::new(MemoryErrorKind::Storage).with_source("the server is away");
/// assert_eq!(error.to_string(), "the memory could not be read or written");
/// assert_eq!(error.source().unwrap().to_string(), "the server is away");
/// ```
#[derive(Debug)]
pub struct MemoryError {
    kind: MemoryErrorKind,
    source: Option<Box<dyn Error + Send + Sync>>,
}

impl MemoryError {
    /// Creates an error.
    #[must_use]
    pub fn new(kind: MemoryErrorKind) -> Self {
        Self { kind, source: None }
    }

    /// Says what caused it. The text of a message has no place there: the source ends in logs.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// Returns what went wrong.
    #[must_use]
    pub fn kind(&self) -> MemoryErrorKind {
        self.kind
    }
}

impl fmt::Display for MemoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            MemoryErrorKind::ConversationBusy => {
                "the conversation was written to by somebody else in the meantime"
            }
            MemoryErrorKind::Storage => "the memory could not be read or written",
            MemoryErrorKind::Corrupt => "what the memory holds is corrupt",
            MemoryErrorKind::Version => "the memory belongs to another version of this crate",
            MemoryErrorKind::Foreign => "the file is no memory",
        })
    }
}

impl Error for MemoryError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}
