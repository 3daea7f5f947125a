//! What a tool gives back.

use crate::llm_visible::{LlmText, is_blank};
use crate::message::{Content, ContentPart};
use std::borrow::Cow;
use std::error::Error;
use std::fmt;

/// What stands for a text that has nothing visible in it: some providers refuse an empty result.
const NO_OUTPUT: &str = "(no output)";

/// What `()` reads as.
const DONE: &str = "done";

/// What the model reads of a call that went well.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct ToolOutput {
    /// The content; never blank.
    pub(crate) content: Content,
}

impl ToolOutput {
    /// Creates an output of text. A text with nothing visible in it reads `(no output)`.
    pub fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        let content = if is_blank(&text) {
            Content::text(NO_OUTPUT)
        } else {
            Content::text(text)
        };
        Self { content }
    }

    /// Creates an output of several parts; none at all reads `(no output)`.
    #[must_use]
    pub fn parts(parts: Vec<ContentPart>) -> Self {
        if parts
            .iter()
            .all(|ContentPart::Text { text }| is_blank(text))
        {
            return Self::text(NO_OUTPUT);
        }
        Self {
            content: Content::parts(parts),
        }
    }

    /// Returns the content.
    #[must_use]
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// Serialises a value as compact JSON.
    pub(crate) fn json<T: serde::Serialize + ?Sized>(value: &T) -> Result<Self, OutputError> {
        match serde_json::to_string(value) {
            Ok(text) => Ok(Self {
                content: Content::text(text),
            }),
            Err(error) => Err(OutputError(Box::new(error))),
        }
    }
}

/// Shows how long the output is, never what it says.
impl fmt::Debug for ToolOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ToolOutput").field(&self.content).finish()
    }
}

/// Turns what a tool returns into what the model reads.
///
/// A type that is `Serialize` needs no implementation: it is sent as JSON. Text is sent as it is, `()` reads `done`.
#[diagnostic::on_unimplemented(
    message = "the model cannot be shown a `{Self}`",
    label = "neither `Serialize` nor `IntoToolOutput`",
    note = "derive `serde::Serialize` on the type, or implement `IntoToolOutput` for it"
)]
pub trait IntoToolOutput {
    /// Turns the value into an output.
    ///
    /// # Errors
    ///
    /// Why it cannot be turned into one; the call then failed with
    /// [`ToolErrorKind::Output`](super::ToolErrorKind::Output).
    fn into_tool_output(self) -> Result<ToolOutput, OutputError>;
}

impl IntoToolOutput for ToolOutput {
    fn into_tool_output(self) -> Result<ToolOutput, OutputError> {
        Ok(self)
    }
}

impl IntoToolOutput for () {
    fn into_tool_output(self) -> Result<ToolOutput, OutputError> {
        Ok(ToolOutput::text(DONE))
    }
}

macro_rules! text_output {
    ($($t:ty),*) => {$(
        impl IntoToolOutput for $t {
            fn into_tool_output(self) -> Result<ToolOutput, OutputError> {
                Ok(ToolOutput::text(self))
            }
        }
    )*};
}

text_output!(String, &str, Cow<'_, str>, Box<str>, LlmText);

/// Why a tool's result cannot be shown to the model.
#[derive(Debug)]
pub struct OutputError(Box<dyn Error + Send + Sync>);

impl OutputError {
    /// Wraps the cause.
    pub fn new(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(cause.into())
    }
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the tool's result cannot be serialised")
    }
}

impl Error for OutputError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.0)
    }
}
