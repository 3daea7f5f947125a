//! The loop: rounds, order, limits, unknown tools, cut-off turns.

use crate::desk::{last_results, run};
use std::error::Error;
use toolwright::model::{ChatResponse, FinishReason};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{Agent, InvocationFailureKind, Message, ToolCall, ToolErrorKind};

fn error(id: &str, text: &str) -> (String, String, bool) {
    (id.to_owned(), text.to_owned(), true)
}

fn ok(id: &str, text: &str) -> (String, String, bool) {
    (id.to_owned(), text.to_owned(), false)
}

#[test]
fn a_plain_answer_needs_no_tool() {
    let model = ScriptedModel::new().text("hello");
    let answer = run(&model).unwrap();
    assert_eq!(
        (
            answer.text.as_str(),
            answer.rounds,
            answer.tool_executions.len()
        ),
        ("hello", 0, 0)
    );
    assert_eq!(
        model.requests()[0].offered_tools(),
        ["order_status", "add", "now"]
    );
}

#[test]
fn calls_of_a_turn_are_answered_in_their_order() {
    let model = ScriptedModel::new()
        .calls([
            ("c1", "add", r#"{"a":1,"b":2}"#),
            ("c2", "order_status", r#"{"id":7}"#),
            ("c3", "now", "{}"),
        ])
        .text("done");
    let answer = run(&model).unwrap();
    let expected = [
        ok("c1", "3"),
        error("c2", "there is no order 7"),
        ok("c3", "noon"),
    ];
    assert_eq!(last_results(&model), expected);
    assert_eq!(answer.tool_executions[0].value::<i64>().unwrap(), 3);
    assert_eq!(answer.tool_executions[2].value::<String>().unwrap(), "noon");
    let names: Vec<_> = answer
        .tool_executions
        .iter()
        .map(|execution| execution.call.name.as_str())
        .collect();
    assert_eq!(names, ["add", "order_status", "now"]);
    assert!(matches!(
        &answer.messages[..],
        [
            Message::User { .. },
            Message::Assistant(_),
            Message::Tool(_),
            Message::Tool(_),
            Message::Tool(_),
            Message::Assistant(_)
        ]
    ));
}

#[test]
fn a_hidden_error_ends_the_invocation_with_a_transcript_that_is_whole() {
    let model = ScriptedModel::new().calls([
        ("c1", "add", r#"{"a":1,"b":2}"#),
        ("c2", "order_status", r#"{"id":13}"#),
        ("c3", "now", "{}"),
    ]);
    let failure = run(&model).unwrap_err();
    assert_eq!(
        failure.kind(),
        InvocationFailureKind::Tool(ToolErrorKind::Execution)
    );
    assert_eq!(failure.tool_call().unwrap().id, "c2");
    let source = failure
        .source()
        .unwrap()
        .downcast_ref::<crate::desk::DeskError>();
    assert!(matches!(source, Some(crate::desk::DeskError::Database)));
    assert!(
        !failure.to_string().contains("hunter2"),
        "the source is not repeated: {failure}"
    );
    let results: Vec<_> = failure
        .transcript()
        .iter()
        .filter_map(|message| match message {
            Message::Tool(result) => Some((result.call_id.as_str(), result.text().into_owned())),
            _ => None,
        })
        .collect();
    assert_eq!(
        results.iter().map(|(id, _)| *id).collect::<Vec<_>>(),
        ["c1", "c2", "c3"]
    );
    assert_eq!(results[0].1, "3");
    assert!(
        results[1..]
            .iter()
            .all(|(_, text)| text.contains("no answer") && !text.contains("hunter2"))
    );
}

#[test]
fn an_unknown_tool_is_answered_with_the_names_the_nearest_first() {
    let model = ScriptedModel::new()
        .calls([("c1", "oder_status", "{}"), ("c2", "python", "{}")])
        .text("done");
    run(&model).unwrap();
    let near = "there is no tool of that name; did you mean `order_status`? The tools are: `order_status`, `add`, `now`";
    let far = "there is no tool of that name. The tools are: `order_status`, `add`, `now`";
    assert_eq!(last_results(&model), [error("c1", near), error("c2", far)]);
}

#[test]
fn names_are_exact() {
    let model = ScriptedModel::new()
        .calls([("c1", "NOW", "{}")])
        .text("done");
    run(&model).unwrap();
    assert!(last_results(&model)[0].1.contains("did you mean `now`?"));
}

#[test]
fn n_rounds_run_and_a_text_does_not_count() {
    // (max_rounds, rounds the model wants, whether it ends well)
    for (max, wanted, well) in [
        (0, 0, true),
        (0, 1, false),
        (1, 1, true),
        (1, 2, false),
        (2, 2, true),
        (2, 3, false),
    ] {
        let mut model = ScriptedModel::new();
        for n in 0..wanted {
            model = model.calls([(format!("c{n}"), "now", "{}")]);
        }
        let model = model.text("done");
        let agent = Agent::builder(model.clone())
            .tools(crate::desk::tools())
            .max_rounds(max)
            .build()
            .unwrap();
        match block_on(agent.invoke("go")) {
            Ok(answer) => assert!(well && answer.rounds == wanted, "{max} {wanted}"),
            Err(failure) => {
                assert!(!well, "{max} {wanted}");
                assert_eq!(failure.kind(), InvocationFailureKind::MaxRounds);
                let text = format!("the model asked for more than {max} rounds of tool calls");
                assert_eq!(failure.to_string(), text);
                // The turn that was too much is not in it: every call has its result.
                assert_eq!(failure.transcript().len(), 1 + 2 * max as usize);
            }
        }
    }
}

#[test]
fn a_cut_off_turn_runs_nothing() {
    for (reason, word) in [
        (FinishReason::Length, "token limit"),
        (FinishReason::Refused, "refused"),
    ] {
        let before = crate::desk::RUNS.load(std::sync::atomic::Ordering::Relaxed);
        let turn = ChatResponse::calls(vec![ToolCall::new("c1", "order_status", r#"{"id":13}"#)]);
        let model = ScriptedModel::new()
            .respond(turn.with_finish_reason(reason))
            .text("done");
        run(&model).unwrap();
        let results = last_results(&model);
        assert!(
            results[0].2 && results[0].1.contains("not run") && results[0].1.contains(word),
            "{results:?}"
        );
        assert_eq!(
            before,
            crate::desk::RUNS.load(std::sync::atomic::Ordering::Relaxed)
        );
    }
}
