//! What the model is told when it calls a tool that does not exist.

use crate::llm_visible::LlmText;
use crate::nearest::nearest;
use crate::tool::{ToolError, ToolErrorKind, ToolSet};
use std::fmt::Write;

/// So many names are listed, no more.
const NAMES: usize = 32;

/// The error for a call of `wanted`: the names that there are, the nearest first.
#[cold]
pub(super) fn unknown_tool<S>(wanted: &str, tools: &ToolSet<S>) -> ToolError {
    let near = nearest(wanted, tools.names());
    let mut text = String::from("there is no tool of that name");
    // Writing to a `String` cannot fail.
    let _ = match near {
        Some(name) => write!(text, "; did you mean `{name}`?"),
        None => write!(text, "."),
    };
    let names = near
        .into_iter()
        .chain(tools.names().filter(|name| Some(*name) != near));
    for (i, name) in names.take(NAMES).enumerate() {
        let _ = write!(
            text,
            "{}`{name}`",
            if i == 0 { " The tools are: " } else { ", " }
        );
    }
    let more = tools.definitions().len().saturating_sub(NAMES);
    if more > 0 {
        let _ = write!(text, " and {more} more");
    }
    ToolError::by_runtime(ToolErrorKind::UnknownTool, LlmText::known_visible(text))
}
