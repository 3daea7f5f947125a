//! Failures in a row: what a handler knows of them, and when a tool is withdrawn.

use crate::desk::tools;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use toolwright::error_handler::{ToolErrorHandlerResult, from_fn};
use toolwright::model::{ChatRequest, ChatResponse, FinishReason};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{Agent, BuildError, ToolCall, ToolErrorKind, llm_text};

pub(crate) type Seen = Arc<Mutex<Vec<(String, ToolErrorKind, u32, Option<u32>)>>>;

/// An agent whose handler writes down what it is told of every failure.
pub(crate) fn watched(model: &ScriptedModel, max: Option<u32>) -> (Agent, Seen) {
    let seen = Seen::default();
    let keep = Arc::clone(&seen);
    let builder = Agent::builder(model.clone()).tools(tools());
    let builder = match max {
        Some(max) => builder.max_consecutive_failures(max),
        None => builder.unlimited_failures(),
    };
    let handler = from_fn(move |_error, context| {
        let call = context.call().name.clone();
        let entry = (
            call,
            context.kind(),
            context.attempt(),
            context.remaining_attempts(),
        );
        keep.lock().unwrap().push(entry);
        let text = context.message_for_llm().cloned();
        Ok(ToolErrorHandlerResult::text(
            text.unwrap_or(llm_text!("no")),
        ))
    });
    (builder.on_error(handler).build().unwrap(), seen)
}

/// The attempt and the remaining ones of the n-th failure.
pub(crate) fn nth(seen: &Seen, n: usize) -> (u32, Option<u32>) {
    let seen = &seen.lock().unwrap()[n];
    (seen.2, seen.3)
}

/// Each call in a round of its own, and then a text.
fn script(calls: &[(&str, &str)]) -> ScriptedModel {
    let calls = calls.iter().enumerate();
    calls
        .fold(ScriptedModel::new(), |model, (i, (name, arguments))| {
            model.calls([(format!("c{i}"), *name, *arguments)])
        })
        .text("done")
}

/// The result that the last request ends with.
fn last(request: &ChatRequest) -> String {
    request.tool_results().last().unwrap().text().into_owned()
}

#[test]
fn after_three_failures_in_a_row_the_tool_is_gone() {
    let model = script(&[
        ("order_status", r#"{"id":1}"#),
        ("order_status", "{}"),
        ("order_status", r#"{"id":13}"#),
        ("order_status", r#"{"id":4711}"#),
        ("now", "{}"),
    ]);
    let (agent, seen) = watched(&model, Some(3));
    block_on(agent.invoke("go")).unwrap();
    let name = || "order_status".to_owned();
    assert_eq!(
        *seen.lock().unwrap(),
        [
            (name(), ToolErrorKind::Execution, 1, Some(2)),
            (name(), ToolErrorKind::Arguments, 2, Some(1)),
            (name(), ToolErrorKind::Execution, 3, Some(0)),
            (name(), ToolErrorKind::NotOffered, 4, None),
        ]
    );
    let requests = model.requests();
    assert_eq!(last(&requests[1]), "there is no order 1");
    assert_eq!(
        last(&requests[3]),
        "no\nDo not call `order_status` again: it failed 3 times in a row and is withdrawn for this question."
    );
    assert_eq!(
        last(&requests[4]),
        "this tool is not offered, and was not run. The tools are: `add`, `now`"
    );
    assert_eq!(last(&requests[5]), "noon");
    let offered: Vec<_> = requests.iter().map(ChatRequest::offered_tools).collect();
    assert_eq!(offered[2], ["order_status", "add", "now"]);
    assert_eq!(
        offered[3..],
        [["add", "now"], ["add", "now"], ["add", "now"]]
    );
}

#[test]
fn the_default_limit_is_three_and_the_next_invocation_offers_all() {
    let fail = ("order_status", r#"{"id":1}"#);
    let other = ("order_status", r#"{"id":2}"#);
    let mut calls = vec![fail, other, fail];
    let model = script(&calls).text("again");
    let agent = crate::desk::agent(&model);
    let answer = block_on(agent.invoke("go")).unwrap();
    block_on(agent.request("more").history(answer.messages).invoke()).unwrap();
    let requests = model.requests();
    assert_eq!(requests[2].offered_tools().len(), 3);
    assert_eq!(requests[3].offered_tools(), ["add", "now"]);
    assert_eq!(requests[4].offered_tools().len(), 3);
    calls.pop();
    let model = script(&calls);
    block_on(crate::desk::agent(&model).invoke("go")).unwrap();
    assert_eq!(model.requests()[2].offered_tools().len(), 3);
}

#[test]
fn a_success_starts_the_row_anew_and_another_tool_does_not() {
    let model = script(&[
        ("order_status", r#"{"id":1}"#),
        ("order_status", r#"{"id":2}"#),
        ("now", "{}"),
        ("add", "{}"),
        ("order_status", r#"{"id":4711}"#),
        ("order_status", r#"{"id":3}"#),
    ]);
    let (agent, seen) = watched(&model, Some(3));
    block_on(agent.invoke("go")).unwrap();
    let attempts: Vec<_> = seen
        .lock()
        .unwrap()
        .iter()
        .map(|seen| (seen.2, seen.3))
        .collect();
    assert_eq!(
        attempts,
        [(1, Some(2)), (2, Some(1)), (1, Some(2)), (1, Some(2))]
    );
}

#[test]
fn the_same_call_three_times_is_enough() {
    let same = ("order_status", r#"{"id":1}"#);
    let other = ("order_status", r#"{"id":2}"#);
    let model = script(&[same, other, same, same, same]);
    let (agent, seen) = watched(&model, Some(10));
    block_on(agent.invoke("go")).unwrap();
    let attempts: Vec<_> = seen
        .lock()
        .unwrap()
        .iter()
        .map(|seen| (seen.2, seen.3))
        .collect();
    assert_eq!(
        attempts,
        [
            (1, Some(9)),
            (2, Some(8)),
            (3, Some(7)),
            (4, Some(6)),
            (5, Some(0))
        ]
    );
    let requests = model.requests();
    assert!(
        last(&requests[5])
            .ends_with("it failed 5 times in a row and is withdrawn for this question.")
    );
    assert_eq!(requests[4].offered_tools().len(), 3);
    assert_eq!(requests[5].offered_tools(), ["add", "now"]);
}

#[test]
fn invented_names_share_one_row_and_are_told_once() {
    let model = script(&[
        ("python", "{}"),
        ("bash", "{}"),
        ("pythn", "{}"),
        ("perl", "{}"),
        ("now", "{}"),
        ("python", "{}"),
    ]);
    let (agent, seen) = watched(&model, Some(3));
    block_on(agent.invoke("go")).unwrap();
    let attempts: Vec<_> = seen
        .lock()
        .unwrap()
        .iter()
        .map(|seen| (seen.2, seen.3))
        .collect();
    assert_eq!(
        attempts,
        [(1, None), (2, None), (3, None), (4, None), (1, None)]
    );
    let told = |request: &ChatRequest| {
        last(request).ends_with(
            "\nCall only tools that are listed: 3 calls in a row named one that does not exist.",
        )
    };
    let requests = model.requests();
    let told: Vec<_> = requests[1..].iter().map(told).collect();
    assert_eq!(told, [false, false, true, false, false, false]);
    assert!(
        requests
            .iter()
            .all(|request| request.offered_tools().len() == 3)
    );
}

#[test]
fn without_a_limit_nothing_is_withdrawn() {
    let model = script(&[("order_status", r#"{"id":1}"#); 5]);
    let (agent, seen) = watched(&model, None);
    block_on(agent.invoke("go")).unwrap();
    let attempts: Vec<_> = seen
        .lock()
        .unwrap()
        .iter()
        .map(|seen| (seen.2, seen.3))
        .collect();
    assert_eq!(
        attempts,
        [(1, None), (2, None), (3, None), (4, None), (5, None)]
    );
    let requests = model.requests();
    assert_eq!(last(&requests[5]), "there is no order 1");
    assert_eq!(requests[5].offered_tools().len(), 3);
}

#[test]
fn a_limit_of_nothing_cannot_be_built() {
    let builder = Agent::builder(ScriptedModel::new()).max_consecutive_failures(0);
    let error = builder.build().unwrap_err();
    assert!(matches!(error, BuildError::NoFailureAllowed));
    assert_eq!(
        error.to_string(),
        "`max_consecutive_failures(0)` allows no call at all; call `unlimited_failures()` for no limit"
    );
}

#[test]
fn a_turn_that_was_cut_off_says_nothing_about_the_tool() {
    let cut = |id: &str| {
        ChatResponse::calls(vec![ToolCall::new(id, "now", "{}")])
            .with_finish_reason(FinishReason::Length)
    };
    let model = ["a", "b", "c", "d"]
        .into_iter()
        .fold(ScriptedModel::new(), |model, id| model.respond(cut(id)));
    let model = model.text("done");
    let (agent, seen) = watched(&model, Some(3));
    block_on(agent.invoke("go")).unwrap();
    assert!(seen.lock().unwrap().iter().all(|seen| seen.2 == 1));
    assert_eq!(model.requests()[4].offered_tools().len(), 3);
}

#[test]
fn elapsed_is_the_time_of_the_invocation() {
    let model = script(&[
        ("order_status", r#"{"id":1}"#),
        ("order_status", r#"{"id":2}"#),
    ]);
    let times = Arc::new(Mutex::new(Vec::new()));
    let keep = Arc::clone(&times);
    let agent = Agent::builder(model)
        .tools(tools())
        .on_error(from_fn(move |_error, context| {
            keep.lock().unwrap().push(context.elapsed());
            std::thread::sleep(Duration::from_millis(20));
            Ok(ToolErrorHandlerResult::text(llm_text!("no")))
        }))
        .build()
        .unwrap();
    let request = agent.request("go");
    std::thread::sleep(Duration::from_millis(200));
    block_on(request.invoke()).unwrap();
    let times = times.lock().unwrap();
    // It begins when the invocation does, not when the request is made.
    assert!(times[0] < Duration::from_millis(200), "{times:?}");
    assert!(
        times[1] >= times[0] + Duration::from_millis(20),
        "{times:?}"
    );
}
