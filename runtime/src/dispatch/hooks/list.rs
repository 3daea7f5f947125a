//! The hooks around the calls of an agent or a dispatcher.

use super::{AfterTool, BeforeTool, ErasedAfter, ErasedBefore};
use std::fmt;
use std::sync::Arc;

/// The hooks around a call, in the order in which they are asked.
#[derive(Clone, Default)]
pub(crate) struct Hooks {
    pub(super) before: Vec<Arc<dyn ErasedBefore>>,
    pub(super) after: Vec<Arc<dyn ErasedAfter>>,
}

impl Hooks {
    pub(crate) fn add_before(&mut self, hook: impl BeforeTool + 'static) {
        self.before.push(Arc::new(hook));
    }

    pub(crate) fn add_after(&mut self, hook: impl AfterTool + 'static) {
        self.after.push(Arc::new(hook));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }
}

impl fmt::Debug for Hooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, after) = (self.before.len(), self.after.len());
        write!(f, "Hooks(before: {before}, after: {after})")
    }
}
