//! What the strict pass found wrong: gathered, so that one bad argument does not hide the next.

use super::lenient::is_envelope;
use super::problem::Problem;
use super::scan::{Arguments, State};
use crate::tool::ToolError;
use serde::de::IgnoredAny;
#[cfg(feature = "garde")]
use serde_json::Value;
use std::borrow::Cow;

impl<'a> Arguments<'a> {
    /// So many are kept: a hostile text can hold any number, and each new one is looked for among them.
    const MAX_PROBLEMS: usize = 64;
    /// The arguments in an envelope start before this byte.
    const ENVELOPE: usize = 256;

    #[cold]
    fn record(&mut self, problem: Problem) {
        let problems = self.problems.get_or_insert_default();
        if problems.len() < Self::MAX_PROBLEMS {
            problems.push(problem);
        }
    }

    #[cold]
    pub(super) fn stop<T>(&mut self) -> Option<T> {
        self.syntax();
        None
    }

    #[cold]
    pub(super) fn syntax(&mut self) {
        self.record(Problem::Syntax { at: self.at });
        self.state = State::Done;
    }

    #[cold]
    pub(super) fn not_an_object(&mut self) -> Option<Cow<'a, str>> {
        let problem = match serde_json::from_str::<IgnoredAny>(self.text) {
            Ok(_) => Problem::NotAnObject,
            Err(_) => Problem::Syntax { at: self.at },
        };
        self.record(problem);
        self.state = State::Done;
        None
    }

    #[cold]
    pub(super) fn unknown(&mut self, key: String) {
        if !self.unknown_ignored || key == "arguments" && self.is_envelope() {
            self.record(Problem::Unknown { key });
        }
        self.skip_value();
    }

    /// Whether all that came is in an envelope, which would be lost if it were passed over. The whole text is looked at,
    /// so only for keys near its start: before that of an envelope stands at most a name.
    fn is_envelope(&self) -> bool {
        self.at <= Self::ENVELOPE && is_envelope(self.text, self.names)
    }

    #[cold]
    pub(super) fn duplicate(&mut self) {
        let name = self.name(self.current);
        self.record(Problem::Duplicate { name });
        self.skip_value();
    }

    #[cold]
    pub(super) fn invalid(&mut self, error: serde_json::Error) {
        let name = self.name(self.current);
        if self.is_invalid(name) {
            return self.duplicate();
        }
        if let Some(start) = self.skip_value() {
            self.record(Problem::Invalid {
                name,
                value: start..self.at,
                error,
            });
        }
    }

    /// A validation refuses the value that was just read. One that stands there twice is refused once.
    #[cold]
    pub(crate) fn refused(&mut self, error: ToolError) {
        let name = self.name(self.current);
        if !self.is_refused() {
            self.record(Problem::Refused { name, error });
        }
    }

    /// The rules of the value's type refuse parts of it.
    #[cfg(feature = "garde")]
    #[cold]
    pub(crate) fn ruled_out(&mut self, found: Vec<(Vec<Value>, String)>) {
        let name = self.name(self.current);
        let is_named = |problem: &Problem| matches!(problem, Problem::Ruled { name: other, .. } if *other == name);
        if self.found().any(is_named) {
            return;
        }
        for (path, text) in found {
            self.record(Problem::Ruled { name, path, text });
        }
    }

    /// Whether a validation refused the current value already.
    fn is_refused(&self) -> bool {
        let name = self.name(self.current);
        self.found().any(
            |problem| matches!(problem, Problem::Refused { name: other, .. } if *other == name),
        )
    }

    #[cold]
    pub(super) fn missing<T>(&mut self, index: usize) -> Option<T> {
        // A text that broke off says nothing about what it left out, and a bad value is not a missing one.
        let name = self.name(index);
        let broke_off =
            |problem: &Problem| matches!(problem, Problem::Syntax { .. } | Problem::NotAnObject);
        if !self.found().any(broke_off) && !self.is_invalid(name) {
            self.record(Problem::Missing { name });
        }
        None
    }

    /// Whether the value of the current key is the second one, the first having been invalid.
    #[cold]
    pub(super) fn is_second(&self) -> bool {
        self.is_invalid(self.name(self.current))
    }

    fn is_invalid(&self, name: &str) -> bool {
        self.found().any(
            |problem| matches!(problem, Problem::Invalid { name: other, .. } if *other == name),
        )
    }

    fn found(&self) -> impl Iterator<Item = &Problem> {
        self.problems.iter().flat_map(|problems| problems.iter())
    }

    /// Moves behind the next value and returns where it starts.
    fn skip_value(&mut self) -> Option<usize> {
        self.skip_whitespace();
        let start = self.at;
        let rest = self.text.get(start..).unwrap_or_default();
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<IgnoredAny>();
        if let Some(Ok(_)) = values.next() {
            self.at += values.byte_offset();
            Some(start)
        } else {
            self.stop()
        }
    }

    fn name(&self, index: usize) -> &'static str {
        self.names.get(index).copied().unwrap_or_default()
    }
}

/// Where a text stops being one JSON object.
#[cfg(feature = "validate")]
pub(super) fn breaks_off(text: &str) -> usize {
    let mut arguments = Arguments::new(text);
    arguments.ignore_unknown();
    while arguments.next(&[]).is_some() {}
    arguments.at
}
