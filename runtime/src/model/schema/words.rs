//! Keywords in words.

use serde_json::{Map, Value};

/// Whether `type`, one or a list, includes a name.
pub(super) fn includes(kind: &Value, name: &str) -> bool {
    match kind {
        Value::String(one) => one == name,
        Value::Array(all) => all.iter().any(|one| one.as_str() == Some(name)),
        _ => false,
    }
}

/// What a keyword asks for, in words for the model.
pub(super) fn phrase(keyword: &str, value: &Value) -> String {
    const LONGEST: usize = 300;
    let shown = value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned);
    let words = match keyword {
        "minLength" => format!("at least {shown} characters"),
        "maxLength" => format!("at most {shown} characters"),
        "minProperties" => format!("at least {shown} entries"),
        "maxProperties" => format!("at most {shown} entries"),
        "uniqueItems" => "no item twice".to_owned(),
        "prefixItems" => format!("in this order: {shown}"),
        _ => format!("{keyword}: {shown}"),
    };
    match words.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", words.get(..end).unwrap_or_default()),
        None => words,
    }
}

pub(super) fn describe(keywords: &mut Map<String, Value>, words: &str) {
    let text = match keywords.get("description").and_then(Value::as_str) {
        Some(text) if !text.is_empty() => format!("{text} ({words})"),
        _ => format!("({words})"),
    };
    keywords.insert("description".to_owned(), text.into());
}
