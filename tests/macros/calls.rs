//! Parameters of every kind, on their way into the function.

use crate::{call, schema};
use serde_json::json;
use std::borrow::Cow;
use toolwright::{tool, toolset};

/// Raw names.
#[tool]
fn r#try(r#type: String, r#in: Option<String>) -> String {
    format!("{type} {in:?}", r#type = r#type, r#in = r#in)
}

#[test]
fn raw_names_lose_their_prefix() {
    let tools = toolset![r#try];
    assert_eq!(tools.names().collect::<Vec<_>>(), ["try"]);
    let properties = schema(&tools)["properties"].clone();
    assert!(properties.get("type").is_some() && properties.get("in").is_some());
    assert_eq!(call(&tools, r#"{"type": "csv"}"#).unwrap(), "csv None");
    let text = call(&tools, r#"{"type": 5, "in": []}"#).unwrap();
    assert!(text.contains("`in`") && !text.contains("r#"), "{text}");
}

/// Lends.
#[tool]
async fn lent(name: &str, raw: &[u8], path: &std::path::Path, whole: &Vec<String>) -> String {
    std::future::ready(()).await;
    format!("{name} {raw:?} {} {whole:?}", path.display())
}

#[test]
fn what_is_borrowed_is_decoded_and_lent() {
    let text = r#"{"name": "a\"b", "raw": [1, 2], "path": "/x", "whole": ["y"]}"#;
    assert_eq!(
        call(&toolset![lent], text).unwrap(),
        "a\"b [1, 2] /x [\"y\"]"
    );
}

/// Compares where two texts lie.
#[tool]
fn same<'x, 'y>(l: &'x str, r: &'y str) -> bool {
    l == r
}

/// Joins.
#[tool]
async fn join(parts: Vec<Cow<'static, str>>, sep: Option<Cow<'_, str>>) -> String {
    parts.join(sep.as_deref().unwrap_or(""))
}

#[test]
fn lifetimes_are_the_functions_own_business() {
    assert_eq!(
        call(&toolset![same], r#"{"l": "a", "r": "b"}"#).unwrap(),
        "false"
    );
    assert_eq!(
        call(&toolset![join], r#"{"parts": ["a", "b"], "sep": "-"}"#).unwrap(),
        "a-b"
    );
    assert_eq!(
        schema(&toolset![join])["properties"]["parts"],
        json!({"type": "array", "items": {"type": "string"}})
    );
}

/// Renames.
#[tool]
fn renamed(#[arg(name = "from-date")] mut from: String) -> String {
    from.push('!');
    from
}

#[test]
fn a_parameter_has_the_name_that_was_given() {
    assert_eq!(
        call(&toolset![renamed], r#"{"from-date": "x"}"#).unwrap(),
        "x!"
    );
    let text = call(&toolset![renamed], r#"{"from": "x"}"#).unwrap();
    assert!(text.contains("`from-date` is missing"), "{text}");
}

/// Nothing in, nothing out.
#[tool]
fn nothing() {}

/// Gives what `Serialize` makes of it.
#[tool]
fn opaque() -> impl serde::Serialize {
    json!({"a": [1, 2]})
}

/// Gives a piece of what it got.
#[tool]
fn first<'x>(words: &'x [String], or: &'x str) -> &'x str {
    words.first().map_or(or, |word| word)
}

#[test]
fn returned_values_are_shown_by_their_type() {
    assert_eq!(call(&toolset![nothing], "{}").unwrap(), "done");
    assert_eq!(call(&toolset![opaque], "{}").unwrap(), r#"{"a":[1,2]}"#);
    assert_eq!(
        call(&toolset![first], r#"{"words": ["w"], "or": "o"}"#).unwrap(),
        "w"
    );
    assert_eq!(
        call(&toolset![first], r#"{"words": [], "or": "o"}"#).unwrap(),
        "o"
    );
}

#[test]
fn the_function_stays_one() {
    assert_eq!(renamed("a".to_owned()), "a!");
    assert!(!same("a", "b"));
    nothing();
}
