//! What a message holds.

use super::image::{self, Image};
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
    // Two words beside the one in which a text has its capacity: a content is no larger than a text.
    Parts(Box<[ContentPart]>),
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
    /// An image.
    Image(#[serde(with = "image")] Image),
}

impl ContentPart {
    /// Creates a part of text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }

    /// Returns the text, if it is one.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text { text } => Some(text),
            Self::Image(_) => None,
        }
    }

    /// Returns the image, if it is one.
    #[must_use]
    pub fn as_image(&self) -> Option<&Image> {
        match self {
            Self::Text { .. } => None,
            Self::Image(image) => Some(image),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Text { text } => text.len(),
            Self::Image(image) => image.len(),
        }
    }
}

impl From<Image> for ContentPart {
    fn from(image: Image) -> Self {
        Self::Image(image)
    }
}

impl From<String> for ContentPart {
    fn from(text: String) -> Self {
        Self::Text { text }
    }
}

impl From<&str> for ContentPart {
    fn from(text: &str) -> Self {
        Self::text(text)
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
        Self(Repr::Parts(parts.into()))
    }

    /// Returns the parts; `None` if it is one text, which [`to_text`](Self::to_text) returns.
    #[must_use]
    pub fn as_parts(&self) -> Option<&[ContentPart]> {
        match &self.0 {
            Repr::Text(_) => None,
            Repr::Parts(parts) => Some(parts),
        }
    }

    /// The parts, or the one text.
    pub(crate) fn into_parts(self) -> Result<Vec<ContentPart>, String> {
        match self.0 {
            Repr::Text(text) => Err(text),
            Repr::Parts(parts) => Ok(parts.into_vec()),
        }
    }

    /// Returns the images in it, in order.
    pub fn images(&self) -> impl Iterator<Item = &Image> {
        self.as_parts()
            .unwrap_or_default()
            .iter()
            .filter_map(ContentPart::as_image)
    }

    /// The length of all of it, in bytes.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        match &self.0 {
            Repr::Text(text) => text.len(),
            Repr::Parts(parts) => length(parts),
        }
    }

    /// Returns whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match &self.0 {
            Repr::Text(text) => text.is_empty(),
            Repr::Parts(parts) => parts.iter().all(|part| part.len() == 0),
        }
    }

    /// Returns the text; the texts of several parts are joined with line breaks, and images have none.
    #[must_use]
    pub fn to_text(&self) -> Cow<'_, str> {
        match &self.0 {
            Repr::Text(text) => Cow::Borrowed(text),
            Repr::Parts(parts) => {
                let texts: Vec<&str> = parts.iter().filter_map(ContentPart::as_text).collect();
                Cow::Owned(texts.join("\n"))
            }
        }
    }

    /// The content with each of its texts replaced, images as they are; `None` if all of them stay.
    pub(crate) fn replaced<'c>(&'c self, by: impl Fn(&'c str) -> Cow<'c, str>) -> Option<Self> {
        match &self.0 {
            Repr::Text(text) => match by(text) {
                Cow::Borrowed(_) => None,
                Cow::Owned(text) => Some(Self::text(text)),
            },
            Repr::Parts(parts) => {
                let texts: Vec<_> = parts.iter().map(|part| part.as_text().map(&by)).collect();
                let changes = |text: &Option<_>| matches!(text, Some(Cow::Owned(_)));
                texts.iter().any(changes).then(|| {
                    let parts = parts.iter().zip(texts).map(|(part, text)| match text {
                        Some(text) => ContentPart::text(text),
                        None => part.clone(),
                    });
                    Self::parts(parts.collect())
                })
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

/// The length of the parts and of what stands between them, in bytes.
#[cold]
fn length(parts: &[ContentPart]) -> usize {
    parts.iter().map(ContentPart::len).sum::<usize>() + parts.len().saturating_sub(1)
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
            Self::Image(image) => image.fmt(f),
        }
    }
}
