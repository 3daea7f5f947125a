//! Limits: what the model is told, what is withdrawn, and what ends the run.

use crate::desk::{last_results, tools};
use std::time::Duration;
use toolwright::agent::{AgentBuilder, Invocation, OnLimit};
use toolwright::model::{ChatRequest, ChatResponse, Usage};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{
    Agent, Answer, BuildError, InvocationFailure, InvocationFailureKind, Message, ToolCall,
};

const NO_MORE: &str = "No more tools can be called for this question: answer with what you have.";

fn run(
    model: &ScriptedModel,
    limit: impl FnOnce(AgentBuilder) -> AgentBuilder,
) -> Result<Answer, InvocationFailure> {
    let agent = limit(Agent::builder(model.clone()).tools(tools()));
    block_on(agent.build().unwrap().invoke("go"))
}

fn now(id: &str) -> ToolCall {
    ToolCall::new(id, "now", "{}")
}

fn add(id: &str) -> ToolCall {
    ToolCall::new(id, "add", r#"{"a":1,"b":2}"#)
}

fn turn(calls: Vec<ToolCall>) -> ChatResponse {
    ChatResponse::calls(calls)
}

fn texts(model: &ScriptedModel) -> Vec<String> {
    last_results(model)
        .into_iter()
        .map(|(_, text, _)| text)
        .collect()
}

#[test]
fn a_tool_is_called_as_often_as_it_may_and_then_withdrawn() {
    let model = ScriptedModel::new()
        .respond(turn(vec![now("a")]))
        .respond(turn(vec![now("b"), add("c"), now("d")]))
        .respond(turn(vec![now("e")]))
        .text("done");
    let answer = run(&model, |agent| agent.max_calls_of("now", 2)).unwrap();
    let read: Vec<_> = answer
        .tool_executions
        .iter()
        .map(|e| (e.result.text().into_owned(), e.attempts))
        .collect();
    let told = "noon\nDo not call `now` again: it was called 2 times, as often as it may be for this question.";
    let over = "the call was not run: `now` may be called 2 times for one question";
    let gone = "this tool is not offered, and was not run. The tools are: `order_status`, `add`";
    let expected = [("noon", 1), (told, 1), ("3", 1), (over, 0), (gone, 0)];
    assert_eq!(read, expected.map(|(text, n)| (text.to_owned(), n)));
    let offered: Vec<_> = model
        .requests()
        .iter()
        .map(|r| r.offered_tools().len())
        .collect();
    assert_eq!(offered, [3, 3, 2, 2]);
}

#[test]
fn all_calls_share_a_limit_which_holds_before_a_turn_runs() {
    let model = ScriptedModel::new()
        .respond(turn(vec![
            now("a"),
            ToolCall::new("b", "nonsense", "{}"),
            now("c"),
            now("d"),
        ]))
        .text("done");
    let answer = run(&model, |agent| agent.max_calls(3)).unwrap();
    let over =
        format!("the call was not run: tools may be called 3 times for one question\n{NO_MORE}");
    assert_eq!(texts(&model)[2..], ["noon".to_owned(), over]);
    assert_eq!(answer.tool_executions[3].attempts, 0);
    assert_eq!(model.requests()[1].offered_tools(), [""; 0]);
}

#[test]
fn who_goes_on_at_a_limit_fails_or_is_asked_one_last_time() {
    type Limit = fn(AgentBuilder) -> AgentBuilder;
    let limits: [(Limit, InvocationFailureKind); 3] = [
        (|agent| agent.max_calls(1), InvocationFailureKind::MaxCalls),
        (
            |agent| agent.max_tokens(10),
            InvocationFailureKind::MaxTokens,
        ),
        (
            |agent| agent.max_duration(Duration::ZERO),
            InvocationFailureKind::MaxDuration,
        ),
    ];
    for (limit, kind) in limits {
        let script = || {
            let first = turn(vec![now("a")]).with_usage(Usage::new(7, 3));
            ScriptedModel::new()
                .respond(first)
                .respond(turn(vec![now("b")]))
        };
        // The model is told, and answers.
        let model = script();
        let told = ScriptedModel::new()
            .respond(turn(vec![now("a")]).with_usage(Usage::new(7, 3)))
            .text("done");
        assert_eq!(run(&told, limit).unwrap().text, "done");
        assert_eq!(texts(&told), [format!("noon\n{NO_MORE}")]);
        // It goes on all the same.
        let failure = run(&model, limit).unwrap_err();
        assert_eq!(failure.kind(), kind);
        assert_eq!(
            failure.transcript().len(),
            3,
            "the turn that was too much is not in it"
        );
        // It is asked once more, and answers.
        let model = script().text("done");
        let answer = run(&model, |agent| limit(agent).on_limit(OnLimit::LastAnswer)).unwrap();
        assert_eq!((answer.text.as_str(), answer.rounds), ("done", 1));
        assert_eq!(texts(&model)[1], format!("the call was not run. {NO_MORE}"));
        // Or not.
        let model = script().respond(turn(vec![now("c")]));
        let failure = run(&model, |agent| limit(agent).on_limit(OnLimit::LastAnswer)).unwrap_err();
        assert_eq!(failure.kind(), kind);
        assert_eq!(failure.transcript().len(), 5);
        model.assert_finished();
    }
}

#[test]
fn a_last_answer_comes_without_tools_after_the_last_round() {
    for max in [0, 1, 2] {
        let mut model = ScriptedModel::new();
        for n in 0..max {
            model = model.respond(turn(vec![now(&format!("c{n}"))]));
        }
        let limit = |agent: AgentBuilder| agent.on_limit(OnLimit::LastAnswer).max_rounds(max);
        let calls_on = model.clone();
        let answered = ScriptedModel::new();
        let answered = (0..max)
            .fold(answered, |model, n| {
                model.respond(turn(vec![now(&format!("c{n}"))]))
            })
            .text("done");
        assert_eq!(run(&answered, limit).unwrap().rounds, max);
        let requests = answered.requests();
        let offered: Vec<_> = requests
            .iter()
            .map(|r| r.offered_tools().is_empty())
            .collect();
        let mut expected = vec![false; max as usize];
        expected.push(true);
        assert_eq!(offered, expected);
        if max > 0 {
            assert_eq!(
                texts(&answered).last().unwrap(),
                &format!("noon\n{NO_MORE}")
            );
        }
        let model = calls_on.respond(turn(vec![now("more")]));
        let failure = run(&model, limit).unwrap_err();
        assert_eq!(failure.kind(), InvocationFailureKind::MaxRounds);
    }
}

#[test]
fn limits_hold_wherever_the_invocation_goes_on() {
    let request = ChatRequest::new([Message::user("go")]).with_tools(tools().definitions().clone());
    let start = Invocation::new(request)
        .with_max_calls(2)
        .with_max_calls_of("now", 1);
    let go = |stored: bool| {
        let elsewhere = |invocation: Invocation| -> Invocation {
            if !stored {
                return invocation;
            }
            serde_json::from_str(&serde_json::to_string(&invocation).unwrap()).unwrap()
        };
        let mut invocation = start.clone();
        for ids in [["a", "b"], ["c", "d"]] {
            invocation = elsewhere(invocation);
            let calls = vec![now(ids[0]), add(ids[1])];
            if invocation.on_response(turn(calls)).is_err() {
                break;
            }
            invocation = elsewhere(invocation);
            for id in ids {
                let name = if id == "a" { "now" } else { "add" };
                let _ = invocation.on_result(toolwright::ToolResult::new(id, name, "text"));
                invocation = elsewhere(invocation);
            }
        }
        serde_json::to_string(&invocation).unwrap()
    };
    let (here, there) = (go(false), go(true));
    assert_eq!(here, there);
    assert!(here.contains("max_calls"), "{here}");
}

#[test]
fn a_tool_that_may_never_be_called_is_not_built() {
    let built = Agent::builder(ScriptedModel::new())
        .max_calls_of("now", 0)
        .build();
    assert!(matches!(built, Err(BuildError::NoCallAllowed { tool, .. }) if tool == "now"));
}
