//! Values, and what only looks like one.

use crate::redact::text::{Text, has_digit, is_quote};

/// What stands there instead of a value.
const HARMLESS: [&str; 29] = [
    "null",
    "none",
    "nil",
    "true",
    "false",
    "yes",
    "no",
    "required",
    "missing",
    "invalid",
    "empty",
    "unknown",
    "wrong",
    "incorrect",
    "expired",
    "optional",
    "undefined",
    "string",
    "hidden",
    "masked",
    "redacted",
    "not",
    "is",
    "must",
    "ok",
    "passed",
    "failed",
    "enabled",
    "disabled",
];

/// No word of a language is longer. What is, is taken out unseen, so that it is not looked at again and again.
pub(super) const LONGEST_WORD: usize = 256;

/// Steps into `Some("…")` and the like, as `Debug` writes it.
pub(super) fn constructor(text: &Text<'_>, from: usize) -> usize {
    let end = text.short_run(from, 32, |byte| {
        byte.is_ascii_alphanumeric() || byte == b'_'
    });
    match end {
        Some(end) if end > from && text.at(end) == b'(' => end + 1,
        _ => from,
    }
}

/// Where the text in quotes that begin at `from` lies; the quotes may be escaped.
pub(super) fn quoted(text: &Text<'_>, from: usize) -> Option<(usize, usize)> {
    let open = text.run(from, |byte| byte == b'\\');
    let quote = text.at(open);
    if !is_quote(quote) || open - from > 4 {
        return None;
    }
    let start = open + 1;
    let is_escaped = open > from;
    let mut end = start;
    while end < text.end() && text.at(end) != quote && text.at(end) != b'\n' {
        if quote != b'"' && ends_text(text, end, is_escaped) {
            break;
        }
        let skips = text.at(end) == b'\\' && !is_escaped;
        end += if skips { 2 } else { 1 };
    }
    let end = end.min(text.end());
    let slashes = if is_escaped {
        let inside = text.get(start, end);
        inside
            .iter()
            .rev()
            .take_while(|byte| **byte == b'\\')
            .count()
    } else {
        0
    };
    let end = end - slashes;
    (!is_between(text.get(start, end), quote)).then_some((start, end))
}

/// Whether a text in JSON ends at `i`.
fn ends_text(text: &Text<'_>, i: usize, is_within: bool) -> bool {
    text.at(i) == b'"'
        && !(is_within && text.before(i) == b'\\')
        && matches!(
            text.at(text.run(i + 1, |byte| byte.is_ascii_whitespace())),
            b',' | b':' | b'}' | b']'
        )
}

/// Whether it is no text in quotes but what stands in JSON between two of them: the first one closed a text.
fn is_between(value: &[u8], quote: u8) -> bool {
    let value = value.trim_ascii();
    let (Some(first), Some(last)) = (value.first(), value.last()) else {
        return false;
    };
    quote == b'"'
        && matches!(first, b',' | b']' | b'}' | b':')
        && matches!(last, b',' | b'[' | b'{' | b']' | b'}' | b':')
}

/// Where parameters end, `a="b", c=d`: with the line, or with the JSON text that they stand in.
pub(super) fn parameters(text: &Text<'_>, from: usize) -> usize {
    let mut end = from;
    let mut is_escaped = false;
    loop {
        end = text.run(end, |byte| !matches!(byte, b'\n' | b'\r' | b'"'));
        match (text.at(end), text.at(end.saturating_sub(1))) {
            (b'"', b'\\') => is_escaped = true,
            // A quote of their own.
            (b'"', b'=') if !is_escaped => {
                return text.run(end, |byte| !matches!(byte, b'\n' | b'\r'));
            }
            _ => return end,
        }
        end += 1;
    }
}

/// Where an array of texts ends in JSON; `None` if it is none.
pub(super) fn array(text: &Text<'_>, from: usize) -> Option<usize> {
    let first = text.run(from + 1, |byte| byte.is_ascii_whitespace());
    if text.at(from) != b'[' || text.at(first) != b'"' {
        return None;
    }
    let (mut end, mut in_text) = (first, false);
    while end < text.end() && (in_text || text.at(end) != b']') {
        in_text ^= text.at(end) == b'"';
        end += if text.at(end) == b'\\' { 2 } else { 1 };
    }
    Some((end + 1).min(text.end()))
}

/// The end of the line, or of the JSON text that it stands in.
pub(super) fn text_or_line(text: &Text<'_>, from: usize) -> usize {
    let mut end = from;
    loop {
        end = text.run(end, |byte| !matches!(byte, b'\n' | b'\r' | b'"'));
        if text.at(end) != b'"' {
            return end;
        }
        let next = text.run(end + 1, |byte| matches!(byte, b' ' | b'\t'));
        if next == text.end() || matches!(text.at(next), b',' | b'}' | b']' | b'\n' | b'\r') {
            let inside = text.get(from, end);
            let slashes = inside.iter().rev().take_while(|byte| **byte == b'\\');
            return end - slashes.count();
        }
        end = next;
    }
}

/// Whether nothing but the end of something follows: no sentence.
pub(super) fn is_alone(text: &Text<'_>, end: usize) -> bool {
    let next = text.run(end, |byte| matches!(byte, b' ' | b'.' | b'\t'));
    !text.at(next).is_ascii_alphanumeric() && text.at(next) < 0x80
}

/// Whether it is no word of a language.
pub(super) fn looks_random(value: &[u8]) -> bool {
    value.len() >= 6
        && (has_digit(value)
            || value
                .iter()
                .any(|byte| matches!(byte, b'!' | b'@' | b'#' | b'$' | b'%' | b'^' | b'*')))
        && !value
            .iter()
            .all(|byte| matches!(byte, b'*' | b'.' | b'x' | b'X'))
}

/// Whether it is no value: nothing, a word for it, a mask, or where a value would be put.
pub(super) fn is_harmless(value: &[u8]) -> bool {
    let is_mask = value
        .iter()
        .all(|byte| matches!(byte, b'*' | b'.' | b'x' | b'X' | b'-' | b'_' | b'?'));
    let is_place = value.starts_with(b"${")
        || value.starts_with(b"$(")
        || value.strip_prefix(b"$").is_some_and(|name| {
            name.iter()
                .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_')
                && name.len() < 32
        })
        || value.starts_with(b"{{")
        || value.starts_with(b"%s");
    let is_word = HARMLESS
        .iter()
        .any(|word| value.eq_ignore_ascii_case(word.as_bytes()));
    is_mask || is_place || is_word
}
