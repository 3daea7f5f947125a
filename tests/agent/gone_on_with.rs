//! What an invocation that is taken up again still has, and what it must not lose.

use crate::remembered::{Bank, agent, stored};
use serde_json::{Value, json};
use std::sync::atomic::Ordering;
use std::time::Duration;
use toolwright::agent::{Decision, Invocation};
use toolwright::dispatch::Dispatcher;
use toolwright::memory::{ChatMemory, Conversation, InMemory, MemoryError, MemoryErrorKind};
use toolwright::model::{ChatRequest, ChatResponse, ModelError, ModelErrorKind};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{
    Agent, InvocationFailureKind, Message, ToolCall, ToolResult, ToolSet, tool, toolset,
};

/// A memory that is down.
struct Down;

impl ChatMemory for Down {
    async fn load(&self, _: &str) -> Result<Conversation, MemoryError> {
        Err(MemoryError::new(MemoryErrorKind::Storage))
    }
    async fn append(&self, _: &str, _: u64, _: &[Message], _: bool) -> Result<u64, MemoryError> {
        Err(MemoryError::new(MemoryErrorKind::Storage))
    }
    async fn clear(&self, _: &str) -> Result<(), MemoryError> {
        Ok(())
    }
}

fn begun() -> Invocation {
    let mut invocation = Invocation::new(ChatRequest::new([Message::user("go")]));
    let calls = vec![ToolCall::new("a", "pay", "{}")];
    invocation.on_response(ChatResponse::calls(calls)).unwrap();
    invocation
}

#[test]
fn a_memory_that_is_down_takes_no_invocation_with_it() {
    let agent = agent(&ScriptedModel::new(), &Bank::default(), Down)
        .build()
        .unwrap();
    let request = agent.resume(begun()).conversation("7");
    let failure = block_on(request.invoke()).unwrap_err();
    assert_eq!(failure.kind(), InvocationFailureKind::Memory);
    assert_eq!(failure.transcript().len(), 3);
    let invocation = failure.into_invocation().unwrap();
    assert_eq!(
        invocation.last_failure(),
        Some((InvocationFailureKind::Memory, None))
    );
    assert_eq!(invocation.pending_calls().count(), 1);
}

/// Takes its time, and breaks.
#[tool(read_only)]
fn slow() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    std::thread::sleep(Duration::from_millis(60));
    Err("broken".into())
}

#[test]
fn the_time_of_a_run_that_failed_counts() {
    let model = ScriptedModel::new()
        .calls([("a", "slow", "{}")])
        .calls([("b", "slow", "{}")])
        .calls([("c", "slow", "{}")]);
    let agent = Agent::builder(model.clone())
        .tools(toolset![slow])
        .max_duration(Duration::from_millis(50))
        .build()
        .unwrap();
    let failure = block_on(agent.invoke("go")).unwrap_err();
    let mut invocation = failure.into_invocation().unwrap();
    let result = ToolResult::error("a", "slow", "broken");
    invocation.on_result(result).unwrap();
    let failure = block_on(agent.resume(invocation).invoke()).unwrap_err();
    // The next turn still runs, and its model is told; there was no time left before.
    let text = serde_json::to_string(failure.invocation().unwrap()).unwrap();
    assert!(text.contains(r#""spent":"duration""#), "{text}");
}

#[test]
fn what_is_resumed_is_in_its_conversation() {
    let memory = InMemory::new();
    let down = ModelError::new(ModelErrorKind::Connection, "down");
    let model = ScriptedModel::new()
        .calls([("a", "pay", "{}")])
        .fails(down)
        .calls([("b", "pay", "{}")])
        .text("Paid.");
    let agent = agent(&model, &Bank::default(), memory.clone())
        .build()
        .unwrap();
    let failure = block_on(agent.request("Pay.").conversation("7").invoke()).unwrap_err();
    let invocation = failure.into_invocation().unwrap();
    block_on(agent.resume(invocation).invoke()).unwrap();
    assert_eq!(
        stored(&memory, "7")[4..],
        ["calls pay#b", "reads pay#b 2", "says Paid."]
    );
}

/// Pays.
#[tool(read_only, name = "pay")]
fn looks_harmless() {}

#[test]
fn what_is_stored_of_a_tool_makes_it_no_safer_than_it_is() {
    let harmless: ToolSet = toolset![looks_harmless];
    let request = ChatRequest::new([Message::user("Pay.")]);
    let mut invocation = Invocation::new(request.with_tools(harmless.definitions().clone()));
    let calls = ["a", "b"].map(|id| ToolCall::new(id, "pay", "{}"));
    invocation
        .on_response(ChatResponse::calls(calls.to_vec()))
        .unwrap();
    invocation.on_start("a").unwrap();
    let text = serde_json::to_string(&invocation).unwrap();
    assert!(text.contains(r#""read_only":true"#));
    // By a driver of one's own.
    let (bank, memory) = (Bank::default(), InMemory::new());
    let model = ScriptedModel::new().text("Perhaps.");
    let agent = agent(&model, &bank, memory.clone()).build().unwrap();
    let stored_one: Invocation = serde_json::from_str(&text).unwrap();
    let dispatcher = Dispatcher::new(agent.tools(), &bank);
    let result = block_on(stored_one.run(&calls[0], &dispatcher)).unwrap();
    assert!(result.text().contains("whether it took effect is unknown"));
    // By the agent: and what does run is stored before.
    let request = agent.resume(stored_one).conversation("7");
    block_on(request.invoke()).unwrap();
    assert_eq!(bank.paid.load(Ordering::SeqCst), 1);
    // Before each of the two calls, before the model was asked, and at the end.
    assert_eq!(block_on(memory.load("7")).unwrap().version(), 4);
}

/// Every place of a JSON value.
fn places(value: &Value, at: &str, all: &mut Vec<String>) {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(object) => object
            .iter()
            .map(|(key, value)| (key.clone(), value))
            .collect(),
        Value::Array(array) => array
            .iter()
            .enumerate()
            .map(|(i, value)| (i.to_string(), value))
            .collect(),
        _ => Vec::new(),
    };
    for (key, value) in inner {
        let place = format!("{at}/{key}");
        places(value, &place, all);
        all.push(place);
    }
}

#[test]
fn no_state_that_is_stored_panics_or_sends_half_a_turn() {
    let bank = Bank::default();
    let agent = |model: &ScriptedModel| agent(model, &bank, InMemory::new()).build().unwrap();
    let tools = agent(&ScriptedModel::new()).tools().definitions().clone();
    let request = ChatRequest::new([Message::user("go")]).with_tools(tools);
    let mut invocation = Invocation::new(request)
        .with_max_calls(5)
        .with_max_calls_of("read", 3);
    let calls = ["a", "b", "c"].map(|id| ToolCall::new(id, "read", "{}"));
    invocation
        .on_response(ChatResponse::calls(calls.to_vec()))
        .unwrap();
    invocation.on_start("b").unwrap();
    invocation
        .on_result(ToolResult::new("c", "read", "42"))
        .unwrap();
    invocation.hold("a").unwrap();
    invocation.on_decision("a", Decision::Approve).unwrap();
    let mut value = serde_json::to_value(&invocation).unwrap();
    value["mark"] = json!({"conversation": "7", "version": 0, "from": 0, "closed_at": 0, "stored": 3, "is_open": true});
    let mut all = Vec::new();
    places(&value, "", &mut all);
    let others = [
        json!(null),
        json!(0),
        json!(1),
        json!(3),
        json!(u32::MAX),
        json!(u64::MAX),
        json!(""),
        json!("a"),
        json!("b"),
        json!([]),
        json!({}),
        json!([0, 1, 2, u64::MAX]),
        json!({"0": "held", "1": "held", "9": "approved"}),
        json!("call_model"),
        json!({"finished": "stop"}),
        json!({"0": ["x"], "2": ["y"], "18446744073709551615": ["z"]}),
    ];
    let mut taken = 0;
    for (place, other) in all
        .iter()
        .flat_map(|place| others.iter().map(move |other| (place, other)))
    {
        let mut tampered = value.clone();
        *tampered.pointer_mut(place).unwrap() = other.clone();
        let Ok(stored) = serde_json::from_value::<Invocation>(tampered) else {
            continue;
        };
        taken += 1;
        let model = ScriptedModel::new()
            .calls([("z", "read", "{}")])
            .text("done");
        let _ = block_on(agent(&model).resume(stored).conversation("7").invoke());
        for request in model.requests() {
            let mended = Invocation::new(request.clone()).into_transcript();
            assert_eq!(mended, request.messages(), "{place} {other}");
        }
    }
    assert!(taken > 200, "{taken}");
}
