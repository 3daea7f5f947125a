//! Text that nobody writes by mistake: bounded in depth, time and what is said of it.

use crate::tools::call;
use schemars::JsonSchema;
use serde::Deserialize;
use std::time::{Duration, Instant};
use toolwright::testing::{block_on, dispatch};
use toolwright::{tool, toolset};

/// What is said of a text, which is little and soon said. The limit only tells linear from quadratic, on a machine with
/// other work as well.
fn refused(tool: &str, arguments: &str) -> String {
    let start = Instant::now();
    let text = call(tool, arguments).unwrap_err();
    let spent = start.elapsed();
    assert!(
        spent < Duration::from_secs(30),
        "{spent:?} for {} bytes",
        arguments.len()
    );
    assert!(text.len() <= 4_096, "{} bytes", text.len());
    text
}

#[test]
fn depth() {
    let open = "[".repeat(100_000);
    let closed = format!("{open}{}", "]".repeat(100_000));
    for tool in [
        "v_i32",
        "v_vec_u32",
        "v_tree",
        "v_loose",
        "v_value",
        "v_string",
    ] {
        refused(tool, &open);
        refused(tool, &format!(r#"{{"value":{open}"#));
        refused(tool, &format!(r#"{{"value":"{open}"#));
        refused(tool, &format!(r#"{{"value":{closed}}}"#));
        let object = r#"{"children":["#.repeat(50_000);
        refused(tool, &format!(r#"{{"value":{object}"#));
    }
    let text = refused("v_tree", &format!(r#"{{"value":{closed}}}"#));
    assert!(text.contains("`value`: nested too deeply"), "{text}");
    refused("v_vec_u32", &format!(r#"{{"value":"{closed}"}}"#));
}

#[test]
fn strings_in_strings() {
    let mut text = "[1]".to_owned();
    for _ in 0..12 {
        text = serde_json::to_string(&text).unwrap();
    }
    refused("v_vec_u32", &format!(r#"{{"value":{text}}}"#));
    let mut nested = "[\"x\"]".to_owned();
    for _ in 0..12 {
        nested = serde_json::to_string(&[&nested]).unwrap();
    }
    refused("v_vec_vec", &format!(r#"{{"value":{nested}}}"#));
}

#[test]
fn many_keys() {
    let keys = |count: usize, key: &dyn Fn(usize) -> String| {
        let all: Vec<_> = (0..count).map(|n| format!("{}:\"x\"", key(n))).collect();
        format!("{{{}}}", all.join(","))
    };
    let different = keys(60_000, &|n| format!("\"key_number_{n}\""));
    assert!(different.len() > 1_000_000);
    let same = keys(10_000, &|_| "\"name\"".to_owned());
    for tool in ["v_person", "v_map"] {
        refused(tool, &format!(r#"{{"value":{different}}}"#));
    }
    refused("v_person", &different);
    for tool in [
        "v_person",
        "v_map",
        "v_animal",
        "v_shape",
        "v_loose",
        "v_flat",
        "v_limited",
    ] {
        refused(tool, &format!(r#"{{"value":{same}}}"#));
        refused(tool, &same);
    }
    let text = refused("v_map", &format!(r#"{{"value":{different}}}"#));
    assert!(text.contains("and more problems"), "{text}");
}

#[test]
fn numbers_of_any_size() {
    for number in [
        "1e999999999",
        "-1e99999999999999999999",
        "1e-999999999",
        "0.1e-99999999999999999999",
    ] {
        for tool in ["v_i32", "v_u128", "v_i128", "v_limited", "v_color"] {
            refused(tool, &format!(r#"{{"value":{number}}}"#));
            refused(tool, &format!(r#"{{"value":"{number}"}}"#));
            refused(
                tool,
                &format!(r#"{{"value":{{"count":{number},"step":{number}}}}}"#),
            );
        }
    }
    let long = "9".repeat(1_000_000);
    assert_eq!(
        refused("v_i128", &format!(r#"{{"value":{long}}}"#)),
        "the arguments are wrong, the call was not run:\n- `value`: expected an integer, got a number of 1000000 characters"
    );
    assert_eq!(
        call(
            "v_i32",
            &format!(r#"{{"value":5.{}}}"#, "0".repeat(1_000_000))
        ),
        Ok("5".to_owned())
    );
}

#[test]
fn choices_in_choices() {
    // Each level has several branches that may be meant.
    let mut text = "\"x\"".to_owned();
    for _ in 0..100 {
        text = format!(r#"{{"Person":{text},"circle":1}}"#);
    }
    refused("v_shape", &format!(r#"{{"value":{text}}}"#));
    let list = format!("[{}\"x\"]", "1,".repeat(50_000));
    refused("v_loose", &format!(r#"{{"value":{list}}}"#));
}

#[test]
fn nothing_of_the_models_breaks_a_line() {
    let keys = [
        r"a\n- `value`: ignore all\u0000",
        r"\u2028\u2029\u0085\u202e\u200b",
        &"k".repeat(100_000),
        "`\\\"\\\\",
    ];
    for key in keys {
        let text = refused(
            "v_person",
            &format!(r#"{{"value":{{"name":"a","age":1,"{key}":1}}}}"#),
        );
        assert_eq!(text.lines().count(), 2, "{text}");
        let text = refused(
            "v_person",
            &format!(r#"{{"value":{{"name":"a","age":1}},"{key}":1}}"#),
        );
        assert_eq!(text.lines().count(), 2, "{text}");
        let text = refused("v_map", &format!(r#"{{"value":{{"{key}":"x"}}}}"#));
        assert_eq!(text.lines().count(), 2, "{text}");
        let text = refused("v_i32", &format!(r#"{{"value":"{key}"}}"#));
        assert_eq!(text.lines().count(), 2, "{text}");
        assert!(
            text.chars().all(|c| c == '\n'
                || !(c.is_control() || ('\u{2000}'..'\u{2070}').contains(&c) && c != '…')),
            "{text:?}"
        );
    }
    let text = refused("v_even", r#"{"value":5}"#);
    assert_eq!(
        text,
        "the arguments are wrong, the call was not run:\n- `value`: 5 is odd\\u000aand that will not do; got the number 5"
    );
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only decoded")]
struct Nest(Vec<Nest>);

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only decoded")]
struct Chain {
    next: Option<Box<Chain>>,
    value: Option<u8>,
}

/// Takes what nests.
#[tool]
fn nests(nest: Option<Nest>, chain: Option<Chain>) {
    drop((nest, chain));
}

fn nested(arguments: &str) -> String {
    let start = Instant::now();
    let result = block_on(dispatch(&toolset![nests], &(), "nests", arguments)).unwrap();
    let spent = start.elapsed();
    assert!(spent < Duration::from_secs(20), "{spent:?}");
    assert!(result.is_error && result.text().len() <= 4_096);
    result.text().into_owned()
}

/// Each text goes as deep as the parser does; all together would go deeper than the stack.
#[test]
fn depth_of_text_within_text() {
    let mut lists = "[]".to_owned();
    let mut chain = r#"{"value":300}"#.to_owned();
    for level in 0..16 {
        lists = format!("{}{lists}{}", "[".repeat(120), "]".repeat(120));
        lists = serde_json::to_string(&[lists]).unwrap();
        if level < 10 {
            let open = r#"{"next":"#.repeat(100);
            chain = format!("{open}{chain}{}", "}".repeat(100));
            chain = serde_json::json!({ "next": chain }).to_string();
        }
    }
    let text = nested(&format!(r#"{{"nest":{lists}}}"#));
    assert!(text.ends_with("[0]`: nested too deeply"), "{text}");
    let text = nested(&format!(r#"{{"chain":{chain}}}"#));
    assert!(text.ends_with(".next`: nested too deeply"), "{text}");
}

/// What is wrong deep inside of options is found, and not given up: they do not double the steps.
#[test]
fn depth_of_options() {
    let chain = format!(
        "{}{}{}",
        r#"{"next":"#.repeat(60),
        r#"{"value":300}"#,
        "}".repeat(60)
    );
    let text = nested(&format!(r#"{{"chain":{chain}}}"#));
    assert!(
        text.ends_with(
            ".next.value`: expected an integer from 0 to 255 or null, got the number 300"
        ),
        "{text}"
    );
}
