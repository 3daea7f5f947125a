//! What an agent hands to its dispatcher.

use super::{Dispatcher, Hooks};
use crate::tool::{Scope, ToolSet};
use std::borrow::Cow;

impl<'a, S> Dispatcher<'a, S> {
    /// Takes the hooks of an agent.
    pub(crate) fn hooks(mut self, hooks: &'a Hooks) -> Self {
        self.hooks = (!hooks.is_empty()).then_some(Cow::Borrowed(hooks));
        self
    }

    /// Takes other tools for the calls from now on.
    pub(crate) fn set_tools(&mut self, tools: &ToolSet<S>) {
        self.tools.clone_from(tools);
    }

    /// Returns what all calls share.
    pub(crate) fn scope(&self) -> &Scope {
        &self.scope
    }
}
