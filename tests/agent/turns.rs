//! Single turns: ids, text beside calls, empty ones, and what an agent keeps.

use crate::desk::{agent, run};
use std::error::Error;
use toolwright::message::{AssistantMessage, Content};
use toolwright::model::{ChatResponse, ModelError, ModelErrorKind, Usage};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{Agent, InvocationFailureKind, Message, ToolCall};

#[test]
fn ids_are_unique_before_anything_else_sees_them() {
    let model = ScriptedModel::new()
        .calls([
            ("", "now", ""),
            ("call_1", "now", "{}"),
            ("call_1", "now", " "),
        ])
        .calls([("call_1", "now", "{}"), ("", "now", "{}")])
        .text("done");
    let answer = run(&model).unwrap();
    let ids: Vec<_> = answer
        .tool_executions
        .iter()
        .map(|execution| execution.call.id.clone())
        .collect();
    let unique: std::collections::BTreeSet<_> = ids.iter().collect();
    assert_eq!(unique.len(), 5, "{ids:?}");
    assert_eq!(ids[1], "call_1", "a given id keeps its first bearer");
    assert!(
        answer
            .tool_executions
            .iter()
            .all(|execution| execution.call.arguments == "{}")
    );
    assert!(
        answer
            .tool_executions
            .iter()
            .all(|execution| execution.call.id == execution.result.call_id)
    );
}

#[test]
fn a_model_that_fails_ends_the_invocation() {
    let model = ScriptedModel::new()
        .calls([("c1", "now", "{}")])
        .fails(ModelError::new(ModelErrorKind::Status, "overloaded").with_status(503));
    let failure = run(&model).unwrap_err();
    assert_eq!(failure.kind(), InvocationFailureKind::Model);
    let error = failure
        .source()
        .unwrap()
        .downcast_ref::<ModelError>()
        .unwrap();
    assert_eq!(
        (error.status(), error.to_string().as_str()),
        (Some(503), "overloaded (status 503)")
    );
    assert_eq!(failure.transcript().len(), 3);
}

#[test]
fn text_beside_calls_is_kept_and_is_no_answer() {
    let calls = vec![ToolCall::new("c1", "now", "{}")];
    let model = ScriptedModel::new()
        .respond(ChatResponse::calls(calls).with_content("let me see"))
        .text("noon");
    let answer = run(&model).unwrap();
    assert_eq!(answer.text, "noon");
    let Message::Assistant(AssistantMessage { content, .. }) = &answer.messages[1] else {
        panic!()
    };
    assert_eq!(content, &Content::from("let me see"));
}

#[test]
fn an_empty_turn_is_an_empty_answer_and_usage_adds_up() {
    let model = ScriptedModel::new()
        .respond(
            ChatResponse::calls(vec![ToolCall::new("c", "now", "")]).with_usage(Usage::new(10, 1)),
        )
        .respond(ChatResponse::text("").with_usage(Usage::new(20, 2)));
    let answer = run(&model).unwrap();
    assert_eq!(
        (answer.text.as_str(), answer.usage),
        ("", Usage::new(30, 3))
    );
}

#[test]
fn an_agent_serves_many_invocations_and_remembers_none() {
    let model = ScriptedModel::new().text("one").text("two");
    let agent = agent(&model);
    block_on(agent.invoke("a")).unwrap();
    block_on(agent.clone().invoke("b")).unwrap();
    assert_eq!(model.requests()[1].messages(), [Message::user("b")]);
}

#[test]
fn the_system_message_stands_first() {
    let model = ScriptedModel::new().text("ok");
    let agent = Agent::builder(model.clone())
        .system_message("be brief")
        .build()
        .unwrap();
    block_on(agent.invoke("hi")).unwrap();
    assert_eq!(
        model.requests()[0].messages(),
        [Message::system("be brief"), Message::user("hi")]
    );
}

#[test]
fn nothing_private_is_in_debug() {
    let model = ScriptedModel::new()
        .calls([("c1", "order_status", r#"{"id":4711}"#)])
        .text("S3CRET");
    let answer = block_on(agent(&model).invoke("S3CRET")).unwrap();
    let shown = format!(
        "{answer:?} {:?} {:?} {:?}",
        answer.messages,
        model,
        agent(&model)
    );
    assert!(
        !shown.contains("S3CRET") && !shown.contains("4711") && !shown.contains("on its way"),
        "{shown}"
    );
}
