//! The catalogue of what the errors of a set's tools can say to the model.

use super::ToolSet;
use crate::llm_visible::Texts;
use std::fmt;

type List = fn(&mut Texts);

/// What is known of the error of a `#[tool]`.
#[derive(Clone, Debug, Default)]
pub(crate) struct ErrorTexts {
    pub(crate) kind: ErrorKind,
    pub(crate) lists: Vec<List>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum ErrorKind {
    Visible,
    Erased,
    /// A [`ToolError`](super::ToolError), made of an error that is not known.
    Wrapper,
    Hidden,
    /// The return type cannot be named.
    Unnamed,
    #[default]
    None,
}

impl ErrorTexts {
    pub(crate) fn new(kind: ErrorKind, list: Option<List>) -> Self {
        let lists = list.into_iter().collect();
        Self { kind, lists }
    }

    fn lines(&self) -> String {
        let mut lines = match self.kind {
            ErrorKind::Visible => String::new(),
            ErrorKind::Erased => {
                "(erased: an error of its chain may be visible, with a text of its own)\n"
                    .to_owned()
            }
            ErrorKind::Wrapper => {
                "(a `ToolError`: it may be visible, with a text of its own)\n".to_owned()
            }
            ErrorKind::Hidden => "(for developers only)\n".to_owned(),
            ErrorKind::Unnamed => "(unknown: the return type has no name)\n".to_owned(),
            ErrorKind::None => "(cannot fail)\n".to_owned(),
        };
        lines.extend(self.lists.iter().map(|list| Texts::of(*list)));
        lines
    }
}

/// Every text that the derives of the tools' error types can send, tool by tool: see [`ToolSet::llm_texts`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LlmTexts {
    tools: Vec<(String, String)>,
}

impl LlmTexts {
    /// Returns the lines of one tool.
    #[must_use]
    pub fn of(&self, tool: &str) -> Option<&str> {
        let found = self.tools.iter().find(|(name, _)| name == tool);
        found.map(|(_, lines)| lines.as_str())
    }
}

/// The tools in their order, and below each the texts of its error, a line each.
impl fmt::Display for LlmTexts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (tool, lines) in &self.tools {
            writeln!(f, "{tool}")?;
            for line in lines.lines() {
                writeln!(f, "  {line}")?;
            }
        }
        Ok(())
    }
}

impl<S> ToolSet<S> {
    /// Returns the catalogue of what the model can be told when a tool fails: the texts of `#[derive(LlmVisible)]`, as
    /// they are written, and which variants are hidden or computed.
    ///
    /// Keep it in a file beside the code and compare: a change to what the model may be told then shows up in a diff, and
    /// in a review. The list says of what it cannot know that it does not: a `LlmVisible` or a tool that is written by
    /// hand, a text that is computed, an erased error, in which a `visible_error!` may stand.
    ///
    /// ```
    /// use toolwright::{LlmVisible, ToolSet, tool, toolset};
    ///
    /// #[derive(Debug, LlmVisible)]
    /// enum OrderError {
    ///     #[llm("there is no order {id}; ask for the number on the receipt")]
    ///     NotFound { id: u64 },
    ///     #[llm(hidden)]
    ///     Database,
    /// }
    ///
    /// /// Looks up where an order is.
    /// #[tool]
    /// fn order_status(id: u64) -> Result<String, OrderError> { Err(OrderError::NotFound { id }) }
    ///
    /// let tools: ToolSet = toolset![order_status];
    /// assert_eq!(tools.llm_texts().to_string(), r#"order_status
    ///   OrderError::NotFound: "there is no order {id}; ask for the number on the receipt"
    ///   OrderError::Database: (hidden)
    /// "#);
    /// # let _ = OrderError::Database;
    /// ```
    #[must_use]
    pub fn llm_texts(&self) -> LlmTexts {
        let tools = self.entries().iter().map(|entry| {
            let texts = entry.texts.as_ref();
            let lines = texts.map_or_else(
                || "(a tool written by hand)\n".to_owned(),
                ErrorTexts::lines,
            );
            (entry.definition.name().to_owned(), lines)
        });
        LlmTexts {
            tools: tools.collect(),
        }
    }
}
