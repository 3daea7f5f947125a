//! Calls that are held back until somebody decides.

use crate::desk::tools;
use toolwright::agent::{Decision, Invocation, Step, StepError};
use toolwright::dispatch::Dispatcher;
use toolwright::model::{ChatRequest, ChatResponse};
use toolwright::testing::block_on;
use toolwright::{Message, ToolCall, ToolResult, llm_text};

fn start(calls: &[(&str, &str)]) -> Invocation {
    let request = ChatRequest::new([Message::user("go")]).with_tools(tools().definitions().clone());
    let mut invocation = Invocation::new(request);
    let calls = calls
        .iter()
        .map(|(id, name)| ToolCall::new(*id, *name, r#"{"a":1,"b":2}"#));
    invocation
        .on_response(ChatResponse::calls(calls.collect()))
        .unwrap();
    invocation
}

fn ids(step: &Step<'_>) -> (&'static str, Vec<String>) {
    let list =
        |calls: &toolwright::agent::Calls<'_>| calls.iter().map(|call| call.id.clone()).collect();
    match step {
        Step::RunTools(calls) => ("run", list(calls)),
        Step::AwaitApproval(calls) => ("await", list(calls)),
        Step::CallModel(_) => ("ask", Vec::new()),
        _ => ("over", Vec::new()),
    }
}

fn at(invocation: &Invocation) -> (&'static str, Vec<String>) {
    let text = serde_json::to_string(invocation).unwrap();
    let stored: Invocation = serde_json::from_str(&text).unwrap();
    assert_eq!(
        ids(&stored.step()),
        ids(&invocation.step()),
        "it is the same elsewhere"
    );
    ids(&invocation.step())
}

fn owned(step: &'static str, ids: &[&str]) -> (&'static str, Vec<String>) {
    (step, ids.iter().map(|id| (*id).to_owned()).collect())
}

#[test]
fn a_call_that_is_held_waits_and_what_is_behind_it_waits_with_it() {
    let mut invocation = start(&[("a", "add"), ("b", "add"), ("c", "add")]);
    invocation.hold("b").unwrap();
    assert_eq!(at(&invocation), owned("run", &["a"]));
    invocation
        .on_result(ToolResult::new("a", "add", "3"))
        .unwrap();
    assert_eq!(at(&invocation), owned("await", &["b"]));
    invocation.on_decision("b", Decision::Approve).unwrap();
    assert_eq!(at(&invocation), owned("run", &["b"]));
    invocation.on_start("b").unwrap();
    invocation
        .on_result(ToolResult::new("b", "add", "3"))
        .unwrap();
    assert_eq!(at(&invocation), owned("run", &["c"]));
}

#[test]
fn a_decision_holds_once_and_for_its_call_only() {
    let mut invocation = start(&[("a", "add"), ("b", "add")]);
    assert_eq!(
        invocation.on_decision("a", Decision::Approve),
        Err(StepError::UnexpectedDecision)
    );
    invocation.hold("a").unwrap();
    assert_eq!(invocation.hold("a"), Err(StepError::UnexpectedHold));
    assert_eq!(
        invocation.on_start("a"),
        Err(StepError::UnexpectedStart),
        "nobody decided"
    );
    assert_eq!(
        invocation.on_decision("b", Decision::Approve),
        Err(StepError::UnexpectedDecision)
    );
    invocation.on_decision("a", Decision::Approve).unwrap();
    assert_eq!(
        invocation.on_decision("a", Decision::Approve),
        Err(StepError::UnexpectedDecision)
    );
    invocation.on_start("a").unwrap();
    assert_eq!(
        invocation.on_start("a"),
        Err(StepError::UnexpectedStart),
        "nothing runs twice"
    );
    assert_eq!(
        invocation.hold("a"),
        Err(StepError::UnexpectedHold),
        "it was begun"
    );
}

#[test]
fn a_call_that_is_denied_does_not_run_and_says_why() {
    let tools = tools();
    let dispatcher = Dispatcher::new(&tools, &());
    let mut invocation = start(&[("a", "add"), ("b", "add")]);
    invocation.hold("a").unwrap();
    assert_eq!(at(&invocation), owned("await", &["a"]));
    invocation
        .on_decision("a", Decision::Deny(llm_text!("not on a Sunday")))
        .unwrap();
    let mut read = Vec::new();
    while let Step::RunTools(calls) = invocation.step() {
        let call = calls.first().unwrap().clone();
        invocation.on_start(&call.id).unwrap();
        let result = block_on(invocation.run(&call, &dispatcher)).unwrap();
        read.push((result.text().into_owned(), result.is_error));
        invocation.on_result(result).unwrap();
    }
    assert_eq!(
        read,
        [
            ("not on a Sunday".to_owned(), true),
            ("3".to_owned(), false)
        ]
    );
}
