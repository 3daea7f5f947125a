//! What stands behind `Authorization:`.

use super::name::LONGEST_NAME;
use super::value::{LONGEST_WORD, is_harmless, looks_random, parameters, quoted};
use crate::redact::mark::{Span, kind};
use crate::redact::text::{Text, is_delimiter};

/// What stands behind `Authorization:`, after the name of the scheme.
pub(super) fn authorization(text: &Text<'_>, from: usize) -> Option<Span<'static>> {
    let (start, quote) = match quoted(text, from) {
        Some((start, end)) => (start, Some(end)),
        None => (from, None),
    };
    let in_word = |byte: u8| !is_delimiter(byte) && byte != b'\\';
    let name_end = text.short_run(start, LONGEST_NAME, in_word);
    let name_end = name_end.filter(|end| text.at(*end) == b' ');
    let is_one = |names: &[&str]| {
        let name = text.get(start, name_end.unwrap_or(start));
        let is = |known: &&str| name.eq_ignore_ascii_case(known.as_bytes());
        names.iter().any(is)
    };
    let from = name_end.map_or(start, |end| end + 1);
    if is_one(&["digest", "aws4-hmac-sha256"]) {
        let end = quote.unwrap_or_else(|| parameters(text, from));
        return Some(Span::new(from, end, kind::CREDENTIALS));
    }
    let has_scheme = is_one(&[
        "bearer",
        "basic",
        "token",
        "apikey",
        "negotiate",
        "ntlm",
        "hawk",
    ]);
    let from = if has_scheme { from } else { start };
    let Some(end) = text.short_run(from, LONGEST_WORD, in_word) else {
        return Some(Span::new(from, text.run(from, in_word), kind::CREDENTIALS));
    };
    let value = text.get(from, end);
    let is_secret = if has_scheme {
        !is_harmless(value)
    } else {
        looks_random(value) && value.len() >= 8
    };
    is_secret.then(|| Span::new(from, end, kind::CREDENTIALS))
}
