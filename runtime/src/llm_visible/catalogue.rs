//! What the derive wrote down of an error's texts.

use super::{LlmVisible, Retry};
use std::any::type_name;
use std::fmt::Write;

/// Collects the texts of one error type, as lines. Only generated code fills it.
#[derive(Debug, Default)]
pub struct Texts {
    lines: String,
    /// The types that are being listed, so that one which holds itself is listed once.
    open: Vec<&'static str>,
}

impl Texts {
    /// The lines of an error type.
    pub(crate) fn of(list: fn(&mut Self)) -> String {
        let mut texts = Self::default();
        list(&mut texts);
        texts.lines
    }

    /// Lists the type `T`.
    pub fn of_type<T: ?Sized>(&mut self, list: impl FnOnce(&mut Self)) {
        let name = type_name::<T>();
        if self.open.contains(&name) {
            self.line("(listed above)");
            return;
        }
        self.open.push(name);
        list(self);
        self.open.pop();
    }

    /// A text, with its placeholders as they are written.
    pub fn text(&mut self, subject: &str, text: &str) {
        self.line(&format!("{subject}: {text:?}"));
    }

    /// The sentence behind the text that was listed last.
    pub fn retry(&mut self, retry: Retry) {
        self.line(&format!("  and: {:?}", retry.as_str()));
    }

    /// What never reaches the model.
    pub fn hidden(&mut self, subject: &str) {
        self.line(&format!("{subject}: (hidden)"));
    }

    /// What a function computes.
    pub fn computed(&mut self, subject: &str, function: &str) {
        self.line(&format!("{subject}: (computed by {function})"));
    }

    /// What the only field says.
    pub fn inner(&mut self, subject: &str, list: fn(&mut Self)) {
        self.line(&format!("{subject}: (what it holds)"));
        // One level deeper than the type that holds it.
        self.open.push("");
        list(self);
        self.open.pop();
    }

    /// What no derive wrote down.
    pub fn by_hand<T: ?Sized>(&mut self) {
        let name = short(type_name::<T>());
        self.line(&format!("{name}: (written by hand)"));
    }

    fn line(&mut self, line: &str) {
        let depth = self.open.iter().filter(|name| name.is_empty()).count();
        // Writing to a `String` cannot fail.
        let _ = writeln!(self.lines, "{:1$}{line}", "", 2 * depth);
    }
}

/// The name of a type without the modules before it.
fn short(name: &str) -> &str {
    let end = name.find('<').unwrap_or(name.len());
    let start = name.get(..end).and_then(|path| path.rfind("::"));
    start.and_then(|at| name.get(at + 2..)).unwrap_or(name)
}

/// What an error type has on its list.
pub(crate) fn list<T: LlmVisible>(texts: &mut Texts) {
    T::__llm_texts(texts);
}
