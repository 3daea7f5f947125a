//! What a tool gives back.

use crate::llm_visible::{LlmText, is_blank};
use crate::message::{Content, ContentPart, Image, Rare};
use serde::Serialize;
use serde_json::Value;
use std::borrow::Cow;
use std::error::Error;
use std::fmt;

/// What stands for a text that has nothing visible in it: some providers refuse an empty result.
const NO_OUTPUT: &str = "(no output)";

/// What `()` reads as.
const DONE: &str = "done";

/// What `None` reads as.
const NOTHING: &str = "null";

/// What the model reads of a call that went well.
#[derive(Clone, PartialEq)]
pub struct ToolOutput(Given);

/// What few outputs have is behind a pointer, so that the others are no larger for it.
#[derive(Clone, PartialEq)]
pub(crate) enum Given {
    /// The content; never blank.
    Plain(Content),
    /// With structured content.
    Structured(Box<(Content, Rare)>),
}

impl ToolOutput {
    /// Creates an output of text. A text with nothing visible in it reads `(no output)`.
    pub fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        if is_blank(&text) {
            Self::of(Content::text(NO_OUTPUT))
        } else {
            Self::of(Content::text(text))
        }
    }

    /// Creates an output of several parts; none at all, and nothing but blank texts, reads `(no output)`.
    #[must_use]
    pub fn parts(parts: Vec<ContentPart>) -> Self {
        let is_blank = |part: &ContentPart| part.as_text().is_some_and(is_blank);
        if parts.iter().all(is_blank) {
            return Self::text(NO_OUTPUT);
        }
        Self::of(Content::parts(parts))
    }

    /// Creates an output of structured content. The text that the model reads is the same JSON.
    ///
    /// # Errors
    ///
    /// Why the value cannot be written as JSON.
    pub fn structured<T: Serialize + ?Sized>(value: &T) -> Result<Self, OutputError> {
        let json = to_json(value)?;
        let rare = Rare::structured_json(json.as_str());
        Ok(Self::both(Content::text(json), rare))
    }

    /// Adds structured content beside what the model reads, which should say the same.
    ///
    /// # Errors
    ///
    /// Why the value cannot be written as JSON.
    pub fn with_structured<T: Serialize + ?Sized>(self, value: &T) -> Result<Self, OutputError> {
        let rare = Rare::structured_json(to_json(value)?);
        Ok(Self::both(self.into_content(), rare))
    }

    fn both(content: Content, rare: Rare) -> Self {
        Self(Given::Structured(Box::new((content, rare))))
    }

    fn into_content(self) -> Content {
        match self.0 {
            Given::Plain(content) => content,
            Given::Structured(both) => both.0,
        }
    }

    #[inline]
    pub(crate) fn of(content: Content) -> Self {
        Self(Given::Plain(content))
    }

    #[inline]
    pub(crate) fn given(self) -> Given {
        self.0
    }

    /// Returns the content.
    #[must_use]
    pub fn content(&self) -> &Content {
        match &self.0 {
            Given::Plain(content) => content,
            Given::Structured(both) => &both.0,
        }
    }

    /// Returns the structured content, as the text of a JSON value.
    #[must_use]
    pub fn structured_content(&self) -> Option<&str> {
        match &self.0 {
            Given::Plain(_) => None,
            Given::Structured(both) => both.1.structured(),
        }
    }

    /// Serialises a value as compact JSON.
    pub(crate) fn json<T: Serialize + ?Sized>(value: &T) -> Result<Self, OutputError> {
        to_json(value).map(|json| Self::of(Content::text(json)))
    }
}

fn to_json<T: Serialize + ?Sized>(value: &T) -> Result<String, OutputError> {
    serde_json::to_string(value).map_err(|error| OutputError(Box::new(error)))
}

/// Shows how long the output is, never what it says.
impl fmt::Debug for ToolOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ToolOutput").field(self.content()).finish()
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

    /// Returns the JSON Schema (2020-12) of the structured content of all outputs of this type, if it has one.
    ///
    /// `#[tool]` asks once, for the tool's [definition](super::ToolDefinition::output_schema).
    #[must_use]
    fn output_schema() -> Option<Value>
    where
        Self: Sized,
    {
        None
    }
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

macro_rules! parts_output {
    ($($t:ty: $value:ident => $parts:expr;)*) => {$(
        // Who returns something that cannot be shown hardly meant these.
        #[diagnostic::do_not_recommend]
        impl IntoToolOutput for $t {
            fn into_tool_output(self) -> Result<ToolOutput, OutputError> {
                let $value = self;
                Ok(ToolOutput::parts($parts))
            }
        }
    )*};
}

parts_output! {
    ContentPart: part => vec![part];
    Image: image => vec![image.into()];
    Vec<ContentPart>: parts => parts;
    Box<[ContentPart]>: parts => parts.into_vec();
    Vec<Image>: images => images.into_iter().map(ContentPart::from).collect();
}

#[diagnostic::do_not_recommend]
impl<const N: usize> IntoToolOutput for [ContentPart; N] {
    fn into_tool_output(self) -> Result<ToolOutput, OutputError> {
        Ok(ToolOutput::parts(self.into()))
    }
}

#[diagnostic::do_not_recommend]
impl IntoToolOutput for Content {
    fn into_tool_output(self) -> Result<ToolOutput, OutputError> {
        Ok(match self.into_parts() {
            Ok(parts) => ToolOutput::parts(parts),
            Err(text) => ToolOutput::text(text),
        })
    }
}

/// `None` reads `null`, as it does for every other type.
#[diagnostic::do_not_recommend]
impl IntoToolOutput for Option<Image> {
    fn into_tool_output(self) -> Result<ToolOutput, OutputError> {
        self.map(ContentPart::from).into_tool_output()
    }
}

/// `None` reads `null`, as it does for every other type.
#[diagnostic::do_not_recommend]
impl IntoToolOutput for Option<ContentPart> {
    fn into_tool_output(self) -> Result<ToolOutput, OutputError> {
        Ok(ToolOutput::parts(vec![
            self.unwrap_or_else(|| ContentPart::text(NOTHING)),
        ]))
    }
}

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
