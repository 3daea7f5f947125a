//! What a build without the feature `validate` does with what it cannot enforce. All other tests run with it.

use schemars::JsonSchema;
use serde::Deserialize;
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

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only decoded")]
struct Mail {
    #[schemars(email)]
    to: String,
}

/// Sends a mail.
#[tool]
fn mail(value: Mail) -> String {
    format!("{value:?}")
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only decoded")]
struct Host {
    address: std::net::Ipv4Addr,
}

/// Asks a host.
#[tool]
fn ping(value: Host) -> String {
    format!("{value:?}")
}

#[test]
fn what_cannot_be_enforced_is_an_error_of_the_build() {
    let cases: [(ToolSet, _, _); 2] = [
        (toolset![coded], "coded", "pattern"),
        (toolset![mail], "mail", "format"),
    ];
    for (tools, name, wanted) in cases {
        let error = tools.check();
        assert!(
            matches!(&error, Err(ToolSetError::Unenforceable { tool, keyword, .. }) if tool == name && *keyword == wanted),
            "{error:?}"
        );
        assert!(error.is_err_and(|error| error.to_string().contains("`validate`")));
        let built = Agent::builder(ScriptedModel::new()).tools(tools).build();
        assert!(matches!(built, Err(BuildError::Tools(_))));
    }
    // The type itself takes nothing else.
    let tools: ToolSet = toolset![ping];
    assert_eq!(tools.check(), Ok(()));
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
    let result = block_on(dispatch(&tools, &(), "by_hand", text));
    assert!(result.is_ok_and(|result| result.text() == text));
}
