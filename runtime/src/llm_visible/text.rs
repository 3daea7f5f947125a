//! `LlmText`: a text for the model, never blank.

use super::is_blank;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// A text written for the model. It holds at least one visible character.
///
/// Blank is text of nothing but Unicode `White_Space`, control characters and invisible format characters such as
/// U+200B or U+FEFF: a model would read it as nothing, and some providers refuse it.
///
/// There is no conversion from an error, and none from a `String` that goes unnoticed: write the text with
/// [`llm_text!`](crate::llm_text), or say with [`LlmText::new`] that a computed text is meant for the model.
///
/// ```
/// use toolwright::LlmText;
///
/// assert_eq!(LlmText::new("no such city")?.as_str(), "no such city");
/// assert!(LlmText::new(" \u{200B}\n").is_err());
/// # Ok::<(), toolwright::BlankText>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct LlmText(Cow<'static, str>);

impl LlmText {
    /// Takes a text that is meant for the model.
    ///
    /// # Errors
    ///
    /// [`BlankText`] if nothing of it is visible.
    pub fn new(text: impl Into<Cow<'static, str>>) -> Result<Self, BlankText> {
        let text = text.into();
        if is_blank(&text) {
            Err(BlankText(()))
        } else {
            Ok(Self(text))
        }
    }

    /// Takes a text that is meant for the model, or logs a warning and returns `None` if it is blank.
    ///
    /// This is for [`message_for_llm`](crate::LlmVisible::message_for_llm): a text that turns out blank counts as not
    /// visible.
    pub fn if_not_blank(text: impl Into<Cow<'static, str>>) -> Option<Self> {
        let text = Self::new(text).ok();
        if text.is_none() {
            tracing::warn!(
                "a text for the model turned out blank; the error counts as not visible"
            );
        }
        text
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// For literals that a macro found visible.
    pub(crate) const fn literal(text: &'static str) -> Self {
        Self(Cow::Borrowed(text))
    }

    /// For text that was checked while compiling, or that the runtime itself builds around visible words.
    pub(crate) fn known_visible(text: impl Into<Cow<'static, str>>) -> Self {
        let text = text.into();
        debug_assert!(!is_blank(&text), "blank text for the model");
        Self(text)
    }
}

/// Shows how long the text is, never what it says: it is content, and logs hold none unless asked to.
impl fmt::Debug for LlmText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LlmText({} bytes)", self.0.len())
    }
}

impl fmt::Display for LlmText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl AsRef<str> for LlmText {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl From<LlmText> for String {
    fn from(text: LlmText) -> Self {
        text.0.into_owned()
    }
}

impl TryFrom<String> for LlmText {
    type Error = BlankText;

    fn try_from(text: String) -> Result<Self, BlankText> {
        Self::new(text)
    }
}

/// A text for the model had nothing visible in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a text for the model needs a visible character")]
pub struct BlankText(());
