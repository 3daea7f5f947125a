//! The state machine in the hands of a driver that does things in another order, or twice.

use crate::assert_linear;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;
use toolwright::agent::{Decision, Invocation, OnLimit, Step, StepError};
use toolwright::dispatch::Dispatcher;
use toolwright::model::{ChatRequest, ChatResponse};
use toolwright::testing::block_on;
use toolwright::tool::ToolDefinitions;
use toolwright::{
    InvocationFailure, InvocationFailureKind, Message, ToolCall, ToolResult, ToolSet, ToolState,
    tool, toolset,
};

#[derive(Default, ToolState)]
struct Till {
    paid: AtomicU32,
}

/// Pays.
#[tool]
fn pay(#[context] paid: &AtomicU32, cents: u32) -> u32 {
    paid.fetch_add(cents, Ordering::SeqCst) + cents
}

/// Looks.
#[tool(read_only)]
fn look() -> &'static str {
    "seen"
}

fn tools() -> ToolSet<Till> {
    toolset![pay, look]
}

fn start(calls: &[(&str, &str)]) -> Invocation {
    let request = ChatRequest::new([Message::user("go")]).with_tools(tools().definitions().clone());
    let mut invocation = Invocation::new(request);
    let calls = calls.iter().map(|(id, name)| {
        let arguments = if *name == "pay" {
            r#"{"cents":5}"#
        } else {
            "{}"
        };
        ToolCall::new(*id, *name, arguments)
    });
    invocation
        .on_response(ChatResponse::calls(calls.collect()))
        .unwrap();
    invocation
}

fn elsewhere(invocation: &Invocation) -> Invocation {
    let text = serde_json::to_string(invocation).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn run(
    invocation: &Invocation,
    till: &Till,
    call: &ToolCall,
) -> Result<ToolResult, InvocationFailure> {
    let tools = tools();
    block_on(invocation.run(call, &Dispatcher::new(&tools, till)))
}

fn call(invocation: &Invocation, id: &str) -> ToolCall {
    let mut calls = invocation.pending_calls();
    calls.find(|call| call.id == id).unwrap().clone()
}

#[test]
fn a_call_that_is_held_is_not_run_whoever_asks_for_it() {
    let till = Till::default();
    let mut invocation = start(&[("a", "pay")]);
    let held = call(&invocation, "a");
    invocation.hold("a").unwrap();
    let failure = run(&invocation, &till, &held).unwrap_err();
    assert_eq!(failure.kind(), InvocationFailureKind::Approval);
    assert_eq!(failure.tool_call(), None);
    assert_eq!(till.paid.load(Ordering::SeqCst), 0);
    invocation.on_decision("a", Decision::Approve).unwrap();
    assert_eq!(run(&invocation, &till, &held).unwrap().text(), "5");
}

#[test]
fn only_a_call_that_waits_is_run_and_as_the_model_wrote_it() {
    let till = Till::default();
    let mut invocation = start(&[("a", "pay"), ("b", "pay")]);
    let first = call(&invocation, "a");
    invocation.hold("b").unwrap();
    let mut edited = call(&invocation, "b");
    edited.arguments = r#"{"cents":5000}"#.to_owned();
    invocation.on_decision("b", Decision::Approve).unwrap();
    let result = run(&invocation, &till, &first).unwrap();
    invocation.on_result(result).unwrap();
    let foreign = ToolCall::new("z", "pay", r#"{"cents":7}"#);
    let other = ToolCall::new("b", "look", "{}");
    for call in [&first, &edited, &foreign, &other] {
        let failure = run(&invocation, &till, call).unwrap_err();
        assert_eq!(failure.kind(), InvocationFailureKind::Checkpoint);
        assert_eq!(
            failure.downcast_ref::<StepError>(),
            Some(&StepError::UnexpectedStart)
        );
    }
    assert_eq!(till.paid.load(Ordering::SeqCst), 5);
}

#[test]
fn calls_are_begun_in_any_order() {
    let mut invocation = start(&[("a", "look"), ("b", "look"), ("c", "pay"), ("d", "look")]);
    invocation.on_start("b").unwrap();
    assert_eq!(invocation.on_start("b"), Err(StepError::UnexpectedStart));
    invocation = elsewhere(&invocation);
    invocation.on_start("d").unwrap();
    invocation.on_start("a").unwrap();
    assert_eq!(invocation.on_start("a"), Err(StepError::UnexpectedStart));
    invocation.hold("c").unwrap();
    invocation.on_decision("c", Decision::Approve).unwrap();
    // Nobody began it: it runs, also elsewhere, and once it was begun it does not.
    invocation = elsewhere(&invocation);
    let till = Till::default();
    let payment = call(&invocation, "c");
    invocation.on_start("c").unwrap();
    assert_eq!(run(&invocation, &till, &payment).unwrap().text(), "5");
    invocation = elsewhere(&invocation);
    let result = run(&invocation, &till, &payment).unwrap();
    assert!(result.text().contains("whether it took effect is unknown"));
    assert_eq!(till.paid.load(Ordering::SeqCst), 5);
}

#[test]
fn what_is_offered_next_is_offered_elsewhere_too() {
    let mut invocation = start(&[("a", "look")]);
    let left: ToolSet<Till> = toolset![look];
    invocation.will_offer(left.definitions());
    invocation = elsewhere(&invocation);
    invocation
        .on_result(ToolResult::new("a", "look", "seen"))
        .unwrap();
    let Step::CallModel(request) = invocation.step() else {
        panic!("{:?}", invocation.step())
    };
    assert_eq!(request.offered_tools(), ["look"]);
}

#[test]
fn a_limit_of_rounds_that_comes_late_still_gives_a_last_answer() {
    let answered = |invocation: &mut Invocation, id: &str| {
        invocation
            .on_result(ToolResult::new(id, "look", "seen"))
            .unwrap();
    };
    // Between two rounds.
    let mut invocation = start(&[("a", "look")]);
    answered(&mut invocation, "a");
    invocation = invocation
        .with_on_limit(OnLimit::LastAnswer)
        .with_max_rounds(1);
    let Step::CallModel(request) = invocation.step() else {
        panic!("{:?}", invocation.step())
    };
    assert!(request.offered_tools().is_empty());
    // In a round: the model is told.
    let mut invocation = start(&[("a", "look"), ("b", "look")])
        .with_max_rounds(1)
        .with_on_limit(OnLimit::LastAnswer);
    answered(&mut invocation, "b");
    answered(&mut invocation, "a");
    let Step::CallModel(request) = invocation.step() else {
        panic!("{:?}", invocation.step())
    };
    assert!(request.offered_tools().is_empty());
    assert_eq!(
        request.tool_results()[1].text(),
        "seen\nNo more tools can be called for this question: answer with what you have."
    );
}

#[test]
fn a_limit_of_calls_that_comes_late_counts_what_was_called() {
    let mut invocation = start(&[("a", "look"), ("b", "look")]);
    for id in ["a", "b"] {
        let result = ToolResult::new(id, "look", "seen");
        invocation.on_result(result).unwrap();
    }
    let mut invocation = invocation
        .with_max_consecutive_failures(NonZeroU32::MIN)
        .with_max_calls(3)
        .with_max_calls_of("look", 2);
    let calls = ["c", "d", "e"];
    let calls = calls.map(|id| ToolCall::new(id, if id == "c" { "look" } else { "pay" }, "{}"));
    invocation
        .on_response(ChatResponse::calls(calls.to_vec()))
        .unwrap();
    let till = Till::default();
    let texts: Vec<_> = invocation
        .pending_calls()
        .map(|call| run(&invocation, &till, call).unwrap().text().into_owned())
        .collect();
    assert!(
        texts[0].starts_with("this tool is not offered"),
        "{texts:?}"
    );
    assert!(texts[1].contains("cents"), "it was run: {texts:?}");
    assert!(
        texts[2].contains("tools may be called 3 times"),
        "{texts:?}"
    );
}

fn turn_of(n: u32) -> Invocation {
    let mut invocation = Invocation::new(
        ChatRequest::new([Message::user("go")]).with_tools(tools().definitions().clone()),
    )
    .with_max_calls(0);
    let calls = (0..n).map(|i| ToolCall::new(format!("some call {i}"), "look", "{}"));
    invocation
        .on_response(ChatResponse::calls(calls.collect()))
        .unwrap();
    invocation
}

#[test]
fn many_calls_that_may_not_run_are_not_quadratic() {
    let (tools, till) = (tools(), Till::default());
    let dispatcher = Dispatcher::new(&tools, &till);
    let time = |n: u32| {
        let invocation = turn_of(n);
        let started = Instant::now();
        for call in invocation.pending_calls() {
            block_on(invocation.run(call, &dispatcher)).unwrap();
        }
        started.elapsed()
    };
    assert_linear(time, 1_000);
}

#[test]
fn many_calls_that_are_begun_are_not_quadratic() {
    let time = |n: u32| {
        let mut invocation = turn_of(n);
        let started = Instant::now();
        for i in 0..n {
            invocation.on_start(&format!("some call {i}")).unwrap();
        }
        for i in (0..n).rev() {
            let result = ToolResult::new(format!("some call {i}"), "look", "seen");
            invocation.on_result(result).unwrap();
        }
        started.elapsed()
    };
    assert_linear(time, 1_000);
}

#[test]
fn ids_that_stand_in_the_way_of_made_up_ones_are_not_quadratic() {
    let time = |n: u32| {
        let mut calls: Vec<_> = (n + 1..=2 * n)
            .map(|i| ToolCall::new(format!("call_{i}"), "look", "{}"))
            .collect();
        calls.extend((0..n).map(|_| ToolCall::new("", "look", "{}")));
        let mut invocation = Invocation::new(ChatRequest::new([Message::user("go")]));
        let started = Instant::now();
        invocation.on_response(ChatResponse::calls(calls)).unwrap();
        let time = started.elapsed();
        let last = invocation.pending_calls().last().unwrap();
        assert_eq!(last.id, format!("call_{}", 3 * n));
        time
    };
    assert_linear(time, 200);
}

#[test]
fn what_is_offered_may_be_said_in_every_state() {
    let none = ToolDefinitions::default();
    let mut invocation = start(&[("a", "look")]);
    invocation.will_offer(&none);
    let still = run(&invocation, &Till::default(), &call(&invocation, "a"));
    assert_eq!(still.unwrap().text(), "seen", "its request offered it");
    invocation
        .on_result(ToolResult::new("a", "look", "seen"))
        .unwrap();
    invocation.will_offer(tools().definitions());
    invocation.on_response(ChatResponse::text("done")).unwrap();
    invocation.will_offer(&none);
    let invocation = elsewhere(&invocation);
    assert_eq!(invocation.into_answer().unwrap().text, "done");
}
