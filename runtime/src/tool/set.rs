//! Many tools under their names.

use super::{
    Erase, ErasedTool, Limits, MaxOutput, NO_LIMIT, Tool, ToolContext, ToolDefinition,
    ToolDefinitions, ToolOutcome,
};
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

/// One tool of a set.
pub(crate) struct Entry<S> {
    pub(crate) definition: ToolDefinition,
    pub(crate) settings: Extensions,
    /// So many bytes the model reads of one call; [`NO_LIMIT`] if the tool does not say.
    pub(crate) max_output: usize,
    /// The schema holds limits beyond those of the parameters' types, so that the text is checked before each call.
    pub(crate) is_limited: bool,
    /// A keyword of the schema that this build cannot enforce.
    unenforceable: Option<&'static str>,
    pub(crate) tool: Arc<dyn ErasedTool<S>>,
}

impl<S> Entry<S> {
    pub(super) fn new(
        (definition, limits): (ToolDefinition, Limits),
        settings: Extensions,
        tool: Arc<dyn ErasedTool<S>>,
    ) -> Self {
        Self {
            definition,
            max_output: settings.get().map_or(NO_LIMIT, |MaxOutput(bytes)| *bytes),
            settings,
            is_limited: limits.any,
            unenforceable: limits.unenforceable,
            tool,
        }
    }
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
        builder
            .entries
            .extend(self.0.entries.iter().map(|entry| Entry {
                definition: entry.definition.clone(),
                settings: entry.settings.clone(),
                max_output: entry.max_output,
                is_limited: entry.is_limited,
                unenforceable: entry.unenforceable,
                tool: Arc::new(Stateless(Arc::clone(&entry.tool))) as _,
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
        self.entries
            .extend(tools.0.entries.iter().map(|entry| Entry {
                definition: entry.definition.clone(),
                settings: entry.settings.clone(),
                max_output: entry.max_output,
                is_limited: entry.is_limited,
                unenforceable: entry.unenforceable,
                tool: Arc::clone(&entry.tool),
            }));
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
            if let Some(keyword) = entry.unenforceable {
                problem.get_or_insert_with(|| ToolSetError::Unenforceable {
                    tool: name.to_owned(),
                    keyword,
                });
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

/// What is wrong with the names or the schemas of a [`ToolSet`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ToolSetError {
    /// Two tools have one name.
    #[error("two tools are called `{name}`; rename one with `#[tool(name = \"…\")]`")]
    #[non_exhaustive]
    DuplicateName {
        /// The name.
        name: String,
    },
    /// The name is not one that every provider takes.
    #[error(
        "`{name}` is no name for a tool; use a letter, then letters, digits or `_`, 64 characters at most"
    )]
    #[non_exhaustive]
    InvalidName {
        /// The name.
        name: String,
    },
    /// The schema of a tool's parameters asks for something that nothing would enforce.
    #[error(
        "the schema of `{tool}` asks for `{keyword}`, which this build cannot enforce; turn on the feature `validate`, or check it in the type's `Deserialize` and drop it from the schema"
    )]
    #[non_exhaustive]
    Unenforceable {
        /// The name of the tool.
        tool: String,
        /// The keyword of the schema.
        keyword: &'static str,
    },
}
