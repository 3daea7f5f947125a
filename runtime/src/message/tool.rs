//! A tool call and its result.

use super::{Content, Rare};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

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
    #[serde(
        default,
        rename = "structured",
        skip_serializing_if = "has_no_structured"
    )]
    pub(crate) rare: Rare,
}

fn has_no_structured(rare: &Rare) -> bool {
    rare.structured().is_none()
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
            rare: Rare::default(),
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

    /// Returns the structured content, as the text of a JSON value, where the tool gave one and it is not longer than
    /// what may be sent.
    ///
    /// The text in [`content`](Self::content) says the same to models that take no structured content.
    #[must_use]
    pub fn structured(&self) -> Option<&str> {
        self.rare.structured()
    }

    /// Returns the content before it was cut to the length that the model may read, or redacted for it.
    ///
    /// It is kept in this process only: of a result that was stored and read back, it is what the model reads.
    #[must_use]
    pub fn untruncated(&self) -> &Content {
        self.rare.whole().unwrap_or(&self.content)
    }

    /// Returns the structured content, also where it is too long to be sent or was redacted. Like [`untruncated`](Self::untruncated),
    /// what was not sent is in this process only.
    #[must_use]
    pub fn untruncated_structured(&self) -> Option<&str> {
        self.rare.all_structured()
    }

    /// Returns the arguments that the tool got, where a [hook](crate::dispatch::BeforeTool) had it run with others than
    /// the model wrote. Like [`untruncated`](Self::untruncated), they are in this process only.
    #[must_use]
    pub fn edited_arguments(&self) -> Option<&str> {
        self.rare.arguments()
    }

    pub(crate) fn keep_arguments(&mut self, arguments: String) {
        self.rare.keep_arguments(arguments);
    }

    /// Whether the tool was run for the call, as far as this process knows.
    pub(crate) fn was_run(&self) -> bool {
        self.rare.was_run()
    }

    pub(crate) fn set_run(&mut self, was_run: bool) {
        self.rare.set_run(was_run);
    }

    /// Whether the call failed in a way that says nothing about what the tool did before, as far as this process knows.
    pub(crate) fn is_in_doubt(&self) -> bool {
        self.rare.is_in_doubt()
    }

    pub(crate) fn set_in_doubt(&mut self) {
        self.rare.set_in_doubt();
    }

    /// How long the call took, where this process measured it.
    pub(crate) fn duration(&self) -> Option<Duration> {
        self.rare.duration()
    }

    pub(crate) fn set_duration(&mut self, duration: Duration) {
        self.rare.set_duration(duration);
    }

    /// Adds a note of the runtime behind what the model reads. The untruncated content stays what it was.
    ///
    /// A result that was stored with its note and is given once more has it already.
    pub(crate) fn push_note(&mut self, note: &str) {
        let text = self.content.to_text();
        if text
            .strip_suffix(note)
            .is_some_and(|front| front.ends_with('\n'))
        {
            return;
        }
        let text = format!("{}\n{note}", self.content.to_text());
        self.replace_content(Content::text(text));
    }

    /// Sets what the model reads and keeps what it was.
    pub(crate) fn replace_content(&mut self, content: Content) {
        let whole = std::mem::replace(&mut self.content, content);
        self.rare.keep(whole);
    }

    /// Keeps the structured content out of what is sent.
    pub(crate) fn withhold_structured(&mut self) {
        self.rare.withhold_structured();
    }

    /// Sends other structured content, and keeps what it was.
    pub(crate) fn replace_structured(&mut self, json: String) {
        self.rare.replace_structured(json);
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
            .field("structured", &self.structured().map(str::len))
            .finish_non_exhaustive()
    }
}
