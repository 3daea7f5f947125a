//! What a message holds.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// The content of a message: usually one text, else several parts.
///
/// One text is kept without a list around it, so that a tool's answer needs no allocation but its own.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Content(Repr);

#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Repr {
    Text(String),
    Parts(Vec<ContentPart>),
}

/// One part of a [`Content`].
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum ContentPart {
    /// A text.
    #[non_exhaustive]
    Text {
        /// The words.
        text: String,
    },
}

impl ContentPart {
    /// Creates a part of text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }
}

impl Content {
    /// Creates the content of one text.
    pub fn text(text: impl Into<String>) -> Self {
        Self(Repr::Text(text.into()))
    }

    /// Creates the content of several parts.
    #[must_use]
    pub fn parts(parts: Vec<ContentPart>) -> Self {
        Self(Repr::Parts(parts))
    }

    /// The length of the text, in bytes.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        match &self.0 {
            Repr::Text(text) => text.len(),
            Repr::Parts(parts) => {
                let texts = parts.iter().map(|ContentPart::Text { text }| text.len());
                texts.sum::<usize>() + parts.len().saturating_sub(1)
            }
        }
    }

    /// Returns whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match &self.0 {
            Repr::Text(text) => text.is_empty(),
            Repr::Parts(parts) => parts
                .iter()
                .all(|ContentPart::Text { text }| text.is_empty()),
        }
    }

    /// Returns the text; the texts of several parts are joined with line breaks.
    #[must_use]
    pub fn to_text(&self) -> Cow<'_, str> {
        match &self.0 {
            Repr::Text(text) => Cow::Borrowed(text),
            Repr::Parts(parts) => {
                let texts: Vec<&str> = parts
                    .iter()
                    .map(|ContentPart::Text { text }| text.as_str())
                    .collect();
                Cow::Owned(texts.join("\n"))
            }
        }
    }

    /// The content with each of its texts replaced; `None` if all of them stay.
    pub(crate) fn replaced<'c>(&'c self, by: impl Fn(&'c str) -> Cow<'c, str>) -> Option<Self> {
        match &self.0 {
            Repr::Text(text) => match by(text) {
                Cow::Borrowed(_) => None,
                Cow::Owned(text) => Some(Self::text(text)),
            },
            Repr::Parts(parts) => {
                let texts: Vec<Cow<'_, str>> = parts
                    .iter()
                    .map(|ContentPart::Text { text }| by(text))
                    .collect();
                let changes = texts.iter().any(|text| matches!(text, Cow::Owned(_)));
                changes.then(|| Self::parts(texts.into_iter().map(ContentPart::text).collect()))
            }
        }
    }

    /// Turns the content into its text, like [`to_text`](Self::to_text).
    #[must_use]
    pub fn into_text(self) -> String {
        match self.0 {
            Repr::Text(text) => text,
            Repr::Parts(_) => self.to_text().into_owned(),
        }
    }
}

impl Default for Content {
    fn default() -> Self {
        Self::text("")
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

/// Shows how long the content is, never what it says: it may hold what users and tools keep private.
impl fmt::Debug for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Text(text) => write!(f, "Text({} bytes)", text.len()),
            Repr::Parts(parts) => write!(f, "Parts({})", parts.len()),
        }
    }
}

/// Shows how long the part is, never what it says.
impl fmt::Debug for ContentPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { text } => write!(f, "Text({} bytes)", text.len()),
        }
    }
}
