//! Values that are written in ways of their own.

use super::name::{Name, name_before, named};
use super::prose::back;
use super::value::{LONGEST_WORD, array, is_harmless, looks_random};
use crate::redact::mark::{Span, kind};
use crate::redact::text::{Text, is_delimiter};

/// At the `%` of `password%3Dvalue`.
pub(in crate::redact) fn encoded(text: &Text<'_>, i: usize) -> Option<Span<'static>> {
    /// What a value ends with.
    const ENDS: [&[u8]; 8] = [
        b"%26", b"%3b", b"%0a", b"%0d", b"%20", b"%22", b"%27", b"%2c",
    ];
    if !text.starts_in_any_case(i, b"%3d") {
        return None;
    }
    let name = name_before(text, i).filter(|name| !name.is_quoted)?;
    let kind = named(name.text).filter(|kind| *kind != kind::COOKIE)?;
    let from = i + 3;
    let in_value = |byte: u8| !is_delimiter(byte) && byte != b'&' && byte != b'\\';
    let known = text.short_run(from, LONGEST_WORD, in_value);
    let inside = text.get(from, known.unwrap_or(from + LONGEST_WORD));
    let ends = |code: &[u8]| ENDS.iter().any(|end| code.eq_ignore_ascii_case(end));
    let (value, end) = match (inside.windows(3).position(ends), known) {
        (Some(at), _) => (inside.get(..at)?, from + at),
        (None, Some(end)) => (inside, end),
        (None, None) => return Some(Span::new(from, text.run(from, in_value), kind)),
    };
    // Only padding of base64.
    let is_secret = !is_harmless(value) && value.first() != Some(&b'%');
    is_secret.then(|| Span::new(from, end, kind))
}

/// `key=…` in a URL, if it looks like a key: it may also be that of a record.
pub(super) fn query_key(text: &Text<'_>, i: usize, name: &Name<'_>) -> Option<Span<'static>> {
    const LEAST: usize = 12;
    let is_query = text.at(i) == b'=' && matches!(text.before(name.start), b'?' | b'&');
    if !is_query || name.is_quoted || !name.text.eq_ignore_ascii_case(b"key") {
        return None;
    }
    let in_value = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'%');
    let from = i + 1;
    let end = text.short_run(from, LONGEST_WORD, in_value)?;
    let is_key = text
        .get(from, end)
        .split(|byte| !byte.is_ascii_alphanumeric())
        .any(|part| {
            part.len() >= LEAST
                && part.iter().any(u8::is_ascii_digit)
                && part.iter().any(u8::is_ascii_alphabetic)
        });
    is_key.then(|| Span::new(from, end, kind::API_KEY))
}

/// `password: |`, with the value in the lines below that are indented more.
pub(super) fn block(text: &Text<'_>, from: usize, name: &Name<'_>) -> Option<(usize, usize)> {
    const DEEPEST: usize = 64;
    if !matches!(text.at(from), b'|' | b'>') {
        return None;
    }
    let in_head = |byte: u8| matches!(byte, b'-' | b'+' | b'0'..=b'9' | b' ' | b'\r');
    let head = text.short_run(from + 1, 8, in_head)?;
    let line = back(text, name.start, DEEPEST, |byte| byte == b' ');
    let is_first = line == 0 || matches!(text.before(line), 0 | b'\n' | b'-');
    let start = text.short_run(head + 1, DEEPEST, |byte| byte == b' ')?;
    let depth = start.checked_sub(head + 1)?;
    if text.at(head) != b'\n' || !is_first || depth == 0 || depth <= name.start - line {
        return None;
    }
    if text.starts(start, b"-----BEGIN ") {
        return None;
    }
    let mut end = start;
    loop {
        end = text.run(end, |byte| byte != b'\n');
        let next = text.run(end, |byte| byte == b'\n');
        let first = text.run(next, |byte| byte == b' ');
        if next == text.end() || first - next < depth {
            return Some((start, end));
        }
        end = first;
    }
}

/// `Password={a;b};`: in braces, as connection strings have it. A name in braces is a place for a value.
pub(super) fn braces(text: &Text<'_>, from: usize) -> Option<(usize, usize)> {
    if text.at(from) != b'{' {
        return None;
    }
    let start = from + 1;
    let in_value = |byte: u8| {
        byte.is_ascii_graphic() && !matches!(byte, b'{' | b'}' | b'"' | b'\'' | b'`' | b'\\')
    };
    let end = text.short_run(start, LONGEST_WORD, in_value)?;
    let needs_braces = text
        .get(start, end)
        .iter()
        .any(|byte| !byte.is_ascii_alphanumeric() && !matches!(byte, b'_' | b'.' | b':'));
    (text.at(end) == b'}' && needs_braces).then_some((start, end))
}

/// An array of texts in JSON, to its end. What is wrong with a password may stand in one, too: so the first has to look
/// like a secret.
pub(super) fn list(text: &Text<'_>, from: usize, name: &Name<'_>) -> Option<usize> {
    if !name.is_json || text.at(from) != b'[' {
        return None;
    }
    let first = text.run(from + 1, |byte| byte.is_ascii_whitespace());
    let end = text.short_run(first + 1, LONGEST_WORD, |byte| {
        !is_delimiter(byte) && byte != b'\\'
    })?;
    let is_secret = text.at(end) == b'"' && looks_random(text.get(first + 1, end));
    is_secret.then(|| array(text, from)).flatten()
}
