//! The strict pass: a scanner of the keys, each value parsed in place.

use super::missing::when_missing;
use super::problem::{ArgumentsError, Problem};
use crate::tool::Source;
use crate::tool::{ToolError, ToolErrorKind, ToolOutcome};
use serde::Deserialize;
use std::borrow::Cow;

/// The arguments of one call, being decoded.
///
/// Generated code asks for one key after the other, reads the value that belongs to it, and takes every parameter at
/// the end. Problems are gathered on the way: one bad argument does not hide the next.
#[expect(missing_debug_implementations, reason = "holds what a model wrote")]
pub struct Arguments<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) state: State,
    pub(super) names: &'static [&'static str],
    /// The parameter whose value is read now.
    pub(super) current: usize,
    /// The parameter that is taken next, at the end.
    taken: usize,
    pub(super) unknown_ignored: bool,
    #[expect(
        clippy::box_collection,
        reason = "one word on the road where nothing is wrong"
    )]
    pub(super) problems: Option<Box<Vec<Problem>>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Start,
    Inside,
    /// At the end, or stopped at a syntax error.
    Done,
}

impl<'a> Arguments<'a> {
    #[inline]
    pub(crate) fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            state: State::Start,
            names: &[],
            current: usize::MAX,
            taken: 0,
            unknown_ignored: false,
            problems: None,
        }
    }

    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    /// Passes over keys that no parameter has.
    #[inline]
    pub fn ignore_unknown(&mut self) {
        self.unknown_ignored = true;
    }

    /// Returns the index of the parameter whose value comes next, or `None` at the end. Keys that no parameter has
    /// are recorded and skipped.
    #[inline]
    pub fn next(&mut self, names: &'static [&'static str]) -> Option<usize> {
        self.names = names;
        loop {
            let key = self.key()?;
            // Models mostly write the parameters in their order: try the next one first.
            let expected = self.current.wrapping_add(1);
            let found = if names.get(expected).is_some_and(|name| *name == key) {
                Some(expected)
            } else {
                names.iter().position(|name| *name == key)
            };
            if found.is_some() {
                self.current = found.unwrap_or_default();
                return found;
            }
            self.unknown(key.into_owned());
        }
    }

    /// Parses the value of the current key as its parameter's type.
    #[inline]
    pub fn read<T: Deserialize<'a>>(&mut self, slot: &mut Option<T>) {
        if slot.is_some() || self.problems.is_some() && self.is_second() {
            return self.duplicate();
        }
        let rest = self.text.get(self.at..).unwrap_or_default();
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<T>();
        match values.next() {
            Some(Ok(value)) => {
                self.at += values.byte_offset();
                *slot = Some(value);
            }
            Some(Err(error)) => self.invalid(error),
            None => self.syntax(),
        }
    }

    /// Takes the next parameter, in the order of the function; one that was left out becomes what its type makes of
    /// that, or is recorded as missing.
    #[inline]
    pub fn take<T: Deserialize<'a>>(&mut self, slot: Option<T>) -> Option<T> {
        let index = self.taken;
        self.taken += 1;
        if slot.is_none() {
            return when_missing().or_else(|| self.missing(index));
        }
        slot
    }

    /// Takes the next parameter, which has a default: left out or `null`, it is `None` here.
    #[inline]
    pub fn take_or_default<T>(&mut self, slot: Option<Option<T>>) -> Option<Option<T>> {
        self.taken += 1;
        Some(slot.flatten())
    }

    /// Returns whether nothing was wrong.
    #[inline]
    pub fn end(&mut self) -> Option<()> {
        if self.problems.is_none() {
            Some(())
        } else {
            None
        }
    }

    /// The outcome of a call whose arguments could not be decoded.
    #[cold]
    pub fn refuse(&mut self) -> ToolOutcome<'static> {
        let problems = self.problems.take().map(|problems| *problems);
        let problems = problems.unwrap_or_default();
        let error = ArgumentsError {
            problems,
            names: self.names,
        };
        ToolOutcome::Ready(Err(ToolError::new(
            ToolErrorKind::Arguments,
            Source::Typed(Box::new(error)),
            None,
        )))
    }

    #[inline]
    fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    #[inline]
    pub(super) fn skip_whitespace(&mut self) {
        while matches!(self.peek(), b' ' | b'\n' | b'\t' | b'\r') {
            self.at += 1;
        }
    }

    /// The next key, with the scanner behind its colon; `None` at the end and at a syntax error.
    #[inline]
    fn key(&mut self) -> Option<Cow<'a, str>> {
        self.skip_whitespace();
        match self.state {
            State::Done => return None,
            State::Start => {
                if self.peek() != b'{' {
                    return self.not_an_object();
                }
                self.at += 1;
                self.state = State::Inside;
                self.skip_whitespace();
                if self.peek() == b'}' {
                    return self.close();
                }
            }
            State::Inside => match self.peek() {
                b'}' => return self.close(),
                b',' => {
                    self.at += 1;
                    self.skip_whitespace();
                }
                _ => return self.stop(),
            },
        }
        if self.peek() != b'"' {
            return self.stop();
        }
        let start = self.at + 1;
        let bytes = self.text.as_bytes();
        let mut end = start;
        while bytes
            .get(end)
            .is_some_and(|byte| *byte != b'"' && *byte != b'\\' && *byte >= 0x20)
        {
            end += 1;
        }
        let key = if bytes.get(end) == Some(&b'"') {
            self.at = end + 1;
            Cow::Borrowed(self.text.get(start..end).unwrap_or_default())
        } else {
            self.escaped_key()?
        };
        self.skip_whitespace();
        if self.peek() != b':' {
            return self.stop();
        }
        self.at += 1;
        Some(key)
    }

    #[inline]
    fn close<T>(&mut self) -> Option<T> {
        self.at += 1;
        self.skip_whitespace();
        if self.at == self.text.len() {
            self.state = State::Done;
            None
        } else {
            self.stop()
        }
    }

    #[cold]
    fn escaped_key(&mut self) -> Option<Cow<'a, str>> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<String>();
        if let Some(Ok(key)) = values.next() {
            self.at += values.byte_offset();
            Some(Cow::Owned(key))
        } else {
            self.stop()
        }
    }
}
