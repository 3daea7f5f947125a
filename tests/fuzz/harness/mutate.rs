//! Texts that are nearly right, and some that are not at all.

use super::{Choices, NAMES, VALID};
use serde_json::{Map, Value, json};

/// What stands where something else should.
const STRANGE: &[&str] = &[
    "null",
    "true",
    "false",
    "0",
    "-1",
    "1.0",
    "1.5",
    "-0.0",
    "1e3",
    "1e-3",
    "127",
    "128",
    "-129",
    "256",
    "65536",
    "2147483648",
    "9223372036854775808",
    "-9223372036854775809",
    "18446744073709551616",
    "1e300",
    "0.1",
    "1e40",
    "3.4028236e38",
    "[]",
    "{}",
    "[[]]",
    "[null]",
    "\"\"",
    "\"5\"",
    "\" 5 \"",
    "\"5.0\"",
    "\"1,000\"",
    "\"0x1F\"",
    "\"1e3\"",
    "\"NaN\"",
    "\"true\"",
    "\"Yes\"",
    "\"null\"",
    "\"[1, 2]\"",
    "\"{\\\"x\\\": 1}\"",
    "\"red\"",
    "\"Dog\"",
    "\"VeryLow\"",
    "\"on\"",
    "{\"kind\":\"dog\"}",
    "{\"Circle\":\"1\"}",
    "{\"type\":\"started\"}",
    "{\"value\":1}",
    "\"\\u0000\\u001b[31m\"",
    "\"\\u200b\\u202e\"",
    "\"`\"",
    "\"a\\nb\"",
    "\"é🦀\"",
];

/// Pieces of text.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "null",
    "1e999",
    "-",
    "0",
    "0.",
    "00",
    ".5",
    "+1",
    "NaN",
    "Infinity",
    "'",
    "\n",
    "\t",
    " ",
    "\u{feff}",
    "```json\n",
    "\n```",
    "//x\n",
    "/**/",
    "\\u0000",
    "\\ud83d",
    "\\ud800\\u0041",
    "\\x",
    "\u{0}",
    "\u{7f}",
    "\u{2028}",
    "é",
    "🦀",
    "vault",
    "canary",
    "\"vault\":1,",
    "\"the_canary_of_the_host\":\"x\",",
    "99999999999999999999999999999999999999999",
    "True",
    "None",
    "undefined",
    "{\"a\":",
    "[[[[",
    "}}}}",
    "\"\"",
    "e",
    "E5",
];

/// Names that no tool has a parameter of, and some that one may mean.
const KEYS: &[&str] = &[
    "vault",
    "canary",
    "the_canary_of_the_host",
    "context",
    "Name",
    "persn",
    "value",
    "arguments",
    "type",
    "kind",
    "data",
    "cost",
    "",
    " a",
    "__proto__",
    "e\u{301}",
    "a\nb",
    "`",
    "x",
];

/// The arguments of one call, and the tool that is called.
pub(crate) fn arguments(choices: &mut Choices<'_>) -> (&'static str, String) {
    let tool = choices.below(NAMES.len());
    let text = match choices.below(8) {
        0 => String::from_utf8_lossy(&choices.rest()).into_owned(),
        1 => {
            let length = choices.below(40);
            (0..length).map(|_| choices.one_of(PIECES)).collect()
        }
        _ => mutated(VALID[tool], choices),
    };
    (NAMES[tool], text)
}

fn mutated(valid: &str, choices: &mut Choices<'_>) -> String {
    let mut value: Value = serde_json::from_str(valid).expect("it is valid");
    for _ in 0..choices.below(4) {
        change(&mut value, choices);
    }
    let mut text = value.to_string();
    for _ in 0..choices.below(8).saturating_sub(4) {
        change_text(&mut text, choices);
    }
    text
}

fn strange(choices: &mut Choices<'_>) -> Value {
    serde_json::from_str(choices.one_of(STRANGE)).expect("they are JSON")
}

/// Changes something at some depth.
fn change(value: &mut Value, choices: &mut Choices<'_>) {
    let inner: Vec<&mut Value> = match value {
        Value::Array(items) => items.iter_mut().collect(),
        Value::Object(fields) => fields.values_mut().collect(),
        _ => Vec::new(),
    };
    let deeper = choices.below(8) > 1;
    let place = choices.below(inner.len());
    if deeper && let Some(inner) = inner.into_iter().nth(place) {
        return change(inner, choices);
    }
    match choices.below(9) {
        0 => *value = value.to_string().into(),
        1 => *value = json!([value.take()]),
        2 => *value = json!({"value": value.take()}),
        3 => *value = Value::Null,
        4..6 => *value = strange(choices),
        _ => rearrange(value, choices),
    }
}

/// Changes what a list or an object is made of.
fn rearrange(value: &mut Value, choices: &mut Choices<'_>) {
    match value {
        Value::Array(items) => {
            let at = choices.below(items.len());
            if !items.is_empty() && choices.below(2) == 0 {
                items.remove(at);
            } else {
                items.insert(at, strange(choices));
            }
        }
        Value::Object(fields) => {
            let at = choices.below(fields.len());
            let key = fields.keys().nth(at).cloned().unwrap_or_default();
            match choices.below(4) {
                0 => drop(fields.remove(&key)),
                1 => rename(fields, &key, choices),
                2 => drop(fields.insert(key, strange(choices))),
                _ => drop(fields.insert(choices.one_of(KEYS).to_owned(), strange(choices))),
            }
        }
        Value::String(text) => change_text(text, choices),
        other => *other = strange(choices),
    }
}

fn rename(fields: &mut Map<String, Value>, key: &str, choices: &mut Choices<'_>) {
    let value = fields.remove(key).unwrap_or_default();
    let new = match choices.below(6) {
        0 => key.to_uppercase(),
        1 => format!("{key}s"),
        2 => key.chars().skip(1).collect(),
        3 => key.replace('_', "-"),
        4 => key.chars().rev().collect(),
        _ => choices.one_of(KEYS).to_owned(),
    };
    fields.insert(new, value);
}

fn change_text(text: &mut String, choices: &mut Choices<'_>) {
    let from = text.floor_char_boundary(choices.below(text.len() + 1));
    let length = choices.below(20);
    let to = text.ceil_char_boundary((from + length).min(text.len()));
    match choices.below(8) {
        0 => text.truncate(from),
        1 => text.replace_range(from..to, ""),
        2 => text.insert_str(from, choices.one_of(PIECES)),
        3 => text.replace_range(from..to, choices.one_of(PIECES)),
        4 => {
            let piece = text[from..to].repeat(1 + choices.below(8));
            text.insert_str(from, &piece);
        }
        5 => text.insert_str(from, &choices.one_of(PIECES).repeat(choices.below(200))),
        6 => *text = Value::from(text.as_str()).to_string(),
        _ => *text = format!("{{\"name\":\"x\",\"arguments\":{text}}}"),
    }
}
