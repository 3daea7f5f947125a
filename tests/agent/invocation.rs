//! The state machine by itself: what fits, what does not, and going on elsewhere.

use toolwright::agent::{Invocation, Step, StepError};
use toolwright::model::{ChatRequest, ChatResponse};
use toolwright::{InvocationFailureKind, Message, ToolCall, ToolResult};

fn call(id: &str) -> ToolCall {
    ToolCall::new(id, "now", "{}")
}

fn start() -> Invocation {
    Invocation::new(ChatRequest::new([Message::user("go")]))
}

/// Through bytes and back, as to another process.
fn elsewhere(invocation: &Invocation) -> Invocation {
    let text = serde_json::to_string(invocation).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn results_come_in_any_order_and_stand_in_call_order() {
    let mut invocation = start();
    invocation
        .on_response(ChatResponse::calls(vec![call("a"), call("b"), call("c")]))
        .unwrap();
    for id in ["c", "a"] {
        invocation
            .on_result(ToolResult::new(id, "now", id))
            .unwrap();
        invocation = elsewhere(&invocation);
    }
    let pending: Vec<_> = invocation
        .pending_calls()
        .map(|call| call.id.as_str())
        .collect();
    assert_eq!(pending, ["b"]);
    assert!(matches!(invocation.step(), Step::RunTools(calls) if calls.first().unwrap().id == "b"));
    invocation
        .on_result(ToolResult::new("b", "now", "b"))
        .unwrap();
    let Step::CallModel(request) = invocation.step() else {
        panic!("{:?}", invocation.step())
    };
    let order: Vec<_> = request
        .tool_results()
        .iter()
        .map(|result| result.call_id.as_str())
        .collect();
    assert_eq!(order, ["a", "b", "c"]);
}

#[test]
fn what_does_not_fit_changes_nothing() {
    let mut invocation = start();
    let before = serde_json::to_string(&invocation).unwrap();
    assert_eq!(
        invocation.on_result(ToolResult::new("a", "now", "")),
        Err(StepError::UnexpectedResult)
    );
    assert_eq!(serde_json::to_string(&invocation).unwrap(), before);

    invocation
        .on_response(ChatResponse::calls(vec![call("a"), call("b")]))
        .unwrap();
    invocation
        .on_result(ToolResult::new("b", "now", "1"))
        .unwrap();
    let before = serde_json::to_string(&invocation).unwrap();
    assert_eq!(
        invocation.on_response(ChatResponse::text("x")),
        Err(StepError::UnexpectedResponse)
    );
    assert_eq!(
        invocation.on_result(ToolResult::new("b", "now", "2")),
        Err(StepError::UnexpectedResult)
    );
    for result in [
        ToolResult::new("z", "now", "2"),
        ToolResult::new("a", "then", "2"),
    ] {
        assert_eq!(
            invocation.on_result(result),
            Err(StepError::UnexpectedResult)
        );
    }
    assert_eq!(serde_json::to_string(&invocation).unwrap(), before);

    invocation
        .on_result(ToolResult::new("a", "now", "1"))
        .unwrap();
    assert_eq!(
        invocation.on_result(ToolResult::new("a", "now", "2")),
        Err(StepError::UnexpectedResult)
    );
    invocation.on_response(ChatResponse::text("end")).unwrap();
    assert_eq!(
        invocation.on_response(ChatResponse::text("x")),
        Err(StepError::UnexpectedResponse)
    );
    assert_eq!(invocation.step(), Step::Finished);
}

#[test]
fn ids_stay_unique_after_going_on_elsewhere() {
    let mut invocation = start();
    invocation
        .on_response(ChatResponse::calls(vec![call("a")]))
        .unwrap();
    invocation
        .on_result(ToolResult::new("a", "now", "1"))
        .unwrap();
    let mut invocation = elsewhere(&invocation);
    invocation
        .on_response(ChatResponse::calls(vec![call("a")]))
        .unwrap();
    let Step::RunTools(renamed) = invocation.step() else {
        panic!()
    };
    assert_ne!(renamed.first().unwrap().id, "a");
}

#[test]
fn the_limit_is_a_state_and_stays_one() {
    let mut invocation = start().with_max_rounds(0);
    invocation
        .on_response(ChatResponse::calls(vec![call("a")]))
        .unwrap();
    let invocation = elsewhere(&invocation);
    assert_eq!(
        invocation.step(),
        Step::Failed(InvocationFailureKind::MaxRounds)
    );
    assert_eq!(invocation.into_transcript(), [Message::user("go")]);
}

#[test]
fn another_version_is_refused() {
    let text =
        serde_json::to_string(&start())
            .unwrap()
            .replacen(r#""version":2"#, r#""version":3"#, 1);
    let error = serde_json::from_str::<Invocation>(&text)
        .unwrap_err()
        .to_string();
    assert!(error.contains("version 3"), "{error}");
}

#[test]
fn messages_round_trip() {
    let messages = vec![
        Message::system("s"),
        Message::user("u"),
        Message::assistant("t"),
        Message::Tool(ToolResult::error("c", "now", "no")),
    ];
    let text = serde_json::to_string(&messages).unwrap();
    assert_eq!(
        serde_json::from_str::<Vec<Message>>(&text).unwrap(),
        messages
    );
    assert!(
        text.contains(
            r#"{"role":"tool","call_id":"c","name":"now","content":"no","is_error":true}"#
        ),
        "{text}"
    );
}
