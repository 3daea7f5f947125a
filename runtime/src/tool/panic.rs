//! The error of a tool that panicked.

use std::any::Any;
use std::error::Error;
use std::fmt;

/// A tool panicked. Its `Display` is a fixed text, so that no handler can send the payload.
pub struct PanicError {
    payload: Option<String>,
}

impl PanicError {
    pub(crate) fn new(payload: &(dyn Any + Send)) -> Self {
        let text = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned());
        Self {
            payload: text.or_else(|| payload.downcast_ref::<String>().cloned()),
        }
    }

    /// Returns what the tool panicked with, for developers; `None` if that was no text.
    #[must_use]
    pub fn payload(&self) -> Option<&str> {
        self.payload.as_deref()
    }
}

impl fmt::Display for PanicError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the tool panicked")
    }
}

/// Leaves the payload out.
impl fmt::Debug for PanicError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PanicError").finish_non_exhaustive()
    }
}

impl Error for PanicError {}
