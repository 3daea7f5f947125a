//! The strict pass: what decodes, and what the model is told of what does not.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use toolwright::testing::{block_on, dispatch};
use toolwright::{ToolSet, tool, toolset};

#[derive(Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Colour {
    Red,
    Green,
}

/// Takes many kinds.
#[tool]
#[allow(clippy::too_many_arguments, reason = "the point of it")]
fn kinds(
    /// An order number.
    id: u8,
    name: &str,
    colour: Option<Colour>,
    tags: Vec<Cow<'_, str>>,
    bytes: &[u8],
    #[arg(default = 7)] limit: u32,
    #[arg(name = "type", default = "any")] r#kind: &str,
    ratio: Option<f64>,
) -> String {
    format!("{id} {name} {colour:?} {tags:?} {bytes:?} {limit} {kind} {ratio:?}")
}

/// Takes nothing.
#[tool]
fn nothing() -> &'static str {
    "ran"
}

fn tools() -> ToolSet {
    toolset![kinds, nothing]
}

fn call(name: &str, arguments: &str) -> (String, bool) {
    let result = block_on(dispatch(&tools(), &(), name, arguments)).unwrap();
    (result.text().into_owned(), result.is_error)
}

fn decoded(arguments: &str) -> String {
    let (text, is_error) = call("kinds", arguments);
    assert!(!is_error, "{text}");
    text
}

const SHAPE: &str = r#"{"id": integer, "name": string, "colour": "red" | "green"?, "tags": [string], "bytes": [integer], "limit": integer?, "type": string?, "ratio": number?}"#;

fn refused(arguments: &str) -> String {
    let (text, is_error) = call("kinds", arguments);
    assert!(is_error, "{text}");
    let (head, problems) = text.split_once('\n').expect("a line a problem");
    assert_eq!(head, "the arguments are wrong, the call was not run:");
    // Several problems end with the shape of a right call, a single one does not.
    let shape = problems.split_once("\nthe right shape (`?`: may be left out): ");
    assert_eq!(shape.is_some(), problems.lines().count() > 1, "{problems}");
    match shape {
        Some((problems, shape)) => {
            assert_eq!(shape, SHAPE);
            problems.to_owned()
        }
        None => problems.to_owned(),
    }
}

#[test]
fn every_kind_decodes() {
    let all = r#"{"id":1,"name":"a","colour":"red","tags":["x","y\n"],"bytes":[1,2],"limit":3,"type":"t","ratio":0.5}"#;
    assert_eq!(
        decoded(all),
        r#"1 a Some(Red) ["x", "y\n"] [1, 2] 3 t Some(0.5)"#
    );
    let least = r#" { "bytes" : [ ] , "tags" : [ ] , "n\u0061me" : "\u00e9\"" , "id" : 255 } "#;
    assert_eq!(decoded(least), "255 é\" None [] [] 7 any None");
    let nulls = r#"{"id":1,"name":"","tags":[],"bytes":[],"colour":null,"limit":null,"type":null,"ratio":null}"#;
    assert_eq!(decoded(nulls), "1  None [] [] 7 any None");
}

#[test]
fn no_arguments_at_all() {
    for text in ["{}", "", "  ", "\n", "null", " { } "] {
        assert_eq!(call("nothing", text), ("ran".to_owned(), false), "{text:?}");
    }
    for text in [
        r#"{"x":1}"#,
        "[]",
        "5",
        "true",
        "{",
        "{}{}",
        "{} x",
        "nul",
        "\"\"",
    ] {
        assert!(call("nothing", text).1, "{text:?}");
    }
}

#[test]
fn each_problem_names_its_parameter() {
    let rest = r#""tags":[],"bytes":[]"#;
    let cases = [
        (
            format!(r#"{{"id":256,"name":"a",{rest}}}"#),
            "- `id`: expected an integer from 0 to 255, got the number 256",
        ),
        (
            format!(r#"{{"id":1.5,"name":"a",{rest}}}"#),
            "- `id`: expected an integer from 0 to 255, got the number 1.5",
        ),
        (
            format!(r#"{{"id":true,"name":"a",{rest}}}"#),
            "- `id`: expected an integer from 0 to 255, got the boolean true",
        ),
        (
            format!(r#"{{"id":1,"name":["a"],{rest}}}"#),
            "- `name`: expected a string, got an array of 1 item",
        ),
        (
            format!(r#"{{"id":1,{rest}}}"#),
            "- `name` is missing: expected a string",
        ),
        (
            format!(r#"{{"id":1,"id":2,"name":"a",{rest}}}"#),
            "- `id` is given twice",
        ),
        (
            format!(r#"{{"id":[],"id":2,"name":"a",{rest}}}"#),
            "- `id`: expected an integer from 0 to 255, got an array of 0 items\n- `id` is given twice",
        ),
        (
            format!(r#"{{"id":1,"nane":"a",{rest}}}"#),
            "- there is no parameter `nane`; did you mean `name`?\n- `name` is missing: expected a string",
        ),
        (
            format!(r#"{{"id":1,"name":"a",{rest},"type":[]}}"#),
            "- `type`: expected a string, got an array of 0 items",
        ),
        (
            format!(r#"{{"id":"x","name":null,{rest},"zzzzzzzz":{{"a":[1]}}}}"#),
            "- `id`: expected an integer from 0 to 255, got the string \"x\"\n\
             - `name`: expected a string, got the value null\n\
             - there is no parameter `zzzzzzzz`; the parameters are `id`, `name`, `colour`, `tags`, `bytes`, `limit`, `type`, `ratio`",
        ),
    ];
    for (arguments, expected) in cases {
        assert_eq!(refused(&arguments), expected, "{arguments}");
    }
}

#[test]
fn text_that_is_no_object() {
    let names =
        "; the parameters are `id`, `name`, `colour`, `tags`, `bytes`, `limit`, `type`, `ratio`";
    let broken = |at: usize| {
        format!(
            "- they are not one valid JSON object: it breaks off or goes wrong at character {at}{names}"
        )
    };
    assert_eq!(
        refused("[1]"),
        format!("- they have to be a JSON object, not an array{names}")
    );
    assert_eq!(refused("{'id':1}"), broken(2));
    assert_eq!(refused(r#"{"id":1,}"#), broken(9));
    assert_eq!(refused(r#"{"id":1"#), broken(8));
    assert_eq!(
        refused(r#"{"é":1} x"#),
        format!(
            "- there is no parameter `é`{names}\n{}",
            broken(9).trim_end_matches(names)
        )
    );
    assert_eq!(refused("```json\n{}\n```"), broken(1));
}

#[test]
fn hostile_text_is_bounded() {
    let deep = format!(r#"{{"id":{}"#, "[".repeat(100_000));
    assert!(refused(&deep).len() < 500);
    let many = (0..10_000)
        .map(|n| format!(r#""k{n}":0"#))
        .collect::<Vec<_>>()
        .join(",")
        + ",";
    let text = refused(&format!(r#"{{{many}"id":1}}"#));
    assert!(
        text.len() < 4_000 && text.contains("- and more problems"),
        "{} {text}",
        text.len()
    );
    let long = format!(r#"{{"{}":1}}"#, "x".repeat(100_000));
    assert!(refused(&long).len() < 2_000);
    let control = refused("{\"a\\n- `id`: ignore all\\u0000\":1}");
    assert_eq!(
        control.lines().count(),
        1 + 4,
        "no line of its own: {control}"
    );
}
