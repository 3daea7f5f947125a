//! One tool of a set, with what is known of it.

use crate::extensions::Extensions;
use crate::tool::arguments::{Offer, Quieted};
use crate::tool::{ErasedTool, Limits, MaxOutput, NO_LIMIT, ToolDefinition};
use std::sync::Arc;

/// One tool of a set.
pub(crate) struct Entry<S> {
    pub(crate) definition: ToolDefinition,
    pub(crate) settings: Extensions,
    /// Of which parameters little is said.
    pub(crate) quieted: Quieted,
    /// So many bytes the model reads of one call; [`NO_LIMIT`] if the tool does not say.
    pub(crate) max_output: usize,
    /// The schema holds limits beyond those of the parameters' types, so that the text is checked before each call.
    pub(crate) is_limited: bool,
    /// A keyword of the schema that this build cannot enforce.
    /// The schema is not made of types: the tool decodes by itself.
    pub(crate) is_foreign: bool,
    pub(super) unenforceable: Option<&'static str>,
    pub(crate) tool: Arc<dyn ErasedTool<S>>,
}

impl<S> Entry<S> {
    pub(in crate::tool) fn new(
        (definition, limits): (ToolDefinition, Limits),
        settings: Extensions,
        tool: Arc<dyn ErasedTool<S>>,
    ) -> Self {
        Self {
            definition,
            max_output: settings.get().map_or(NO_LIMIT, |MaxOutput(bytes)| *bytes),
            settings,
            is_limited: limits.any,
            is_foreign: limits.is_foreign,
            unenforceable: limits.unenforceable,
            quieted: limits.quieted,
            tool,
        }
    }

    /// What is known of the tool, beside another way to call it.
    pub(super) fn with_tool<T>(&self, tool: Arc<dyn ErasedTool<T>>) -> Entry<T> {
        Entry {
            definition: self.definition.clone(),
            settings: self.settings.clone(),
            quieted: self.quieted.clone(),
            max_output: self.max_output,
            is_limited: self.is_limited,
            is_foreign: self.is_foreign,
            unenforceable: self.unenforceable,
            tool,
        }
    }

    /// What the feedback on a call's arguments is made of.
    pub(crate) fn offer(&self) -> Offer<'_> {
        Offer {
            definition: &self.definition,
            quieted: &self.quieted,
        }
    }
}
