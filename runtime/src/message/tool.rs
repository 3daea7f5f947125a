//! A tool call and its result.

use super::Content;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A call that the model asks for.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolCall {
    /// The id that the result has to carry.
    pub id: String,
    /// The name of the tool, as the model wrote it.
    pub name: String,
    /// The arguments, as the raw text that the model wrote; a JSON object if the model did well.
    pub arguments: String,
}

impl ToolCall {
    /// Creates a call.
    pub fn new(
        id: impl Into<String>,
        name: impl Into<String>,
        arguments: impl Into<String>,
    ) -> Self {
        Self {
            id: id.into(),
            name: name.into(),
            arguments: arguments.into(),
        }
    }
}

/// Shows the id and the name, never the arguments.
impl fmt::Debug for ToolCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolCall")
            .field("id", &self.id)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// What the model reads of one call.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolResult {
    /// The id of the call that this answers.
    pub call_id: String,
    /// The name of the tool.
    pub name: String,
    /// What the tool gave back, or the text that a handler gave for its failure.
    pub content: Content,
    /// Whether the call failed.
    #[serde(default)]
    pub is_error: bool,
    #[serde(skip)]
    pub(crate) whole: Whole,
}

/// The content before it was cut or redacted for the model, kept in this process only. No part of a
/// result's identity.
#[derive(Clone, Default)]
pub(crate) struct Whole(Option<Arc<Content>>);

impl PartialEq for Whole {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl ToolResult {
    /// Creates the result of a call that went well.
    pub fn new(
        call_id: impl Into<String>,
        name: impl Into<String>,
        content: impl Into<Content>,
    ) -> Self {
        Self {
            call_id: call_id.into(),
            name: name.into(),
            content: content.into(),
            is_error: false,
            whole: Whole::default(),
        }
    }

    /// Creates the result of a call that failed.
    pub fn error(
        call_id: impl Into<String>,
        name: impl Into<String>,
        content: impl Into<Content>,
    ) -> Self {
        Self {
            is_error: true,
            ..Self::new(call_id, name, content)
        }
    }

    /// Returns the content before it was cut to the length that the model may read, or redacted for it.
    ///
    /// It is kept in this process only: of a result that was stored and read back, it is what the model reads.
    #[must_use]
    pub fn untruncated(&self) -> &Content {
        self.whole.0.as_deref().unwrap_or(&self.content)
    }

    /// Sets what the model reads and keeps what it was.
    pub(crate) fn replace_content(&mut self, content: Content) {
        let whole = std::mem::replace(&mut self.content, content);
        self.whole.0.get_or_insert_with(|| Arc::new(whole));
    }

    /// Returns the text that the model reads.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        self.content.to_text()
    }
}

/// Shows which call this answers and how, never what was said.
impl fmt::Debug for ToolResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolResult")
            .field("call_id", &self.call_id)
            .field("name", &self.name)
            .field("is_error", &self.is_error)
            .field("content", &self.content)
            .finish_non_exhaustive()
    }
}
