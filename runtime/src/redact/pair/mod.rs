//! Values that stand behind a name such as `password`.

mod authorization;
mod name;
mod value;

use authorization::authorization;
use name::{LONGEST_NAME, Name, ends, is_name, name_before, named};
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
    let Name {
        text: name,
        is_quoted,
        is_json,
    } = name_before(text, i)?;
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
    // Its value goes on behind the first space.
    if let Some(key) = private(text, from) {
        return Some(key);
    }
    if kind == kind::COOKIE {
        let near = text.get(from, (from + LONGEST_WORD).min(text.end()));
        let is_one = near
            .iter()
            .take_while(|byte| **byte != b'\n')
            .any(|byte| *byte == b'=');
        if is_one && let Some(end) = array(text, from) {
            return Some(Span {
                quoted: true,
                ..Span::new(from, end, kind)
            });
        }
        let (start, end) = quoted(text, from)
            .filter(|_| is_one)
            .unwrap_or((from, from));
        let end = if start == from && is_one {
            text_or_line(text, from)
        } else {
            end
        };
        return is_one.then(|| Span::new(start, end, kind));
    }
    let is_random = ends(name, "signature") || ends(name, "sig");
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
        quoted: is_json,
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
    let name = name_before(text, i)?.text;
    let kind = named(name)?;
    if text.before(i - name.len()) != b'<' {
        return None;
    }
    let end = text.run(i + 1, |byte| byte != b'<');
    let is_secret = text.starts(end, b"</") && !is_harmless(text.get(i + 1, end));
    is_secret.then(|| Span::new(i + 1, end, kind))
}
