//! Values that stand behind a name such as `password`.

mod authorization;
mod client;
mod dress;
mod name;
mod prose;
mod value;

pub(super) use client::client;
pub(super) use dress::encoded;
pub(super) use prose::prose;

use authorization::authorization;
use dress::{block, braces, list, query_key};
use name::{LONGEST_NAME, Name, ends, is_name, name_before, named};
use prose::{is_mixed, listed, phrase};
use value::{
    LONGEST_WORD, array, constructor, is_alone, is_harmless, looks_random, quoted, text_or_line,
};

use super::key::private;
use super::mark::{Span, kind};
use super::text::{Text, has_digit, is_delimiter};

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

/// How far a name says that its value is secret.
#[derive(Clone, Copy, PartialEq)]
enum Trust {
    Full,
    /// If it is one word.
    Word,
    /// If it is no word of a language.
    Mixed,
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
    let written = name_before(text, i)?;
    if let Some(key) = query_key(text, i, &written) {
        return Some(key);
    }
    let (name, kind, trust) = meant(text, &written)?;
    let from = i + if separator == b'=' && next == b'>' {
        2
    } else {
        1
    };
    let from = text.run(from, |byte| matches!(byte, b' ' | b'\t'));
    let form = match (separator, written.is_quoted) {
        (_, true) => Form::Json,
        (b':', false) => Form::Prose,
        _ => Form::Equals,
    };
    if ends(name, "authorization") {
        return authorization(text, from);
    }
    // Its value goes on behind the first space.
    if let Some(key) = private(text, from) {
        return Some(key);
    }
    if kind == kind::COOKIE {
        return cookie(text, from);
    }
    if let Some(end) = list(text, from, &written) {
        return Some(Span {
            quoted: true,
            ..Span::new(from, end, kind)
        });
    }
    let dressed = match form {
        Form::Prose => block(text, from, &written),
        Form::Equals if kind == kind::PASSWORD => braces(text, from),
        _ => None,
    };
    if let Some((start, end)) = dressed {
        return Some(Span::new(start, end, kind));
    }
    let is_random = ends(name, "signature") || ends(name, "sig");
    let constructor = constructor(text, from);
    if let Some((start, end)) = quoted(text, constructor) {
        let value = text.get(start, end);
        let is_secret = match form {
            _ if trust == Trust::Mixed => is_mixed(value),
            _ if trust == Trust::Word => is_pass(value),
            Form::Prose if kind == kind::TOKEN => is_token(text, written.start, value),
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
        _ if trust != Trust::Full => is_mixed(value),
        _ if is_random => value.len() >= 16 && has_digit(value),
        Form::Equals | Form::Json => true,
        Form::Prose if kind == kind::TOKEN => is_token(text, written.start, value),
        Form::Prose => looks_random(value) || (kind != kind::CREDENTIALS && is_alone(text, end)),
    };
    is_secret.then(|| Span {
        quoted: written.is_json,
        ..Span::new(from, end, kind)
    })
}

/// What the name before a sign says: the name that it stands for, what that names, and how far it is to be trusted.
fn meant<'t>(text: &Text<'t>, written: &Name<'t>) -> Option<(&'t [u8], &'static str, Trust)> {
    let name = written.text;
    if let Some(kind) = named(name) {
        return Some((name, kind, Trust::Full));
    }
    if name.eq_ignore_ascii_case(b"value") {
        let name = listed(text, written.start)?;
        return named(name).map(|kind| (name, kind, Trust::Full));
    }
    if name.eq_ignore_ascii_case(b"pass") || has_part_pass(name) {
        let trust = if written.is_quoted {
            Trust::Word
        } else {
            Trust::Mixed
        };
        return Some((name, kind::PASSWORD, trust));
    }
    if written.is_quoted {
        return None;
    }
    let name = phrase(text, written.start, name)?;
    named(name).map(|kind| (name, kind, Trust::Mixed))
}

/// `FTP_PASS`, `mail.pass`.
fn has_part_pass(name: &[u8]) -> bool {
    let Some(at) = name.len().checked_sub(5) else {
        return false;
    };
    let end = name.get(at..).unwrap_or_default();
    matches!(end.first(), Some(b'_' | b'-' | b'.'))
        && end
            .get(1..)
            .is_some_and(|end| end.eq_ignore_ascii_case(b"pass"))
}

/// What stands behind `"pass":`. Counts and findings of tests do, too.
fn is_pass(value: &[u8]) -> bool {
    let is_count = value.len() <= 5 && value.iter().all(u8::is_ascii_digit);
    !is_harmless(value) && !is_count && !value.iter().any(u8::is_ascii_whitespace)
}

/// What stands behind `token:`. Those who read a language call its words so, too.
fn is_token(text: &Text<'_>, name: usize, value: &[u8]) -> bool {
    if !looks_random(value) {
        return false;
    }
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic();
    let near = text.get(name.saturating_sub(10).max(text.edge), name);
    let is_expected = near.trim_ascii_end().ends_with(b"expected");
    let digit = value.iter().position(u8::is_ascii_digit);
    let (before, after) = value.split_at(digit.unwrap_or(0));
    let is_inside = before.iter().any(is_letter) && after.iter().any(is_letter);
    value.len() >= 8 || (is_inside && !is_expected)
}

/// What stands behind `Cookie:`.
fn cookie(text: &Text<'_>, from: usize) -> Option<Span<'static>> {
    let kind = kind::COOKIE;
    let near = text.get(from, (from + LONGEST_WORD).min(text.end()));
    let is_one = near
        .iter()
        .take_while(|byte| **byte != b'\n')
        .any(|byte| *byte == b'=');
    if !is_one {
        return None;
    }
    if let Some(end) = array(text, from) {
        return Some(Span {
            quoted: true,
            ..Span::new(from, end, kind)
        });
    }
    let (start, end) = quoted(text, from)
        .filter(|(start, _)| *start != from)
        .unwrap_or_else(|| (from, text_or_line(text, from)));
    Some(Span::new(start, end, kind))
}

/// Whether it is the value of a flag rather than a word behind it.
fn flag_value(value: &[u8]) -> bool {
    looks_random(value) && !value.starts_with(b"-")
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
    flag_value(value).then(|| Span::new(from, end, kind))
}

/// At the `>` of `<password>value</password>`.
fn element(text: &Text<'_>, i: usize) -> Option<Span<'static>> {
    let name = name_before(text, i)?.text;
    let kind = named(name)?;
    if text.before(i - name.len()) != b'<' {
        return None;
    }
    let end = text.run(i + 1, |byte| byte != b'<');
    let is_secret = text.starts(end, b"</") && !is_harmless(text.get(i + 1, end));
    is_secret.then(|| Span::new(i + 1, end, kind))
}
