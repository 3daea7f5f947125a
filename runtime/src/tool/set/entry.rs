//! One tool of a set, with what is known of it.

use super::ToolSetError;
use crate::extensions::Extensions;
use crate::llm_visible::is_blank;
#[cfg(feature = "validate")]
use crate::tool::arguments::enforce::Enforcer;
use crate::tool::arguments::{Offer, Quieted};
use crate::tool::{ErasedTool, ErrorTexts, Limits, MaxOutput, NO_LIMIT, Timeout, ToolDefinition};
use std::sync::Arc;
use std::time::Duration;

/// The setting of a tool whose description is written where no macro sees it.
pub(crate) struct NeedsDescription;

/// One tool of a set.
pub(crate) struct Entry<S> {
    pub(crate) definition: ToolDefinition,
    pub(crate) settings: Extensions,
    /// Of which parameters little is said.
    pub(crate) quieted: Quieted,
    /// What the tool's errors can say; `None` of a tool written by hand.
    pub(crate) texts: Option<ErrorTexts>,
    /// So many bytes the model reads of one call; [`NO_LIMIT`] if the tool does not say.
    pub(crate) max_output: usize,
    /// So long one call may take, if the tool says so.
    pub(crate) timeout: Option<Duration>,
    /// The schema holds limits beyond those of the parameters' types, so that the text is checked before each call.
    pub(crate) is_limited: bool,
    /// The schema is not made of types: the tool decodes by itself.
    pub(crate) is_foreign: bool,
    /// What is wrong with the schema.
    pub(super) problem: Option<ToolSetError>,
    /// Enforces what the schema asks for besides types and limits.
    #[cfg(feature = "validate")]
    pub(crate) enforcer: Option<Arc<Enforcer>>,
    pub(crate) tool: Arc<dyn ErasedTool<S>>,
}

impl<S> Entry<S> {
    pub(in crate::tool) fn new(
        (definition, limits): (ToolDefinition, Limits),
        settings: Extensions,
        tool: Arc<dyn ErasedTool<S>>,
    ) -> Self {
        #[cfg(not(feature = "validate"))]
        let problem = limits
            .unenforceable
            .map(|keyword| ToolSetError::Unenforceable {
                tool: definition.name().to_owned(),
                keyword,
            });
        #[cfg(feature = "validate")]
        let (enforcer, problem) = match enforcer(&definition, &limits) {
            Ok(enforcer) => (enforcer.map(Arc::new), None),
            Err(problem) => (None, Some(problem)),
        };
        let problem = problem.or_else(|| {
            let is_missing =
                settings.get::<NeedsDescription>().is_some() && is_blank(definition.description());
            is_missing.then(|| ToolSetError::NoDescription {
                tool: definition.name().to_owned(),
            })
        });
        #[cfg(feature = "validate")]
        let limits = Limits {
            any: limits.any || enforcer.is_some(),
            ..limits
        };
        Self {
            #[cfg(feature = "validate")]
            enforcer,
            problem,
            definition,
            max_output: settings.get().map_or(NO_LIMIT, |MaxOutput(bytes)| *bytes),
            timeout: settings.get().map(|Timeout(limit)| *limit),
            settings,
            is_limited: limits.any,
            is_foreign: limits.is_foreign,
            quieted: limits.quieted,
            texts: limits.texts,
            tool,
        }
    }

    /// What is known of the tool, beside another way to call it.
    pub(super) fn with_tool<T>(&self, tool: Arc<dyn ErasedTool<T>>) -> Entry<T> {
        Entry {
            definition: self.definition.clone(),
            settings: self.settings.clone(),
            quieted: self.quieted.clone(),
            texts: self.texts.clone(),
            max_output: self.max_output,
            timeout: self.timeout,
            is_limited: self.is_limited,
            is_foreign: self.is_foreign,
            problem: self.problem.clone(),
            #[cfg(feature = "validate")]
            enforcer: self.enforcer.clone(),
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

/// The validator of a tool that needs one: its schema asks for more than types and limits, or comes from elsewhere.
#[cfg(feature = "validate")]
fn enforcer(
    definition: &ToolDefinition,
    limits: &Limits,
) -> Result<Option<Enforcer>, ToolSetError> {
    if !limits.is_foreign && !limits.more && limits.unenforceable.is_none() {
        return Ok(None);
    }
    let invalid = |reason| ToolSetError::InvalidSchema {
        tool: definition.name().to_owned(),
        reason,
    };
    Enforcer::new(definition.input_schema())
        .map(Some)
        .map_err(invalid)
}
