//! What the model is told when its arguments cannot be decoded: all of it at once.

use super::problem::{ArgumentsError, Problem};
use crate::llm_visible::LlmText;
use crate::nearest;
use crate::tool::ToolDefinition;
use serde_json::Value;
use std::fmt::Write;

/// The longest excerpt of a value that the model wrote, in characters.
const EXCERPT: usize = 40;
/// So many unknown keys are named, no more.
const UNKNOWN_KEYS: usize = 8;

/// The text for the model: one line a problem, each naming the parameter.
#[cold]
pub(crate) fn feedback(error: &ArgumentsError, text: &str, definition: &ToolDefinition) -> LlmText {
    let mut lines = String::from("the arguments are wrong, the call was not run:");
    let mut unknown = 0;
    for problem in &error.problems {
        if let Problem::Unknown { .. } = problem {
            unknown += 1;
            if unknown > UNKNOWN_KEYS {
                continue;
            }
        }
        lines.push_str("\n- ");
        write(&mut lines, problem, error.names, text, definition);
    }
    if unknown > UNKNOWN_KEYS {
        let _ = write!(
            lines,
            "\n- {} more unknown parameters",
            unknown - UNKNOWN_KEYS
        );
    }
    LlmText::known_visible(lines)
}

fn write(
    line: &mut String,
    problem: &Problem,
    names: &[&str],
    text: &str,
    definition: &ToolDefinition,
) {
    let schema = |name: &str| {
        definition
            .input_schema()
            .get("properties")
            .and_then(|all| all.get(name))
    };
    // Writing to a `String` cannot fail.
    let _ = match problem {
        Problem::Syntax { at } => {
            let position = text.get(..*at).map_or(*at, |before| before.chars().count()) + 1;
            write!(line, "they are not one valid JSON object: it breaks off or goes wrong at character {position}")
                .and_then(|()| list(line, names))
        }
        Problem::NotAnObject => {
            let found = kind(text.trim());
            write!(line, "they have to be a JSON object, not {found}")
                .and_then(|()| list(line, names))
        }
        Problem::Missing { name } => write!(
            line,
            "`{name}` is missing: expected {}",
            expected(schema(name))
        ),
        Problem::Duplicate { name } => write!(line, "`{name}` is given twice"),
        Problem::Unknown { key } => {
            let shown = excerpt(key);
            match nearest::nearest(key, names.iter().copied()) {
                Some(name) => write!(
                    line,
                    "there is no parameter `{shown}`; did you mean `{name}`?"
                ),
                None => {
                    write!(line, "there is no parameter `{shown}`").and_then(|()| list(line, names))
                }
            }
        }
        Problem::Invalid { name, value, .. } => {
            let found = text.get(value.clone()).unwrap_or_default();
            write!(
                line,
                "`{name}`: expected {}, got {}",
                expected(schema(name)),
                got(found)
            )
        }
    };
}

fn list(line: &mut String, names: &[&str]) -> std::fmt::Result {
    match names {
        [] => write!(line, "; the tool takes no parameters"),
        _ => write!(line, "; the parameters are {}", Names(names)),
    }
}

struct Names<'a>(&'a [&'a str]);

impl std::fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, name) in self.0.iter().enumerate() {
            write!(f, "{}`{name}`", if i > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

/// What a schema asks for, in words.
fn expected(schema: Option<&Value>) -> String {
    let Some(schema) = schema else {
        return "another value".to_owned();
    };
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        let values: Vec<_> = values.iter().map(Value::to_string).collect();
        return format!("one of {}", values.join(", "));
    }
    let mut words = match schema.get("type") {
        Some(Value::String(name)) => word(name).to_owned(),
        Some(Value::Array(names)) => names
            .iter()
            .filter_map(Value::as_str)
            .map(word)
            .collect::<Vec<_>>()
            .join(" or "),
        _ => "another value".to_owned(),
    };
    let minimum = schema.get("minimum").filter(|bound| bound.is_number());
    let maximum = schema.get("maximum").filter(|bound| bound.is_number());
    let _ = match (minimum, maximum) {
        (Some(minimum), Some(maximum)) => write!(words, " from {minimum} to {maximum}"),
        (Some(minimum), None) => write!(words, " of at least {minimum}"),
        (None, Some(maximum)) => write!(words, " of at most {maximum}"),
        (None, None) => Ok(()),
    };
    words
}

fn word(name: &str) -> &str {
    match name {
        "integer" => "an integer",
        "number" => "a number",
        "string" => "a string",
        "boolean" => "true or false",
        "array" => "an array",
        "object" => "an object",
        "null" => "null",
        other => other,
    }
}

/// What came: its kind, and the value where that is short.
fn got(text: &str) -> String {
    match text.as_bytes().first() {
        Some(b'{' | b'[') => kind(text).to_owned(),
        _ if text.chars().count() <= EXCERPT => format!("{} {text}", kind(text)),
        _ => format!("{} of {} characters", kind(text), text.chars().count()),
    }
}

fn kind(text: &str) -> &'static str {
    match text.as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "an array",
        Some(b'"') => "the string",
        Some(b't' | b'f') => "the boolean",
        Some(b'n') => "the value",
        _ => "the number",
    }
}

/// A key as the model wrote it, short and without what could break a line.
fn excerpt(text: &str) -> String {
    let mut short: String = text
        .chars()
        .filter(|c| !c.is_control())
        .take(EXCERPT)
        .collect();
    if text.chars().count() > EXCERPT {
        short.push('…');
    }
    short
}
