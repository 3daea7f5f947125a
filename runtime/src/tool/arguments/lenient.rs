//! The lenient pass: text that says the right thing in the wrong dress, rewritten for a second strict pass.

use crate::tool::ToolDefinition;

/// The text to decode instead of `text`, if there is one.
///
/// This is the seam of the lenient pass: it sees the text, the schema and what the strict pass found, runs only when
/// that failed, and never guesses.
#[cold]
pub(crate) fn rewritten(text: &str, _definition: &ToolDefinition) -> Option<String> {
    // Models and wires send nothing, or `null`, for a call without arguments.
    let trimmed = text.trim_matches([' ', '\t', '\r', '\n']);
    (trimmed.is_empty() || trimmed == "null").then(|| "{}".to_owned())
}
