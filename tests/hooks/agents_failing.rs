use super::{add, broken};
use toolwright::error_handler::send_generic_message_to_llm_unless_visible_to_llm;
use toolwright::testing::{Canary, CanaryError, ScriptedModel, block_on, dispatch};
use toolwright::{
    Agent, InvocationFailure, InvocationFailureKind, Message, ToolErrorKind, ToolSet, ToolState,
    llm_text, tool, toolset,
};

/// Fails with a secret in every part of its error.
#[tool]
fn leak(#[context] canary: &Canary) -> Result<(), CanaryError> {
    Err(canary.error())
}

#[derive(ToolState)]
struct Caged {
    canary: Canary,
}

/// An agent whose model calls a tool that fails.
fn failing(canary: &Canary) -> Agent<Caged> {
    let model = ScriptedModel::new()
        .calls([("c1", "leak", "{}")])
        .text("never")
        .calls([("c1", "leak", "{}")]);
    Agent::builder(model)
        .state(Caged {
            canary: canary.clone(),
        })
        .tools(toolset![leak])
        .build()
        .unwrap()
}

#[test]
fn a_failure_inside_is_hidden_and_the_caller_finds_it() {
    let canary = Canary::new();
    let inner = failing(&canary);
    let model = ScriptedModel::new()
        .calls([("c1", "expert", r#"{"request": "go on"}"#)])
        .text("never");
    let tools: ToolSet = ToolSet::builder()
        .tool(inner.as_tool("expert", "Asks."))
        .build();
    let outer = Agent::builder(model.clone()).tools(tools).build().unwrap();
    let failure = block_on(outer.invoke("Go.")).unwrap_err();
    assert_eq!(
        failure.kind(),
        InvocationFailureKind::Tool(ToolErrorKind::Execution)
    );
    assert_eq!(failure.tool_call().unwrap().name, "expert");
    let within = failure.downcast_ref::<InvocationFailure>().unwrap();
    assert_eq!(within.tool_call().unwrap().name, "leak");
    assert_eq!(within.transcript().len(), 3);
    assert_eq!(within.transcript()[0], Message::user("go on"));
    canary.assert_absent_from(&model.requests());
}

#[test]
fn a_failure_inside_that_is_answered_leaks_nothing() {
    let canary = Canary::new();
    let inner = failing(&canary);
    let model = ScriptedModel::new()
        .calls([("c1", "expert", r#"{"request": "go on"}"#)])
        .text("The expert is out.");
    let tools: ToolSet = ToolSet::builder()
        .tool(inner.as_tool("expert", "Asks."))
        .build();
    let outer = Agent::builder(model.clone())
        .tools(tools)
        .on_error(send_generic_message_to_llm_unless_visible_to_llm(
            llm_text!("nobody is there"),
        ))
        .build()
        .unwrap();
    let answer = block_on(outer.invoke("Go.")).unwrap();
    assert_eq!(answer.text, "The expert is out.");
    let requests = model.requests();
    assert!(
        requests[1].tool_results()[0]
            .text()
            .starts_with("nobody is there")
    );
    canary.assert_absent_from(&requests);
    canary.assert_absent_from_text(&serde_json::to_string(&answer.messages).unwrap());
}

/// What is visible to the inner model was written for that one.
#[test]
fn a_visible_error_that_ends_the_inner_invocation_is_hidden_from_the_outer_model() {
    use super::closed;
    let model = ScriptedModel::new().calls([("c1", "closed", "{}")]);
    let inner = Agent::builder(model)
        .tools(toolset![closed])
        .on_error(toolwright::error_handler::fail_invocation())
        .build()
        .unwrap();
    let tools: ToolSet = ToolSet::builder()
        .tool(inner.as_tool("expert", "Asks."))
        .build();
    let failure = block_on(dispatch(&tools, &(), "expert", r#"{"request": "?"}"#)).unwrap_err();
    assert_eq!(failure.tool_error().unwrap().message_for_llm(), None);
}

#[test]
fn two_deep_the_innermost_failure_is_found() {
    let model = ScriptedModel::new().calls([("c1", "broken", "{}")]);
    let inner = Agent::builder(model)
        .tools(toolset![add, broken])
        .build()
        .unwrap();
    let model = ScriptedModel::new().calls([("c1", "inner", r#"{"request": "?"}"#)]);
    let tools: ToolSet = ToolSet::builder()
        .tool(inner.as_tool("inner", "Asks."))
        .build();
    let middle = Agent::builder(model).tools(tools).build().unwrap();
    let tools: ToolSet = ToolSet::builder()
        .tool(middle.as_tool("middle", "Asks."))
        .build();
    let failure = block_on(dispatch(&tools, &(), "middle", r#"{"request": "?"}"#));
    let failure = failure.unwrap_err();
    let of_middle = failure.downcast_ref::<InvocationFailure>().unwrap();
    assert_eq!(of_middle.tool_call().unwrap().name, "inner");
    let of_inner = of_middle.downcast_ref::<InvocationFailure>().unwrap();
    assert_eq!(of_inner.tool_call().unwrap().name, "broken");
    let error = of_inner.tool_error().unwrap().error();
    assert_eq!(error.to_string(), "disk 7 is gone");
}
