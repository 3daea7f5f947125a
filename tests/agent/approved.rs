//! One stored approval, used more than once: what it approved runs once.

use crate::remembered::{Bank, agent, lines, stored};
use std::sync::atomic::Ordering;
use std::time::Duration;
use toolwright::agent::{Decision, Invocation};
use toolwright::memory::InMemory;
use toolwright::model::{ChatRequest, ChatResponse};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{InvocationFailureKind, Message, ToolCall};

/// An invocation whose call of `tool` is approved, as text.
fn approved(tools: &toolwright::tool::ToolDefinitions, tool: &str) -> String {
    let request = ChatRequest::new([Message::user("Pay.")]).with_tools(tools.clone());
    let mut invocation = Invocation::new(request);
    let call = ToolCall::new("a", tool, "{}");
    invocation
        .on_response(ChatResponse::calls(vec![call]))
        .unwrap();
    invocation.hold("a").unwrap();
    invocation.on_decision("a", Decision::Approve).unwrap();
    serde_json::to_string(&invocation).unwrap()
}

#[test]
fn a_process_that_dies_while_it_runs_leaves_it_unknown() {
    let (memory, bank) = (InMemory::new(), Bank::default());
    let model = ScriptedModel::new().text("done");
    let agent = agent(&model, &bank, memory.clone()).build().unwrap();
    let text = approved(agent.tools().definitions(), "pay_for_ever");
    let rt = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    let died = rt.block_on(async {
        let invocation = serde_json::from_str(&text).unwrap();
        let run = agent.resume(invocation).conversation("7").invoke();
        tokio::time::timeout(Duration::from_millis(20), run).await
    });
    assert!(died.is_err());
    assert_eq!(bank.paid.load(Ordering::SeqCst), 1);
    // The same text once more: it does not know that its call was begun, the memory does.
    let invocation = serde_json::from_str(&text).unwrap();
    let answer = block_on(agent.resume(invocation).conversation("7").invoke()).unwrap();
    assert_eq!(bank.paid.load(Ordering::SeqCst), 1, "nothing runs twice");
    let unknown = "reads pay_for_ever#a the call was begun and then interrupted; whether it took effect is unknown: find out before you call it again";
    assert_eq!(
        lines(&answer.messages),
        ["user Pay.", "calls pay_for_ever#a", unknown, "says done"]
    );
    assert_eq!(stored(&memory, "7"), lines(&answer.messages));
}

#[test]
fn a_run_that_failed_and_is_resumed_finds_its_conversation_by_itself() {
    let (memory, bank) = (InMemory::new(), Bank::default());
    let down = toolwright::ModelError::new(toolwright::model::ModelErrorKind::Connection, "down");
    let model = ScriptedModel::new()
        .calls([("a", "pay", "{}")])
        .fails(down)
        .text("done");
    let agent = agent(&model, &bank, memory.clone()).build().unwrap();
    let failure = block_on(agent.request("Pay.").conversation("7").invoke()).unwrap_err();
    assert_eq!(failure.kind(), InvocationFailureKind::Model);
    let invocation = failure.into_invocation().unwrap();
    assert_eq!(
        lines(invocation.messages())[1..],
        ["user Pay.", "calls pay#a", "reads pay#a 1"]
    );
    block_on(agent.resume(invocation).invoke()).unwrap();
    assert_eq!(stored(&memory, "7").last().unwrap(), "says done");
}

/// The process dies after the model's turn was stored, and before its own state was saved.
#[test]
fn a_turn_that_was_stored_and_not_saved_is_not_asked_for_once_more() {
    let (memory, bank) = (InMemory::new(), Bank::default());
    let model = ScriptedModel::new()
        .calls([("a", "pay_for_ever", "{}")])
        .text("done");
    let agent = agent(&model, &bank, memory.clone()).build().unwrap();
    let saved = std::sync::Mutex::new(None);
    let rt = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    rt.block_on(async {
        // Only the first state is saved: before the model was asked.
        let checkpoint = |invocation: &Invocation| {
            let mut saved = saved.lock().unwrap();
            saved.get_or_insert_with(|| serde_json::to_string(invocation).unwrap());
            async { Ok(()) }
        };
        let run = agent
            .request("Pay.")
            .conversation("7")
            .checkpoint(checkpoint)
            .invoke();
        tokio::time::timeout(Duration::from_millis(20), run)
            .await
            .unwrap_err();
    });
    let text = saved.lock().unwrap().take().unwrap();
    let invocation: Invocation = serde_json::from_str(&text).unwrap();
    let answer = block_on(agent.resume(invocation).invoke()).unwrap();
    assert_eq!((answer.text.as_str(), answer.rounds), ("done", 1));
    assert_eq!(bank.paid.load(Ordering::SeqCst), 1, "nothing runs twice");
    assert_eq!(stored(&memory, "7"), lines(&answer.messages)[1..]);
}
