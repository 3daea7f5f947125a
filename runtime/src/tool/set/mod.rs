//! Many tools under their names.

mod entry;
mod error;
#[cfg(all(test, not(feature = "validate")))]
mod tests;

pub(crate) use entry::{Entry, NeedsDescription};
pub use error::ToolSetError;

use super::{Erase, ErasedTool, Tool, ToolContext, ToolDefinition, ToolDefinitions, ToolOutcome};
use crate::extensions::Extensions;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// Tools under their names, for agents whose state is `S`. Frozen once it is built, and cheap to clone.
///
/// [`toolset!`](crate::toolset) makes one of functions. A set for the state `()` fits into any other.
///
/// ```
/// use toolwright::{ToolSet, tool, toolset};
///
/// /// Adds two numbers.
/// #[tool]
/// fn add(a: i64, b: i64) -> i64 { a + b }
///
/// let tools: ToolSet = toolset![add];
/// assert_eq!(tools.names().collect::<Vec<_>>(), ["add"]);
/// ```
pub struct ToolSet<S = ()>(Arc<Inner<S>>);

struct Inner<S> {
    entries: Vec<Entry<S>>,
    // The names are the developer's, the model only looks them up: a hasher without a secret is safe here.
    index: HashMap<Box<str>, usize, foldhash::fast::FixedState>,
    definitions: ToolDefinitions,
    problem: Option<ToolSetError>,
}

impl<S> ToolSet<S> {
    /// Starts an empty set.
    pub fn builder() -> ToolSetBuilder<S> {
        ToolSetBuilder {
            entries: Vec::new(),
        }
    }

    /// Returns the names, in the order in which the tools were listed.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.definitions().iter().map(ToolDefinition::name)
    }

    /// Returns the definitions, shared.
    #[must_use]
    pub fn definitions(&self) -> &ToolDefinitions {
        &self.0.definitions
    }

    /// Checks the names and the schemas. An agent does so when it is built.
    ///
    /// # Errors
    ///
    /// The first name that two tools have, or that not every provider takes; the first schema that asks for what this
    /// build cannot enforce.
    pub fn check(&self) -> Result<(), ToolSetError> {
        self.0.problem.clone().map_or(Ok(()), Err)
    }

    /// Whether it is the same set, and not only one that is like it.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Whether any of the tools has a timeout of its own.
    pub(crate) fn has_timeouts(&self) -> bool {
        let mut entries = self.0.entries.iter();
        entries.any(|entry| entry.timeout.is_some())
    }

    pub(super) fn entries(&self) -> &[Entry<S>] {
        &self.0.entries
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Entry<S>> {
        self.0.entries.get(*self.0.index.get(name)?)
    }
}

impl ToolSet {
    /// Fits a set of tools that need no state to agents with the state `S`.
    #[must_use]
    pub fn for_state<S: Send + Sync + 'static>(&self) -> ToolSet<S> {
        let mut builder = ToolSet::builder();
        builder.entries.extend(self.0.entries.iter().map(|entry| {
            let tool = Arc::new(Stateless(Arc::clone(&entry.tool)));
            entry.with_tool(tool)
        }));
        builder.build()
    }
}

impl<S> Clone for ToolSet<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<S> Default for ToolSet<S> {
    fn default() -> Self {
        Self::builder().build()
    }
}

impl<S> fmt::Debug for ToolSet<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ToolSet").field(&self.0.definitions).finish()
    }
}

/// A tool that looks at no state.
struct Stateless(Arc<dyn ErasedTool<()>>);

impl<S> ErasedTool<S> for Stateless {
    fn outcome<'a>(
        &'a self,
        arguments: &'a str,
        _: &'a S,
        context: &'a ToolContext,
    ) -> ToolOutcome<'a> {
        self.0.outcome(arguments, &(), context)
    }
}

/// Collects the tools of a [`ToolSet`].
#[must_use]
pub struct ToolSetBuilder<S = ()> {
    entries: Vec<Entry<S>>,
}

impl<S> ToolSetBuilder<S> {
    pub(super) fn of(entries: Vec<Entry<S>>) -> Self {
        Self { entries }
    }

    /// Adds a tool.
    pub fn tool(mut self, tool: impl Tool<S>) -> Self {
        let mut settings = Extensions::default();
        tool.settings(&mut settings);
        let described = tool.described();
        self.entries
            .push(Entry::new(described, settings, Arc::new(Erase(tool))));
        self
    }

    /// Adds all tools of another set.
    pub fn tools(mut self, tools: impl IntoToolSet<S>) -> Self {
        let tools = tools.into_tool_set();
        let entries = tools.0.entries.iter();
        self.entries
            .extend(entries.map(|entry| entry.with_tool(Arc::clone(&entry.tool))));
        self
    }

    /// Freezes the set. Names that clash and the like are found here and reported by [`ToolSet::check`].
    #[must_use]
    pub fn build(self) -> ToolSet<S> {
        let mut index = HashMap::with_capacity_and_hasher(
            self.entries.len(),
            foldhash::fast::FixedState::default(),
        );
        let mut problem = None;
        for (i, entry) in self.entries.iter().enumerate() {
            let name = entry.definition.name();
            if !is_portable(name) {
                problem.get_or_insert_with(|| ToolSetError::InvalidName {
                    name: name.to_owned(),
                });
            }
            if let Some(own) = &entry.problem {
                problem.get_or_insert_with(|| own.clone());
            }
            if index.insert(Box::from(name), i).is_some() {
                problem.get_or_insert_with(|| ToolSetError::DuplicateName {
                    name: name.to_owned(),
                });
            }
        }
        let definitions =
            ToolDefinitions::new(self.entries.iter().map(|entry| entry.definition.clone()));
        ToolSet(Arc::new(Inner {
            entries: self.entries,
            index,
            definitions,
            problem,
        }))
    }
}

impl<S> fmt::Debug for ToolSetBuilder<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.entries.iter().map(|entry| entry.definition.name());
        f.debug_list().entries(names).finish()
    }
}

/// Whether every provider takes the name: `^[A-Za-z][A-Za-z0-9_]{0,63}$`.
fn is_portable(name: &str) -> bool {
    name.len() <= 64
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// What can be added to a set as a whole: another set, or an instance of a type under
/// [`#[tools]`](macro@crate::tools), by itself or in an `Arc`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be added to the tools of an agent whose state is `{S}`",
    note = "call `.state(…)` before `.tools(…)`, with the state that the tools ask for",
    note = "a set that needs no state fits with `toolset![..set]` or `set.for_state()`",
    note = "an instance gives tools if its type has `#[tools]` on its `impl`, and the state has what they ask for"
)]
pub trait IntoToolSet<S> {
    /// Turns the value into a set.
    fn into_tool_set(self) -> ToolSet<S>;
}

impl<S> IntoToolSet<S> for ToolSet<S> {
    fn into_tool_set(self) -> ToolSet<S> {
        self
    }
}

impl<S> IntoToolSet<S> for &ToolSet<S> {
    fn into_tool_set(self) -> ToolSet<S> {
        self.clone()
    }
}
