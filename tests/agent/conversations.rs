//! Conversations with holes, and invocations that somebody edited.

use crate::assert_linear;
use crate::desk::agent;
use serde_json::json;
use toolwright::agent::{Invocation, Step};
use toolwright::model::{ChatRequest, ChatResponse};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{Message, ToolCall, ToolResult};

#[test]
fn a_stored_invocation_is_checked() {
    let mut invocation = Invocation::new(ChatRequest::new([Message::user("go")]));
    let calls = ["a", "b", "c"].map(|id| ToolCall::new(id, "now", "{}"));
    invocation
        .on_response(ChatResponse::calls(calls.to_vec()))
        .unwrap();
    invocation
        .on_result(ToolResult::new("a", "now", "1"))
        .unwrap();
    invocation
        .on_result(ToolResult::new("c", "now", "3"))
        .unwrap();
    let stored = serde_json::to_value(&invocation).unwrap();
    serde_json::from_value::<Invocation>(stored.clone()).unwrap();
    let edits: [(&str, serde_json::Value); 8] = [
        ("/state/run_tools/at", json!(0)),
        ("/state/run_tools/at", json!(99)),
        ("/state/run_tools/answered", json!(3)),
        ("/state/run_tools/answered", json!(0)),
        ("/state/run_tools/early/2/call_id", json!("zzz")),
        ("/state", json!("call_model")),
        ("/request/messages/2/call_id", json!("b")),
        ("/given", json!(99)),
    ];
    for (path, value) in edits {
        let mut edited = stored.clone();
        *edited
            .pointer_mut(path)
            .unwrap_or_else(|| panic!("no {path} in {stored}")) = value;
        assert!(
            serde_json::from_value::<Invocation>(edited).is_err(),
            "{path}"
        );
    }
    // A result that came early is not lost when the invocation ends.
    let transcript = invocation.into_transcript();
    let texts: Vec<_> = transcript
        .iter()
        .filter_map(|message| match message {
            Message::Tool(result) => Some(result.text().into_owned()),
            _ => None,
        })
        .collect();
    assert_eq!((texts[0].as_str(), texts[2].as_str()), ("1", "3"));
    assert!(texts[1].contains("no answer"));
}

#[test]
fn a_conversation_with_holes_is_mended() {
    let turn = |ids: &[&str]| {
        let calls = ids
            .iter()
            .map(|id| ToolCall::new(*id, "now", "{}"))
            .collect();
        Message::Assistant(toolwright::message::AssistantMessage::calls(calls))
    };
    let invocation = Invocation::new(ChatRequest::new([
        Message::user("go"),
        Message::Tool(ToolResult::new("orphan", "now", "0")),
        turn(&["a", "b"]),
        Message::Tool(ToolResult::new("b", "now", "2")),
        Message::user("and?"),
        turn(&["c"]),
        Message::user("once more"),
        // As some servers write it: one id for all.
        turn(&["d", "d", "d"]),
        Message::Tool(ToolResult::new("d", "now", "4")),
        Message::Tool(ToolResult::new("d", "now", "5")),
        Message::Tool(ToolResult::new("d", "now", "6")),
    ]));
    let Step::CallModel(request) = invocation.step() else {
        panic!()
    };
    let ids: Vec<_> = request
        .tool_results()
        .iter()
        .map(|result| (result.call_id.as_str(), result.is_error))
        .collect();
    assert_eq!(ids[..3], [("a", true), ("b", false), ("c", true)]);
    let texts: Vec<_> = request.tool_results()[3..]
        .iter()
        .map(|result| result.text().into_owned())
        .collect();
    assert_eq!(texts, ["4", "5", "6"]);
}

#[test]
fn a_failure_can_be_gone_on_with() {
    let model = ScriptedModel::new()
        .calls([("c1", "order_status", r#"{"id":13}"#)])
        .text("sorry");
    let agent = agent(&model);
    let failure = block_on(agent.invoke("go")).unwrap_err();
    assert_eq!(failure.rounds(), 1);
    let answer = block_on(
        agent
            .request("go on")
            .history(failure.into_transcript())
            .invoke(),
    )
    .unwrap();
    assert_eq!((answer.text.as_str(), answer.messages.len()), ("sorry", 5));
}

#[test]
fn blank_ids_of_any_kind_are_replaced() {
    let model = ScriptedModel::new()
        .calls([("\u{200B}", "now", "\u{FEFF}"), (" ", "now", "")])
        .text("done");
    let answer = block_on(agent(&model).invoke("go")).unwrap();
    let ids: Vec<_> = answer
        .tool_executions
        .iter()
        .map(|execution| execution.call.id.as_str())
        .collect();
    assert_eq!(ids, ["call_1", "call_2"]);
}

#[test]
fn results_in_reverse_order_are_not_quadratic() {
    let run = |n: u32| {
        let mut invocation = Invocation::new(ChatRequest::new([Message::user("go")]));
        let calls = (0..n)
            .map(|i| ToolCall::new(format!("c{i}"), "now", "{}"))
            .collect();
        invocation.on_response(ChatResponse::calls(calls)).unwrap();
        let started = std::time::Instant::now();
        for i in (0..n).rev() {
            invocation
                .on_result(ToolResult::new(format!("c{i}"), "now", "1"))
                .unwrap();
        }
        assert!(matches!(invocation.step(), Step::CallModel(_)));
        started.elapsed()
    };
    assert_linear(run, 500);
}
