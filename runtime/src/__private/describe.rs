//! What only the compiler can say of a description, such as `#[doc = include_str!(…)]`, or of a default.

use super::probe::{Answer, Probe, answer, leg};
use crate::llm_visible::is_blank;
use crate::tool::paragraphs;
use serde::Serialize;

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

/// A text literal as the value of a parameter.
pub fn text<T: FromText>(text: &'static str) -> T {
    T::from_text(text)
}

/// What a text literal can stand for.
#[diagnostic::on_unimplemented(
    message = "a text is no `{Self}`",
    label = "expected `{Self}`, found a text",
    note = "write an expression of the parameter's type"
)]
pub trait FromText {
    fn from_text(text: &'static str) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: From<&'static str>> FromText for T {
    fn from_text(text: &'static str) -> Self {
        Self::from(text)
    }
}

// Can a default or an example be put into the schema?
leg!(Value, SerializeValue, __value, [T: Serialize], &Probe<'_, T>, T);
leg!(Opaque, AnyValue, __value, [T], Probe<'_, T>, T);

impl<T: Serialize> Answer<Value, T> {
    pub fn json(self, value: &T) -> Option<serde_json::Value> {
        serde_json::to_value(value).ok()
    }
}

impl<T> Answer<Opaque, T> {
    pub fn json(self, _: &T) -> Option<serde_json::Value> {
        None
    }
}
