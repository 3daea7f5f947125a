//! What can be wrong with a set.

/// What is wrong with the names or the schemas of a [`ToolSet`](crate::ToolSet).
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
    /// An agent that is a tool says nothing of what it is for.
    #[error("`{tool}` has no description; say what it is for, as the model cannot know")]
    #[non_exhaustive]
    NoDescription {
        /// The name of the tool.
        tool: String,
    },
    /// The schema of a tool's arguments is none that can be enforced: it is no JSON Schema, a regular expression in it is
    /// none that takes linear time, or it refers to what is elsewhere.
    #[error("the schema of `{tool}` cannot be enforced: {reason}")]
    #[non_exhaustive]
    InvalidSchema {
        /// The name of the tool.
        tool: String,
        /// What is wrong with it.
        reason: String,
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
