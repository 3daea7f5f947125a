//! Descriptions of which the compiler evaluates some lines, such as `#[doc = include_str!(…)]`.

use crate::llm_visible::is_blank;
use crate::tool::paragraphs;

/// The lines as one description.
pub fn joined(lines: &[&str]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    paragraphs::description(&lines)
}

/// Refuses, while compiling, a description that is blank.
///
/// # Panics
///
/// If no line has anything visible.
#[expect(
    clippy::panic,
    clippy::indexing_slicing,
    reason = "evaluated by the compiler, whose error it is"
)]
pub const fn described(lines: &[&str]) {
    let mut i = 0;
    while i < lines.len() {
        if !is_blank(lines[i]) {
            return;
        }
        i += 1;
    }
    panic!("the description of this tool is blank; say what the tool is for");
}
