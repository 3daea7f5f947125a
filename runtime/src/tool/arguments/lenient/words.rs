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
/// The place of what belongs to no parameter.
pub(crate) const WHOLE: &str = "the arguments";
/// So many names or values are listed.
const LISTED: usize = 30;
/// So many words of a choice are listed.
const BRANCHES: usize = 8;

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
pub(super) fn push_path(out: &mut String, path: &str) {
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
pub(crate) fn unknown(path: &str, key: &str, nearest: Option<&str>, names: &[&str]) -> String {
    let key = excerpt(key);
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
pub(crate) fn expected<'s>(
    out: &mut String,
    root: &'s Value,
    layers: &Layers<'s>,
    node: &Node<'_>,
) {
    let is_number = matches!(node.kind, Kind::Number)
        || (node.raw.get(1..2)).is_some_and(|c| matches!(c.as_bytes(), [b'0'..=b'9' | b'-']));
    wanted(out, root, layers, is_number);
}

/// What a schema asks for. The bounds of the largest integers only matter to `number`s.
pub(super) fn wanted<'s>(out: &mut String, root: &'s Value, layers: &Layers<'s>, number: bool) {
    if layers.union().is_none() && layers.choices().next().is_none() {
        let mut kinds = layers.kinds(root).each();
        if let (Some(kind), None) = (kinds.next(), kinds.next()) {
            return push_kind(out, kind, layers, number);
        }
    }
    let mut said = Said::default();
    gather(&mut said, root, layers, number, 4);
    let mut others = said.others;
    let null = others.iter().position(|word| word == "null");
    let null = null.map(|at| others.remove(at));
    if !said.values.is_empty() {
        others.insert(0, one_of_values(&said.values));
    }
    others.truncate(BRANCHES);
    others.extend(null);
    if others.is_empty() {
        out.push_str("another value");
    }
    out.push_str(&others.join(" or "));
}

#[derive(Default)]
struct Said {
    values: Vec<String>,
    others: Vec<String>,
}

impl Said {
    fn add(&mut self, word: String) {
        if !self.others.contains(&word) {
            self.others.push(word);
        }
    }
}

fn gather<'s>(said: &mut Said, root: &'s Value, layers: &Layers<'s>, number: bool, depth: usize) {
    if let (Some(union), Some(depth)) = (layers.union(), depth.checked_sub(1)) {
        for branch in union.branches {
            let branch = layers.with(root, union, branch);
            gather(said, root, &branch, number, depth);
        }
        return;
    }
    let mut choices = layers.choices().peekable();
    if choices.peek().is_some() {
        for choice in choices {
            if choice.is_null() {
                said.add("null".to_owned());
            } else {
                said.values.push(choice.to_string());
            }
        }
        return;
    }
    let kinds = layers.kinds(root);
    if kinds.is_any() {
        return said.add("any value".to_owned());
    }
    for kind in kinds.each() {
        let mut word = String::new();
        push_kind(&mut word, kind, layers, number);
        said.add(word);
    }
}

fn push_kind(out: &mut String, kind: Kinds, layers: &Layers<'_>, number: bool) {
    match kind {
        Kinds::INTEGER => push_number(out, "an integer", layers, number),
        Kinds::NUMBER => push_number(out, "a number", layers, number),
        Kinds::TEXT => {
            push_sized(
                out,
                "a string",
                "character",
                layers,
                ["minLength", "maxLength"],
            );
            if let Some(format) = layers.text("format") {
                let _ = write!(out, " in the format {}", excerpt(format));
            }
        }
        Kinds::BOOL => out.push_str("true or false"),
        Kinds::ARRAY => push_sized(out, "an array", "item", layers, ["minItems", "maxItems"]),
        Kinds::OBJECT => {
            out.push_str("an object");
            let mut required = layers.required();
            if let (Some(name), None) = (required.next(), required.next()) {
                let _ = write!(out, " with `{name}`");
            }
        }
        _ => out.push_str("null"),
    }
}

fn push_number(out: &mut String, word: &str, layers: &Layers<'_>, number: bool) {
    let bound = |key| layers.get(key).and_then(Value::as_number);
    let (minimum, maximum) = (bound("minimum"), bound("maximum"));
    out.push_str(word);
    let is_i64 = minimum.is_some_and(|bound| bound.as_i64() == Some(i64::MIN))
        && maximum.is_some_and(|bound| bound.as_i64() == Some(i64::MAX));
    let is_u64 = maximum.is_some_and(|bound| bound.as_u64() == Some(u64::MAX));
    let _ = match (minimum, maximum) {
        _ if is_i64 && !number => Ok(()),
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
}

fn push_sized(out: &mut String, word: &str, unit: &str, layers: &Layers<'_>, keys: [&str; 2]) {
    let [least, most] = keys.map(|key| layers.get(key).and_then(Value::as_u64));
    out.push_str(word);
    if least.is_some() || most.is_some() {
        let _ = write!(out, " of {}", range(unit, least, most));
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
pub(super) fn got(out: &mut String, node: &Node<'_>) {
    if let Kind::Array(items) = &node.kind {
        let _ = write!(out, "an array of {}", counted(items.len() as u64, "item"));
    } else {
        got_text(out, node.raw);
    }
}

/// What came, from its text.
pub(crate) fn got_text(out: &mut String, raw: &str) {
    let (word, quotes) = match raw.as_bytes().first() {
        Some(b'{') => return out.push_str("an object"),
        Some(b'[') => return out.push_str("an array"),
        Some(b'"') => ("string", 2),
        Some(b't' | b'f') => ("boolean", 0),
        Some(b'n') => ("value", 0),
        _ => ("number", 0),
    };
    let length = raw.chars().count();
    if length <= EXCERPT {
        out.push_str("the ");
        out.push_str(word);
        out.push(' ');
        out.push_str(&excerpt(raw));
    } else {
        let _ = write!(out, "a {word} of {} characters", length - quotes);
    }
}

/// What the schema of a parameter asks for.
pub(crate) fn wanted_at(out: &mut String, root: &Value, schema: &Value) {
    wanted(out, root, &Layers::of(root, schema), false);
}

/// What the schema of a parameter asks for, where the value is of the right kind already.
pub(crate) fn expected_at(out: &mut String, root: &Value, schema: &Value, value: &str) {
    let layers = Layers::of(root, schema);
    wanted(out, root, &layers, true);
    let is_number = value.starts_with(|c: char| c == '-' || c.is_ascii_digit());
    if is_number && layers.kinds(root).has(Kinds::NUMBER) {
        out.push_str(" that is not too large");
    }
}
