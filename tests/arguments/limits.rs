//! Nothing that a schema promises goes unenforced in silence.

use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::atomic::{AtomicU32, Ordering};
use toolwright::testing::{ScriptedModel, block_on, dispatch};
use toolwright::tool::{Tool, ToolContext, ToolDefinition, ToolError, ToolOutput, ToolSetError};
use toolwright::{Agent, BuildError, ToolSet, tool, toolset};

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only decoded")]
struct Coded {
    #[schemars(regex(pattern = "^[A-Z]+$"))]
    code: String,
}

/// Takes a code.
#[tool]
fn coded(value: Coded) -> String {
    format!("{value:?}")
}

#[test]
fn what_cannot_be_enforced_is_an_error_of_the_build() {
    let tools: ToolSet = toolset![coded];
    let error = tools.check().unwrap_err();
    assert!(
        matches!(&error, ToolSetError::Unenforceable { tool, keyword: "pattern", .. } if tool == "coded"),
        "{error:?}"
    );
    assert!(error.to_string().contains("`validate`"), "{error}");
    let built = Agent::builder(ScriptedModel::new())
        .tools(toolset![coded])
        .build();
    assert!(matches!(built, Err(BuildError::Tools(_))));
}

struct ByHand;

impl Tool for ByHand {
    fn definition(&self) -> ToolDefinition {
        let schema = serde_json::json!({
            "type": "object",
            "properties": {"code": {"type": "string", "pattern": "^[A-Z]+$", "maxLength": 1}},
        });
        ToolDefinition::new("by_hand", "Decodes by itself.", schema)
    }

    async fn call(
        &self,
        arguments: &str,
        (): &(),
        _: &ToolContext,
    ) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text(arguments))
    }
}

#[test]
fn a_tool_written_by_hand_decodes_by_itself() {
    let tools = ToolSet::builder().tool(ByHand).build();
    assert_eq!(tools.check(), Ok(()));
    let text = r#"{"code":"lower"}"#;
    assert_eq!(
        block_on(dispatch(&tools, &(), "by_hand", text))
            .unwrap()
            .text(),
        text
    );
}

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
