//! Where the file is, as long as it is there.

use crate::memory::{MemoryError, MemoryErrorKind};
use std::fs::{Metadata, canonicalize};
use std::io;
use std::path::{Path, PathBuf};

/// Where an open file is.
pub(super) struct Place {
    path: PathBuf,
    id: Option<(u64, u64)>,
}

impl Place {
    pub(super) fn of(path: &Path) -> Result<Self, MemoryError> {
        let found = canonicalize(path).and_then(|path| {
            let id = id(&path.metadata()?);
            Ok(Self { path, id })
        });
        found.map_err(gone)
    }

    /// Finds out whether the file is where it was. SQLite goes on with one that was deleted, and all that it is given then
    /// is gone when it is closed.
    pub(super) fn check(&self) -> Result<(), MemoryError> {
        let now = self.path.metadata().map_err(gone)?;
        if id(&now) == self.id {
            return Ok(());
        }
        let what = "another file is in its place";
        Err(MemoryError::new(MemoryErrorKind::Storage).with_source(what))
    }
}

fn gone(error: io::Error) -> MemoryError {
    MemoryError::new(MemoryErrorKind::Storage).with_source(error)
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have none")]
fn id(file: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((file.dev(), file.ino()))
}

/// Elsewhere an open file cannot be replaced.
#[cfg(not(unix))]
fn id(_: &Metadata) -> Option<(u64, u64)> {
    None
}
