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
