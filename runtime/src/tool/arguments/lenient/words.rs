//! The words of the feedback. What the model wrote is shown short and without what could break a line.

use super::tree::{Kind, Node};
use crate::llm_visible::is_blank;
use serde_json::Value;
use std::fmt::Write;

/// The longest excerpt of what the model wrote, in characters.
const EXCERPT: usize = 40;
/// The longest path, in bytes.
const PATH: usize = 200;
/// The place of what belongs to no parameter.
pub(crate) const WHOLE: &str = "the arguments";
/// So many names or values are listed.
const LISTED: usize = 30;

/// A text of the model's, at most `most` characters of it.
pub(crate) fn shown(text: &str, most: usize) -> String {
    if text.len() <= most && text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text.to_owned();
    }
    let mut out = String::new();
    for (i, c) in text.chars().enumerate() {
        if i == most {
            out.push('…');
            break;
        }
        let is_invisible = c != ' ' && is_blank(c.encode_utf8(&mut [0; 4]));
        if c.is_control() || is_invisible {
            let _ = write!(out, "\\u{:04x}", c as u32);
        } else {
            out.push(c);
        }
    }
    out
}

pub(crate) fn excerpt(text: &str) -> String {
    shown(text, EXCERPT)
}

/// Adds a key to a path: `.key`, or `["a key"]`.
pub(crate) fn push_key(path: &mut String, key: &str) {
    let mut bytes = key.bytes();
    let is_plain = key.len() <= EXCERPT
        && bytes
            .next()
            .is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    if is_plain {
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(key);
    } else {
        let _ = write!(path, "[{}]", Value::from(excerpt(key)));
    }
}

/// A path as it is shown; empty for the arguments as a whole.
pub(crate) fn push_path(out: &mut String, path: &str) {
    if path.is_empty() {
        return out.push_str(WHOLE);
    }
    out.push('`');
    let mut cut = path.len().saturating_sub(PATH);
    if cut > 0 {
        out.push('…');
    }
    while !path.is_char_boundary(cut) {
        cut += 1;
    }
    out.push_str(path.get(cut..).unwrap_or_default());
    out.push('`');
}

/// A key that there is not.
pub(crate) fn unknown(
    path: &str,
    key: Option<&str>,
    nearest: Option<&str>,
    names: &[&str],
) -> String {
    let key = key.map_or_else(|| "…".to_owned(), excerpt);
    let (what, whole) = match path {
        WHOLE => ("parameter", "the tool takes no parameters"),
        _ => ("key", "it takes no keys"),
    };
    let place = if what == "key" {
        format!(" in {path}")
    } else {
        String::new()
    };
    match nearest {
        Some(name) => format!("there is no {what} `{key}`{place}; did you mean `{name}`?"),
        None if names.is_empty() => format!("there is no {what} `{key}`{place}; {whole}"),
        None => format!(
            "there is no {what} `{key}`{place}; the {what}s are {}",
            listed(names)
        ),
    }
}

/// Names in a row.
pub(crate) fn listed(names: &[&str]) -> String {
    let mut out = String::new();
    for (i, name) in names.iter().take(LISTED).enumerate() {
        let _ = write!(out, "{}`{name}`", if i > 0 { ", " } else { "" });
    }
    if names.len() > LISTED {
        let _ = write!(out, " and {} more", names.len() - LISTED);
    }
    out
}

/// Names of which one is wanted.
pub(super) fn one_of(names: &[&str]) -> String {
    let values: Vec<_> = names
        .iter()
        .map(|name| Value::from(*name).to_string())
        .collect();
    one_of_values(&values)
}

pub(super) fn one_of_values(values: &[String]) -> String {
    if let [value] = values {
        return value.clone();
    }
    let shown: Vec<_> = values.iter().take(LISTED).map(String::as_str).collect();
    let mut out = format!("one of {}", shown.join(", "));
    if values.len() > LISTED {
        let _ = write!(out, " and {} more", values.len() - LISTED);
    }
    out
}

/// How many of something.
pub(super) fn range(unit: &str, least: Option<u64>, most: Option<u64>) -> String {
    match (least, most) {
        (Some(least), Some(most)) if least == most => counted(least, unit),
        (Some(least), Some(most)) => format!("{least} to {}", counted(most, unit)),
        (Some(least), None) => format!("at least {}", counted(least, unit)),
        (None, Some(most)) => format!("at most {}", counted(most, unit)),
        (None, None) => format!("any number of {unit}s"),
    }
}

pub(super) fn counted(count: u64, unit: &str) -> String {
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

/// What came: its kind, and the value where that is short and no secret.
pub(super) fn got(out: &mut String, node: &Node<'_>, is_secret: bool) {
    match &node.kind {
        Kind::Array(items) if !is_secret => {
            let _ = write!(out, "an array of {}", counted(items.len() as u64, "item"));
        }
        _ => got_text(out, node.raw, is_secret),
    }
}

/// What came, from its text.
pub(crate) fn got_text(out: &mut String, raw: &str, is_secret: bool) {
    let (word, quotes) = match raw.as_bytes().first() {
        Some(b'{') => return out.push_str("an object"),
        Some(b'[') => return out.push_str("an array"),
        Some(b'"') => ("string", 2),
        Some(b't' | b'f') => ("boolean", 0),
        Some(b'n') if is_secret => return out.push_str("null"),
        Some(b'n') => ("value", 0),
        _ => ("number", 0),
    };
    let length = raw.chars().count();
    if is_secret {
        let _ = write!(out, "a {word}");
    } else if length <= EXCERPT {
        out.push_str("the ");
        out.push_str(word);
        out.push(' ');
        out.push_str(&excerpt(raw));
    } else {
        let _ = write!(out, "a {word} of {} characters", length - quotes);
    }
}
