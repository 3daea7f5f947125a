//! Hooks around tools that fail, and calls that may not run, in the loop of an agent.

use super::in_the_loop::{ADD, add_later};
use super::{Log, add, broken, closed};
use std::future::ready;
use std::sync::Mutex;
use toolwright::dispatch::{ResultDecision, ToolDecision};
use toolwright::error_handler::send_generic_message_to_llm_unless_visible_to_llm;
use toolwright::model::FinishReason;
use toolwright::testing::{Canary, ScriptedModel, block_on};
use toolwright::{
    Agent, ChatResponse, InvocationFailure, InvocationFailureKind, Message, ToolCall, ToolContext,
    ToolError, ToolErrorKind, ToolOutput, ToolResult, llm_text, toolset,
};

/// Nothing makes a call run whose turn was cut off, or whose tool is withdrawn.
#[test]
fn calls_that_may_not_run_are_not_asked_about() {
    let log = Log::default();
    let model = ScriptedModel::new()
        .respond(
            ChatResponse::calls(vec![ToolCall::new("c1", "add", ADD)])
                .with_finish_reason(FinishReason::Length),
        )
        .calls([("c2", "closed", "{}")])
        .calls([("c3", "closed", "{}")])
        .text("Sorry.");
    let agent = Agent::builder(model.clone())
        .tools(toolset![add, closed])
        .max_consecutive_failures(1)
        .before_tool({
            let log = log.clone();
            move |context: ToolContext| {
                log.add(format!("before {}", context.call().id));
                ready(Ok(ToolDecision::Run))
            }
        })
        .after_tool({
            let log = log.clone();
            move |context: ToolContext, _: ToolResult| {
                log.add(format!("after {}", context.call().id));
                ready(Ok(ResultDecision::Keep))
            }
        })
        .build()
        .unwrap();
    block_on(agent.invoke("Add.")).unwrap();
    assert_eq!(log.lines(), ["before c2", "after c2"]);
    let requests = model.requests();
    let results = requests[3].tool_results();
    assert!(results[0].text().starts_with("the call was not run"));
    assert!(results[2].text().starts_with("this tool is not offered"));
}

#[test]
fn a_replacement_of_a_failure_leaves_it_counted() {
    let model = ScriptedModel::new()
        .calls([("c1", "closed", "{}")])
        .calls([("c2", "closed", "{}")])
        .text("Sorry.");
    let agent = Agent::builder(model.clone())
        .tools(toolset![closed])
        .max_consecutive_failures(2)
        .after_tool(|_: ToolContext, _: ToolResult| {
            ready(Ok(ResultDecision::Replace(ToolOutput::text(
                "try the other desk",
            ))))
        })
        .build()
        .unwrap();
    block_on(agent.invoke("Go.")).unwrap();
    let requests = model.requests();
    assert_eq!(requests[1].tool_results()[0].text(), "try the other desk");
    assert_eq!(
        requests[2].tool_results()[1].text(),
        "try the other desk\nDo not call `closed` again: it failed 2 times in a row and is withdrawn for this question."
    );
    assert!(requests[2].offered_tools().is_empty());
}

#[test]
fn what_hooks_fail_with_reaches_no_request_and_no_message() {
    let canary = Canary::new();
    let generic = send_generic_message_to_llm_unless_visible_to_llm(llm_text!("closed for today"));
    for place in ["before", "after", "before, by a panic", "after, by a panic"] {
        let model = ScriptedModel::new()
            .calls([("c1", "add", ADD), ("c2", "broken", "{}")])
            .text("Sorry.");
        let fail = {
            let canary = canary.clone();
            move |own: &str| -> Result<(), ToolError> {
                match place.strip_prefix(own) {
                    None => Ok(()),
                    Some("") => Err(ToolError::execution(canary.error())),
                    Some(_) => canary.panic(),
                }
            }
        };
        let agent = Agent::builder(model.clone())
            .tools(toolset![add, broken])
            .on_error(generic.clone())
            .before_tool({
                let fail = fail.clone();
                move |_: ToolContext| ready(fail("before").map(|()| ToolDecision::Run))
            })
            .after_tool(move |_: ToolContext, _: ToolResult| {
                ready(fail("after").map(|()| ResultDecision::Keep))
            })
            .build()
            .unwrap();
        let answer = block_on(agent.invoke("Add.")).unwrap();
        let requests = model.requests();
        for result in requests[1].tool_results() {
            assert!(
                result.is_error && result.text().starts_with("closed for today"),
                "{place}"
            );
        }
        canary.assert_absent_from(&requests);
        canary.assert_absent_from_text(&serde_json::to_string(&answer.messages).unwrap());
    }
}

#[test]
fn a_hook_that_fails_ends_the_invocation_and_it_can_be_resumed() {
    let model = ScriptedModel::new()
        .calls([("c1", "add_later", r#"{"a": 1}"#)])
        .text("5");
    let is_down = std::sync::Arc::new(Mutex::new(true));
    let agent = Agent::builder(model.clone())
        .tools(toolset![add_later])
        .before_tool({
            let is_down = is_down.clone();
            move |_: ToolContext| {
                let is_down = *is_down.lock().unwrap();
                ready(if is_down {
                    Err(ToolError::execution("the policy server is down"))
                } else {
                    Ok(ToolDecision::Run)
                })
            }
        })
        .build()
        .unwrap();
    let failure = block_on(agent.invoke("Add.")).unwrap_err();
    assert_eq!(
        failure.kind(),
        InvocationFailureKind::Tool(ToolErrorKind::Execution)
    );
    assert_eq!(
        last_text(&failure),
        "the call has no answer: the invocation ended before it could be given"
    );
    *is_down.lock().unwrap() = false;
    let invocation = failure.into_invocation().unwrap();
    let answer = block_on(agent.resume(invocation).invoke()).unwrap();
    assert_eq!(answer.text, "5");
    assert_eq!(model.requests()[1].tool_results()[0].text(), "1");
}

fn last_text(failure: &InvocationFailure) -> String {
    match failure.transcript().last() {
        Some(Message::Tool(result)) => result.text().into_owned(),
        other => panic!("{other:?}"),
    }
}

/// What a tool did is not forgotten where a hook fails afterwards.
#[test]
fn after_a_hook_that_fails_behind_a_tool_its_effects_are_not_denied() {
    for (tool, text) in [
        (
            "add",
            "the call was begun and then interrupted; whether it took effect is unknown: find out before you call it again",
        ),
        (
            "closed",
            "the call has no answer: the invocation ended before it could be given",
        ),
        (
            "add_later",
            "the call has no answer: the invocation ended before it could be given",
        ),
    ] {
        let arguments = if tool == "closed" {
            "{}"
        } else if tool == "add" {
            ADD
        } else {
            r#"{"a": 1}"#
        };
        let model = ScriptedModel::new()
            .calls([("c1", tool, arguments)])
            .text("never");
        let agent = Agent::builder(model)
            .tools(toolset![add, closed, add_later])
            .after_tool(|_: ToolContext, _: ToolResult| {
                ready(Err(ToolError::execution("the policy server is down")))
            })
            .build()
            .unwrap();
        let failure = block_on(agent.invoke("Go.")).unwrap_err();
        assert_eq!(
            failure.kind(),
            InvocationFailureKind::Tool(ToolErrorKind::Execution)
        );
        assert_eq!(last_text(&failure), text, "{tool}");
    }
}
