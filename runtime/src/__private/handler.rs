//! The handlers that a tool brings itself.

use crate::error_handler::{ToolExecutionErrorHandler, own_arguments_handler, own_handler};
use crate::extensions::Extensions;
use crate::tool::{MaxOutput, Timeout};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

type Shared = Arc<dyn ToolExecutionErrorHandler>;

/// What `on_error` or `on_bad_arguments` says, evaluated once in a process.
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct OwnHandler(OnceLock<Shared>);

impl OwnHandler {
    #[allow(clippy::new_without_default, reason = "only generated code calls it")]
    pub const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// Gives the tool this handler for arguments that cannot be decoded.
    pub fn __set_for_arguments(&self, settings: &mut Extensions, make: impl FnOnce() -> Shared) {
        own_arguments_handler(settings, Arc::clone(self.0.get_or_init(make)));
    }

    /// Gives the tool this handler, which is made unless it is there already.
    pub fn __set(&self, settings: &mut Extensions, make: impl FnOnce() -> Shared) {
        own_handler(settings, Arc::clone(self.0.get_or_init(make)));
    }
}

/// The handler as it is kept; a bad one is reported at the expression itself.
pub fn handler(handler: impl ToolExecutionErrorHandler + 'static) -> Shared {
    Arc::new(handler)
}

/// The most bytes that the model reads of one call.
pub fn max_output(settings: &mut Extensions, bytes: usize) {
    settings.insert(MaxOutput(bytes));
}

/// How long one call may take, in milliseconds.
pub fn timeout(settings: &mut Extensions, millis: u64) {
    settings.insert(Timeout(Duration::from_millis(millis)));
}
