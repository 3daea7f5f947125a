//! The failures whose cause is not the tool: what the model reads of each.

use super::{Effects, ToolError, ToolErrorKind};
use crate::llm_visible::LlmText;
use crate::nearest::nearest;
use std::fmt::Write;
use std::time::Duration;

/// So many names are listed, no more.
const NAMES: usize = 32;

/// What the model reads of a call that was begun and whose result nobody knows.
pub(crate) const INTERRUPTED: &str = "the call was begun and then interrupted; whether it took effect is unknown: find out before you call it again";

impl ToolError {
    /// Creates the error of a call of a tool that does not exist: the model reads the names that it may call, the
    /// nearest first, and no more than 32 of them.
    ///
    /// ```
    /// use toolwright::ToolError;
    ///
    /// let error = ToolError::unknown_tool("ad", ["now", "add"]);
    /// assert_eq!(
    ///     error.message_for_llm().unwrap().as_str(),
    ///     "there is no tool of that name; did you mean `add`? The tools are: `add`, `now`",
    /// );
    /// ```
    #[cold]
    pub fn unknown_tool<'n>(
        wanted: &str,
        offered: impl IntoIterator<Item = &'n str, IntoIter: Clone>,
    ) -> Self {
        let text = with_names(
            "there is no tool of that name".to_owned(),
            wanted,
            offered.into_iter(),
        );
        Self::by_runtime(ToolErrorKind::UnknownTool, LlmText::known_visible(text))
    }

    /// Creates the error of a call of a tool that exists and was not offered: the model reads the names that it may
    /// call, the nearest first, and no more than 32 of them.
    ///
    /// ```
    /// use toolwright::ToolError;
    ///
    /// let error = ToolError::not_offered("add", ["now"]);
    /// assert_eq!(
    ///     error.message_for_llm().unwrap().as_str(),
    ///     "this tool is not offered, and was not run. The tools are: `now`",
    /// );
    /// ```
    #[cold]
    pub fn not_offered<'n>(
        wanted: &str,
        offered: impl IntoIterator<Item = &'n str, IntoIter: Clone>,
    ) -> Self {
        let text = with_names(
            "this tool is not offered, and was not run".to_owned(),
            wanted,
            offered.into_iter(),
        );
        Self::by_runtime(ToolErrorKind::NotOffered, LlmText::known_visible(text))
    }

    /// Creates the error of a call that is not run, because the model's turn was cut off by the token limit or
    /// refused.
    #[cold]
    #[must_use]
    pub fn truncated(refused: bool) -> Self {
        let text = if refused {
            "the call was not run: the turn was refused"
        } else {
            "the call was not run: the turn was cut off by the token limit; write shorter arguments or fewer calls"
        };
        Self::by_runtime(ToolErrorKind::Truncated, LlmText::known_visible(text))
    }

    /// Creates the error of a call that somebody forbade: a reviewer, or a hook before the tool. The model reads the
    /// reason.
    ///
    /// ```
    /// use toolwright::{ToolError, llm_text};
    ///
    /// let error = ToolError::denied(llm_text!("refunds over 100 EUR need a manager"));
    /// assert_eq!(error.message_for_llm().unwrap().as_str(), "refunds over 100 EUR need a manager");
    /// ```
    #[cold]
    #[must_use]
    pub fn denied(reason: LlmText) -> Self {
        Self::by_runtime(ToolErrorKind::Denied, reason)
    }

    /// Creates the error of a call that gave no answer in time. What a tool with effects has done by then nobody
    /// knows, and the model reads so, unless a second call does no more.
    ///
    /// ```
    /// use std::time::Duration;
    /// use toolwright::ToolError;
    /// use toolwright::tool::Effects;
    ///
    /// let error = ToolError::timeout(Duration::from_secs(5), Effects::READ_ONLY);
    /// assert_eq!(error.message_for_llm().unwrap().as_str(), "the tool gave no answer within 5s");
    /// let error = ToolError::timeout(Duration::from_millis(500), Effects::UNKNOWN);
    /// assert_eq!(
    ///     error.message_for_llm().unwrap().as_str(),
    ///     "the tool gave no answer within 500ms; whether it took effect is unknown: find out before you call it again",
    /// );
    /// ```
    #[cold]
    #[must_use]
    pub fn timeout(limit: Duration, effects: Effects) -> Self {
        let mut text = format!("the tool gave no answer within {limit:?}");
        if !effects.idempotent() {
            text.push_str("; whether it took effect is unknown: find out before you call it again");
        }
        Self::by_runtime(ToolErrorKind::Timeout, LlmText::known_visible(text))
    }

    /// Creates the error of a call that a limit did not let run. The model reads `text`.
    #[cold]
    pub(crate) fn over_limit(text: String) -> Self {
        Self::by_runtime(ToolErrorKind::Limit, LlmText::known_visible(text))
    }

    /// Creates the error of a call that a run began which ended before its result was known. It is not run again, and the
    /// model reads that nobody knows what came of it.
    ///
    /// ```
    /// use toolwright::ToolError;
    ///
    /// assert_eq!(
    ///     ToolError::interrupted().message_for_llm().unwrap().as_str(),
    ///     "the call was begun and then interrupted; whether it took effect is unknown: find out before you call it again",
    /// );
    /// ```
    #[cold]
    #[must_use]
    pub fn interrupted() -> Self {
        Self::by_runtime(
            ToolErrorKind::Interrupted,
            LlmText::known_visible(INTERRUPTED.to_owned()),
        )
    }

    /// Creates the error of a call whose invocation was cancelled. Nothing is sent: it ends the invocation, and no
    /// handler is asked.
    #[cold]
    #[must_use]
    pub fn cancelled() -> Self {
        Self::hidden_by_runtime(ToolErrorKind::Cancelled, "the invocation was cancelled")
    }
}

/// What is wrong, the name that was probably meant, and all names.
fn with_names<'n>(
    mut text: String,
    wanted: &str,
    offered: impl Iterator<Item = &'n str> + Clone,
) -> String {
    let near = nearest(wanted, offered.clone().filter(|name| *name != wanted));
    // Writing to a `String` cannot fail.
    let _ = match near {
        Some(name) => write!(text, "; did you mean `{name}`?"),
        None => write!(text, "."),
    };
    let others = offered.clone().filter(|name| Some(*name) != near);
    for (i, name) in near.into_iter().chain(others).take(NAMES).enumerate() {
        let _ = write!(
            text,
            "{}`{name}`",
            if i == 0 { " The tools are: " } else { ", " }
        );
    }
    let more = offered.count().saturating_sub(NAMES);
    if more > 0 {
        let _ = write!(text, " and {more} more");
    }
    text
}
