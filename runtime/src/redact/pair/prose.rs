//! Values without a sign before them, and names of more than one word.

use super::name::{LONGEST_NAME, ends, is_name, name_before};
use super::value::{LONGEST_WORD, is_harmless, looks_random, quoted};
use crate::redact::mark::{Span, kind};
use crate::redact::text::{Text, is_delimiter, is_quote};

/// What stands behind `password` in ordinary texts, in quotes.
const NOUNS: [&str; 8] = [
    "field",
    "policy",
    "reset",
    "column",
    "parameter",
    "hash",
    "key",
    "change",
];

/// How methods are called that passwords are kept with.
const METHODS: [&str; 8] = [
    "sha", "md5", "base", "argon2", "pbkdf2", "oauth2", "utf", "blake",
];

/// At a space: `password hunter2X`, `password is hunter2X`, `password 'x'`. A word of a language behind it is a sentence.
pub(in crate::redact) fn prose(text: &Text<'_>, i: usize) -> Option<Span<'static>> {
    if !matches!(text.before(i), b'd' | b'D' | b'e' | b'E') {
        return None;
    }
    let name = name_before(text, i)?;
    let is_one = ["password", "passwd", "pwd", "passphrase", "passcode"]
        .iter()
        .any(|known| ends(name.text, known));
    if name.is_quoted || !is_one {
        return None;
    }
    let verb = ["is ", "was "]
        .iter()
        .find(|verb| text.starts_in_any_case(i + 1, verb.as_bytes()));
    let from = i + 1 + verb.map_or(0, |verb| verb.len());
    if is_quote(text.at(from)) || text.at(from) == b'\\' {
        return in_quotes(text, from);
    }
    let in_value = |byte: u8| !is_delimiter(byte) && byte != b'\\';
    let end = text.short_run(from, LONGEST_WORD, in_value)?;
    let value = text.get(from, end);
    let stops = value
        .iter()
        .rev()
        .take_while(|byte| matches!(byte, b'.' | b':' | b'?' | b'!'))
        .count();
    let end = end - stops;
    let value = text.get(from, end);
    let is_secret = is_mixed(value)
        && !is_method(value)
        && !is_amount(value)
        && text.at(end) != b'('
        && !value.starts_with(b"-")
        && !value.iter().any(|byte| matches!(byte, b'/' | b':' | b'='));
    is_secret.then(|| Span::new(from, end, kind::PASSWORD))
}

fn in_quotes(text: &Text<'_>, from: usize) -> Option<Span<'static>> {
    // With its quotes.
    text.short_run(from, LONGEST_WORD, |byte| !byte.is_ascii_whitespace())?;
    let (start, end) = quoted(text, from)?;
    let value = text.get(start, end);
    let closes = matches!(text.at(end), b'"' | b'\'' | b'\\' | b'`');
    let is_noun = NOUNS
        .iter()
        .any(|noun| value.eq_ignore_ascii_case(noun.as_bytes()));
    let is_secret = closes
        && value.first().is_some_and(u8::is_ascii_graphic)
        && !matches!(value.first(), Some(b',' | b'}' | b']' | b':' | b')'))
        && !value.iter().any(u8::is_ascii_whitespace)
        && !is_harmless(value)
        && !is_noun
        // In these stand the names of fields and types.
        && (text.at(start - 1) != b'`' || is_mixed(value));
    is_secret.then(|| Span::new(start, end, kind::PASSWORD))
}

/// Whether it is no word of a language, and no number.
pub(super) fn is_mixed(value: &[u8]) -> bool {
    looks_random(value)
        && value.iter().any(u8::is_ascii_digit)
        && value.iter().any(u8::is_ascii_alphabetic)
}

fn is_method(value: &[u8]) -> bool {
    METHODS.iter().any(|method| {
        value
            .get(..method.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(method.as_bytes()))
    })
}

/// `12-character`, `2nd`, `30days`.
fn is_amount(value: &[u8]) -> bool {
    let word = value.iter().position(|byte| !byte.is_ascii_digit());
    let word = value.get(word.unwrap_or(0)..).unwrap_or_default();
    word.len() < value.len()
        && word
            .iter()
            .all(|byte| byte.is_ascii_lowercase() || *byte == b'-')
}

/// The words before a sign that are a name together: `API key`, `API key provided`.
pub(super) fn phrase<'t>(text: &Text<'t>, start: usize, name: &'t [u8]) -> Option<&'t [u8]> {
    let mut end = start + name.len();
    let mut word = (start, end);
    if ["provided", "given", "supplied"]
        .iter()
        .any(|said| name.eq_ignore_ascii_case(said.as_bytes()))
    {
        word = word_before(text, start)?;
        end = word.1;
    }
    if text.get(word.0, end).eq_ignore_ascii_case(b"key") {
        word = word_before(text, word.0)?;
    }
    (word.0 < start).then(|| text.get(word.0, end))
}

/// The word before the space before `start`.
fn word_before(text: &Text<'_>, start: usize) -> Option<(usize, usize)> {
    if text.before(start) != b' ' {
        return None;
    }
    let end = start - 1;
    let begin = back(text, end, LONGEST_NAME, is_name);
    (begin < end).then_some((begin, end))
}

/// The name that the `value` at `start` is for: `"name":"password","value":`, `name="password" value=`.
pub(super) fn listed<'t>(text: &Text<'t>, start: usize) -> Option<&'t [u8]> {
    const GAP: usize = 48;
    let in_gap = |byte: u8| byte.is_ascii_whitespace() || is_quote(byte) || byte == b'\\';
    let end = back(text, start, GAP, |byte| in_gap(byte) || byte == b',');
    let begin = back(text, end, LONGEST_NAME, is_name);
    let label = back(text, begin, 16, |byte| {
        in_gap(byte) || matches!(byte, b':' | b'=')
    });
    let has_sign = text
        .get(label, begin)
        .iter()
        .any(|byte| matches!(byte, b':' | b'='));
    let label = text.get(back(text, label, LONGEST_NAME, is_name), label);
    let is_label = ["name", "key", "field", "header"]
        .iter()
        .any(|known| label.eq_ignore_ascii_case(known.as_bytes()));
    (has_sign && is_label && end < start).then(|| text.get(begin, end))
}

/// Where the bytes before `end` begin to be such, `most` of them at the most.
pub(super) fn back(text: &Text<'_>, end: usize, most: usize, is: impl Fn(u8) -> bool) -> usize {
    let from = end.saturating_sub(most).max(text.edge);
    let near = text.get(from, end);
    near.iter()
        .rposition(|byte| !is(*byte))
        .map_or(from.min(end), |at| from + at + 1)
}
