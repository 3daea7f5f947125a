//! The error of a tool, or of a hook, that panicked.

use std::any::Any;
use std::error::Error;
use std::fmt;

/// A tool panicked, or a hook. Its `Display` is a fixed text, so that no handler can send the payload.
pub struct PanicError {
    payload: Option<String>,
    text: &'static str,
}

impl PanicError {
    pub(crate) fn new(payload: &(dyn Any + Send)) -> Self {
        Self::with_text(payload, "the tool panicked")
    }

    /// The error of something else, whose `Display` is `text`.
    pub(crate) fn with_text(payload: &(dyn Any + Send), text: &'static str) -> Self {
        let said = payload
            .downcast_ref::<&str>()
            .map(|said| (*said).to_owned());
        Self {
            payload: said.or_else(|| payload.downcast_ref::<String>().cloned()),
            text,
        }
    }

    /// Returns what the tool or the hook panicked with, for developers; `None` if that was no text.
    #[must_use]
    pub fn payload(&self) -> Option<&str> {
        self.payload.as_deref()
    }
}

impl fmt::Display for PanicError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

/// Leaves the payload out.
impl fmt::Debug for PanicError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PanicError").finish_non_exhaustive()
    }
}

impl Error for PanicError {}
