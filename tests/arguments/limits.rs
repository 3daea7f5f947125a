//! Nothing that a schema promises goes unenforced in silence.

use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::atomic::{AtomicU32, Ordering};
use toolwright::testing::{block_on, dispatch};
use toolwright::{ToolSet, tool, toolset};

static RUNS: AtomicU32 = AtomicU32::new(0);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only decoded")]
enum Size {
    Box {
        #[schemars(range(max = 10))]
        width: u32,
    },
    Ball {
        #[schemars(range(min = 2, max = 5))]
        radius: u32,
    },
}

/// Packs something.
#[tool]
fn pack(
    size: Size,
    #[arg(name = "labels")] labels: Option<std::collections::BTreeMap<String, Size>>,
    count: i64,
) -> String {
    RUNS.fetch_add(1, Ordering::Relaxed);
    format!("{size:?} {labels:?} {count}")
}

#[test]
fn a_call_beyond_the_limits_does_not_run() {
    let tools: ToolSet = toolset![pack];
    let call = |arguments: &str| {
        let result = block_on(dispatch(&tools, &(), "pack", arguments)).unwrap();
        (result.is_error, result.text().into_owned())
    };
    assert!(!call(r#"{"size":{"width":10},"count":1}"#).0);
    assert_eq!(RUNS.load(Ordering::Relaxed), 1);
    let (is_error, text) = call(r#"{"size":{"width":11},"count":1}"#);
    assert!(is_error);
    assert_eq!(
        text,
        "the arguments are wrong, the call was not run:\n- `size.width`: expected an integer from 0 to 10, got the number 11"
    );
    let (_, text) = call(r#"{"size":{"radius":"6"},"labels":{"a":{"width":"12"}},"count":"x"}"#);
    assert!(
        text.contains("`labels.a.width`: expected an integer from 0 to 10"),
        "{text}"
    );
    assert!(
        text.contains("`size.radius`: expected an integer from 2 to 5"),
        "{text}"
    );
    assert!(
        text.contains("`count`: expected an integer, got the string \"x\""),
        "{text}"
    );
    assert_eq!(RUNS.load(Ordering::Relaxed), 1);
    // In another dress, but within the limits.
    assert!(!call(r#""{\"size\":\"{\\\"radius\\\":\\\"5\\\"}\",\"count\":\"1\"}""#).0);
    assert_eq!(RUNS.load(Ordering::Relaxed), 2);
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only decoded")]
struct Layered {
    /// Without a type beside its limits.
    #[schemars(extend("maxLength" = 2, "maximum" = 5))]
    any: Option<serde_json::Value>,
    /// Two that apply to one value: the stricter counts, and is the one that is said.
    #[schemars(extend("allOf" = [{"maximum": 3}, {"minimum": 2}]))]
    few: Option<u32>,
    #[schemars(extend("maxItems" = 9, "allOf" = [{"maxItems": 1}]))]
    list: Option<Vec<u8>>,
}

/// Takes what several limits apply to.
#[tool]
fn layered(value: Layered) -> String {
    format!("{value:?}")
}

#[test]
fn limits_without_a_type_and_limits_in_layers() {
    let cases = [
        (
            r#"{"any": "abc"}"#,
            "`value.any`: expected a number of at most 5 or a string of at most 2 characters, got the string \"abc\"",
        ),
        (
            r#"{"any": 6}"#,
            "`value.any`: expected a number of at most 5 or a string of at most 2 characters, got the number 6",
        ),
        (
            r#"{"few": 9}"#,
            "`value.few`: expected an integer from 2 to 3 or null, got the number 9",
        ),
        (
            r#"{"list": [1, 2]}"#,
            "`value.list`: expected an array of at most 1 item or null, got an array of 2 items",
        ),
    ];
    for (value, expected) in cases {
        let arguments = format!(r#"{{"value": {value}}}"#);
        let result = block_on(dispatch(&toolset![layered], &(), "layered", &arguments)).unwrap();
        assert_eq!(
            result.text(),
            format!("the arguments are wrong, the call was not run:\n- {expected}")
        );
    }
    let right = r#"{"value": {"any": {"a": "abc"}, "few": 2, "list": [1]}}"#;
    let result = block_on(dispatch(&toolset![layered], &(), "layered", right)).unwrap();
    assert!(!result.is_error, "{}", result.text());
}
