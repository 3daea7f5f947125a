//! The words of the feedback. What the model wrote is shown short and without what could break a line.

use super::schema::{Kinds, Layers};
use super::tree::{Kind, Node};
use crate::llm_visible::is_blank;
use serde_json::Value;
use std::fmt::Write;

/// The longest excerpt of what the model wrote, in characters.
const EXCERPT: usize = 40;
/// The longest path, in bytes.
const PATH: usize = 200;
/// So many names or values are listed.
const LISTED: usize = 30;
/// So many words of a choice are listed.
const BRANCHES: usize = 8;

/// A text of the model's, at most `most` characters of it.
pub(crate) fn shown(text: &str, most: usize) -> String {
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
pub(super) fn push_key(path: &mut String, key: &str) {
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
pub(super) fn shown_path(path: &str) -> String {
    if path.is_empty() {
        return "the arguments".to_owned();
    }
    match path
        .char_indices()
        .rev()
        .find(|(at, _)| path.len() - at >= PATH)
    {
        Some((at, _)) => format!("`…{}`", path.get(at..).unwrap_or_default()),
        None => format!("`{path}`"),
    }
}

/// A key that there is not.
pub(crate) fn unknown(path: &str, key: &str, nearest: Option<&str>, names: &[&str]) -> String {
    let key = excerpt(key);
    let (what, whole) = match path {
        "the arguments" => ("parameter", "the tool takes no parameters"),
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

fn one_of_values(values: &[String]) -> String {
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

/// What a schema asks for, said of a value that is not that.
pub(crate) fn expected<'s>(root: &'s Value, layers: &Layers<'s>, node: &Node<'_>) -> String {
    let is_number = matches!(node.kind, Kind::Number)
        || node
            .raw
            .get(1..2)
            .is_some_and(|first| matches!(first.as_bytes(), [b'0'..=b'9' | b'-']));
    wanted_within(root, layers, is_number, 4)
}

/// What a schema asks for.
pub(crate) fn wanted<'s>(root: &'s Value, layers: &Layers<'s>) -> String {
    wanted_within(root, layers, false, 4)
}

fn wanted_within<'s>(root: &'s Value, layers: &Layers<'s>, number: bool, depth: usize) -> String {
    let mut values = Vec::new();
    let mut others = Vec::new();
    gather(root, layers, number, depth, &mut values, &mut others);
    let null = others
        .iter()
        .position(|word| word == "null")
        .map(|at| others.remove(at));
    if !values.is_empty() {
        others.insert(0, one_of_values(&values));
    }
    others.truncate(BRANCHES);
    others.extend(null);
    if others.is_empty() {
        return "another value".to_owned();
    }
    others.join(" or ")
}

fn gather<'s>(
    root: &'s Value,
    layers: &Layers<'s>,
    number: bool,
    depth: usize,
    values: &mut Vec<String>,
    others: &mut Vec<String>,
) {
    let mut add = |word: String| {
        if !others.contains(&word) {
            others.push(word);
        }
    };
    if let (Some(union), Some(depth)) = (layers.union(), depth.checked_sub(1)) {
        for branch in union.branches {
            let branch = layers.with(root, union, branch);
            gather(root, &branch, number, depth, values, others);
        }
        return;
    }
    let mut choices = layers.choices().peekable();
    if choices.peek().is_some() {
        for choice in choices {
            if choice.is_null() {
                add("null".to_owned());
            } else {
                values.push(choice.to_string());
            }
        }
        return;
    }
    let kinds = layers.kinds(root);
    if kinds.is_any() {
        return add("any value".to_owned());
    }
    let bound = |key| layers.get(key).and_then(Value::as_u64);
    let all = [
        (Kinds::INTEGER, numeric("an integer", layers, number)),
        (Kinds::NUMBER, numeric("a number", layers, number)),
        (Kinds::TEXT, string(layers)),
        (Kinds::BOOL, "true or false".to_owned()),
        (
            Kinds::ARRAY,
            sized("an array", "item", bound("minItems"), bound("maxItems")),
        ),
        (Kinds::OBJECT, object(layers)),
        (Kinds::NULL, "null".to_owned()),
    ];
    for (kind, word) in all {
        if kinds.has(kind) {
            add(word);
        }
    }
}

fn numeric(word: &str, layers: &Layers<'_>, number: bool) -> String {
    let bound = |key| layers.get(key).filter(|bound| bound.is_number());
    let (minimum, maximum) = (bound("minimum"), bound("maximum"));
    let mut out = word.to_owned();
    let is_of_64_bits = minimum.is_some_and(|bound| bound.as_i64() == Some(i64::MIN))
        && maximum.is_some_and(|bound| bound.as_i64() == Some(i64::MAX));
    let is_u64 = maximum.is_some_and(|bound| bound.as_u64() == Some(u64::MAX));
    // Bounds that only matter for numbers that are near them.
    let _ = match (minimum, maximum) {
        _ if is_of_64_bits && !number => Ok(()),
        (Some(minimum), Some(_)) if is_u64 && !number => write!(out, " of at least {minimum}"),
        (Some(minimum), Some(maximum)) => write!(out, " from {minimum} to {maximum}"),
        (Some(minimum), None) => write!(out, " of at least {minimum}"),
        (None, Some(maximum)) => write!(out, " of at most {maximum}"),
        (None, None) => Ok(()),
    };
    let words = [
        ("exclusiveMinimum", "above"),
        ("exclusiveMaximum", "below"),
        ("multipleOf", "that is a multiple of"),
    ];
    for (key, word) in words {
        if let Some(value) = bound(key) {
            let _ = write!(out, " {word} {value}");
        }
    }
    if let Some(value) = layers.get("not").and_then(|not| not.get("const")) {
        let _ = write!(out, " other than {value}");
    }
    out
}

fn string(layers: &Layers<'_>) -> String {
    let bound = |key| layers.get(key).and_then(Value::as_u64);
    let mut out = sized(
        "a string",
        "character",
        bound("minLength"),
        bound("maxLength"),
    );
    if let Some(format) = layers.text("format") {
        let _ = write!(out, " in the format {}", excerpt(format));
    }
    out
}

fn object(layers: &Layers<'_>) -> String {
    let required: Vec<_> = layers.required().collect();
    match required.as_slice() {
        [name] => format!("an object with `{name}`"),
        _ => "an object".to_owned(),
    }
}

fn sized(word: &str, unit: &str, least: Option<u64>, most: Option<u64>) -> String {
    match (least, most) {
        (None, None) => word.to_owned(),
        _ => format!("{word} of {}", range(unit, least, most)),
    }
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

/// What came: its kind, and the value where that is short.
pub(super) fn got(node: &Node<'_>) -> String {
    match &node.kind {
        Kind::Array(items) => format!("an array of {}", counted(items.len() as u64, "item")),
        _ => got_text(node.raw),
    }
}

/// What came, from its text.
pub(crate) fn got_text(raw: &str) -> String {
    let length = raw.chars().count();
    let (word, unit) = match raw.as_bytes().first() {
        Some(b'{') => return "an object".to_owned(),
        Some(b'[') => return "an array".to_owned(),
        Some(b'"') => ("string", length.saturating_sub(2)),
        Some(b't' | b'f') => ("boolean", length),
        Some(b'n') => ("value", length),
        _ => ("number", length),
    };
    if length <= EXCERPT {
        format!("the {word} {}", excerpt(raw))
    } else {
        format!("a {word} of {unit} characters")
    }
}

/// What the schema of a parameter asks for.
pub(crate) fn wanted_at(root: &Value, schema: &Value) -> String {
    wanted(root, &Layers::of(root, schema))
}

/// What the schema of a parameter asks for, where the value is of the right kind already.
pub(crate) fn expected_at(root: &Value, schema: &Value, value: &str) -> String {
    let layers = Layers::of(root, schema);
    let words = wanted_within(root, &layers, true, 4);
    let is_number = value.starts_with(|c: char| c == '-' || c.is_ascii_digit());
    if is_number && layers.kinds(root).has(Kinds::NUMBER) {
        format!("{words} that is not too large")
    } else {
        words
    }
}
