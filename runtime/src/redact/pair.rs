//! Values that stand behind a name such as `password`.

use super::mark::{Span, kind};
use super::text::{Text, has_digit, is_delimiter, is_quote};

/// How a name may end, letters and digits only, and what it names then.
const NAMES: &[(&str, &str)] = &[
    ("password", kind::PASSWORD),
    ("passwordhash", kind::PASSWORD),
    ("passwd", kind::PASSWORD),
    ("passphrase", kind::PASSWORD),
    ("passcode", kind::PASSWORD),
    ("pwd", kind::PASSWORD),
    ("apikey", kind::API_KEY),
    ("accesskey", kind::API_KEY),
    ("secretkey", kind::API_KEY),
    ("privatekey", kind::API_KEY),
    ("accountkey", kind::API_KEY),
    ("signingkey", kind::API_KEY),
    ("encryptionkey", kind::API_KEY),
    ("masterkey", kind::API_KEY),
    ("authkey", kind::API_KEY),
    ("secret", kind::SECRET),
    ("signature", kind::SECRET),
    ("token", kind::TOKEN),
    ("sessionid", kind::TOKEN),
    ("sessid", kind::TOKEN),
    ("credential", kind::CREDENTIALS),
    ("credentials", kind::CREDENTIALS),
    ("authorization", kind::CREDENTIALS),
    ("cookie", kind::COOKIE),
];

/// Names that end like one, of things that the model may have to give back.
const HARMLESS_NAMES: [&str; 4] = ["nexttoken", "pagetoken", "continuationtoken", "maxtoken"];

/// What stands there instead of a value.
const HARMLESS: [&str; 24] = [
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
];

const LONGEST_NAME: usize = 64;

/// No word of a language is longer. What is, is taken out unseen, so that it is not looked at again and again.
const LONGEST_WORD: usize = 256;

/// How a pair is written.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// `name=value`
    Equals,
    /// `name: value`, which may also be a sentence.
    Prose,
    /// `"name": value`
    Json,
}

/// At `=`, `:` or `>`: the value behind it, if the name before it says that it is secret.
pub(super) fn pair(text: &Text<'_>, i: usize) -> Option<Span<'static>> {
    let separator = text.at(i);
    if separator == b'>' {
        return element(text, i);
    }
    let next = text.at(i + 1);
    if matches!(next, b'=' | b':') || (separator == b':' && text.before(i) == b':') {
        return None;
    }
    let (name, is_quoted) = name_before(text, i)?;
    let kind = named(name)?;
    let from = i + if separator == b'=' && next == b'>' {
        2
    } else {
        1
    };
    let from = text.run(from, |byte| matches!(byte, b' ' | b'\t'));
    let form = match (separator, is_quoted) {
        (_, true) => Form::Json,
        (b':', false) => Form::Prose,
        _ => Form::Equals,
    };
    if ends(name, "authorization") {
        return authorization(text, from);
    }
    if kind == kind::COOKIE {
        let near = text.get(from, (from + LONGEST_WORD).min(text.end()));
        let is_one = near
            .iter()
            .take_while(|byte| **byte != b'\n')
            .any(|byte| *byte == b'=');
        let (start, end) = quoted(text, from)
            .filter(|_| is_one)
            .unwrap_or((from, from));
        let end = if start == from && is_one {
            line(text, from)
        } else {
            end
        };
        return is_one.then(|| Span::new(start, end, kind));
    }
    let is_random = ends(name, "signature");
    let constructor = constructor(text, from);
    if let Some((start, end)) = quoted(text, constructor) {
        let value = text.get(start, end);
        let is_secret = match form {
            Form::Prose if kind == kind::TOKEN => looks_random(value) && value.len() >= 8,
            _ => !is_harmless(value),
        };
        let is_secret = is_secret && (!is_random || (value.len() >= 16 && has_digit(value)));
        return is_secret.then(|| Span::new(start, end, kind));
    }
    let in_value = |byte: u8| !is_delimiter(byte) && byte != b'&' && byte != b'\\';
    let Some(end) = text.short_run(from, LONGEST_WORD, in_value) else {
        return Some(Span::new(from, text.run(from, in_value), kind));
    };
    let value = text.get(from, end);
    let stops = value
        .iter()
        .rev()
        .take_while(|byte| matches!(byte, b'.' | b':' | b'?' | b'!'))
        .count();
    let (value, end) = (text.get(from, end - stops), end - stops);
    let is_secret = match form {
        _ if is_harmless(value) => false,
        _ if is_random => value.len() >= 16 && has_digit(value),
        Form::Equals | Form::Json => true,
        Form::Prose if kind == kind::TOKEN => looks_random(value) && value.len() >= 8,
        Form::Prose => looks_random(value) || (kind != kind::CREDENTIALS && is_alone(text, end)),
    };
    is_secret.then(|| Span {
        quoted: form == Form::Json,
        ..Span::new(from, end, kind)
    })
}

/// At `--`: `--password value`.
pub(super) fn flag(text: &Text<'_>, i: usize) -> Option<Span<'static>> {
    if !text.starts(i, b"--") || !text.is_start(i) {
        return None;
    }
    let end = text.short_run(i + 2, LONGEST_NAME, is_name)?;
    let kind = named(text.get(i + 2, end)).filter(|_| text.at(end) == b' ')?;
    let (from, end) = quoted(text, end + 1).unwrap_or_else(|| {
        let end = text.run(end + 1, |byte| !is_delimiter(byte));
        (text.run(i + 2, is_name) + 1, end)
    });
    let value = text.get(from, end);
    let is_secret = looks_random(value) && !value.starts_with(b"-");
    is_secret.then(|| Span::new(from, end, kind))
}

/// At the `>` of `<password>value</password>`.
fn element(text: &Text<'_>, i: usize) -> Option<Span<'static>> {
    let (name, _) = name_before(text, i)?;
    let kind = named(name)?;
    if text.before(i - name.len()) != b'<' {
        return None;
    }
    let end = text.run(i + 1, |byte| byte != b'<');
    let is_secret = text.starts(end, b"</") && !is_harmless(text.get(i + 1, end));
    is_secret.then(|| Span::new(i + 1, end, kind))
}

/// What stands behind `Authorization:`, after the name of the scheme.
fn authorization(text: &Text<'_>, from: usize) -> Option<Span<'static>> {
    let (start, quote) = match quoted(text, from) {
        Some((start, end)) => (start, Some(end)),
        None => (from, None),
    };
    let in_word = |byte: u8| !is_delimiter(byte);
    let name_end = text.short_run(start, LONGEST_NAME, in_word);
    let name_end = name_end.filter(|end| text.at(*end) == b' ');
    let is_one = |names: &[&str]| {
        let name = text.get(start, name_end.unwrap_or(start));
        let is = |known: &&str| name.eq_ignore_ascii_case(known.as_bytes());
        names.iter().any(is)
    };
    let from = name_end.map_or(start, |end| end + 1);
    if is_one(&["digest", "aws4-hmac-sha256"]) {
        let end = quote.unwrap_or_else(|| line(text, from));
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

/// The name that ends before `i`, and whether it stands in quotes.
fn name_before<'t>(text: &Text<'t>, i: usize) -> Option<(&'t [u8], bool)> {
    const GAP: usize = 4;
    let mut end = i;
    let back = |end: usize| {
        if end > text.edge { text.at(end - 1) } else { 0 }
    };
    while i - end < GAP && back(end) == b' ' {
        end -= 1;
    }
    let is_quoted = is_quote(back(end));
    if is_quoted {
        end -= 1;
        while i - end < 2 * GAP && back(end) == b'\\' {
            end -= 1;
        }
    }
    let mut start = end;
    while end - start < LONGEST_NAME && is_name(back(start)) {
        start -= 1;
    }
    (start < end).then(|| (text.get(start, end), is_quoted))
}

const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// What a name says of its value.
fn named(name: &[u8]) -> Option<&'static str> {
    if HARMLESS_NAMES.iter().any(|harmless| ends(name, harmless)) {
        return None;
    }
    let found = NAMES.iter().find(|(end, _)| ends(name, end));
    found.map(|(_, kind)| *kind)
}

/// Whether a name ends with `end`, whatever stands between its letters, and but for a number behind them.
fn ends(name: &[u8], end: &str) -> bool {
    let mut letters = name
        .iter()
        .rev()
        .filter(|byte| byte.is_ascii_alphanumeric())
        .skip_while(|byte| byte.is_ascii_digit());
    end.bytes().rev().all(|wanted| {
        letters
            .next()
            .is_some_and(|letter| letter.eq_ignore_ascii_case(&wanted))
    })
}

/// Steps into `Some("…")` and the like, as `Debug` writes it.
fn constructor(text: &Text<'_>, from: usize) -> usize {
    let end = text.short_run(from, 32, |byte| {
        byte.is_ascii_alphanumeric() || byte == b'_'
    });
    match end {
        Some(end) if end > from && text.at(end) == b'(' => end + 1,
        _ => from,
    }
}

/// Where the text in quotes that begin at `from` lies; the quotes may be escaped.
fn quoted(text: &Text<'_>, from: usize) -> Option<(usize, usize)> {
    let open = text.run(from, |byte| byte == b'\\');
    let quote = text.at(open);
    if !is_quote(quote) || open - from > 4 {
        return None;
    }
    let start = open + 1;
    let is_escaped = open > from;
    let mut end = start;
    while end < text.end() && text.at(end) != quote && text.at(end) != b'\n' {
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
    Some((start, end - slashes))
}

/// The end of the line.
fn line(text: &Text<'_>, from: usize) -> usize {
    text.run(from, |byte| !matches!(byte, b'\n' | b'\r'))
}

/// Whether nothing but the end of something follows: no sentence.
fn is_alone(text: &Text<'_>, end: usize) -> bool {
    let next = text.run(end, |byte| matches!(byte, b' ' | b'.' | b'\t'));
    !text.at(next).is_ascii_alphanumeric() && text.at(next) < 0x80
}

/// Whether it is no word of a language.
fn looks_random(value: &[u8]) -> bool {
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
fn is_harmless(value: &[u8]) -> bool {
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
