//! Calls of one turn: L51, L59 to L67, E90, B58 and B64.

use crate::{Log, NOT_ANSWERED, agent, answered, lines};
use std::time::{Duration, Instant};
use tests::run;
use toolwright::memory::{ChatMemory, InMemory};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{
    Agent, CancellationToken, ChatResponse, InvocationFailureKind, ToolContext, ToolErrorKind,
    ToolState, tool, toolset,
};

#[test]
fn l51_a_turn_that_calls_nothing_is_the_answer() {
    for turn in [
        ChatResponse::calls(vec![]),
        ChatResponse::calls(vec![]).with_content("done"),
        ChatResponse::text("").with_finish_reason(toolwright::model::FinishReason::ToolCalls),
    ] {
        let text = turn.message.content.to_text().into_owned();
        let answer = answered(&ScriptedModel::new().respond(turn));
        assert_eq!((answer.text, answer.rounds), (text, 0));
    }
}

#[derive(Clone, Default, ToolState)]
struct Slow {
    log: Log,
}

/// Waits, and reads.
#[tool(read_only)]
async fn wait(ms: u64, #[context] log: &Log) -> u64 {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    log.add(format!("{ms} {:?}", std::thread::current().id()));
    ms
}

/// Fails, later, so that the model knows.
#[tool(read_only)]
async fn late(#[context] log: &Log) -> Result<(), toolwright::LlmVisibleError> {
    tokio::time::sleep(Duration::from_millis(5)).await;
    log.add("late");
    Err(toolwright::visible_error!("closed"))
}

fn slow(model: &ScriptedModel, log: &Log) -> toolwright::agent::AgentBuilder<Slow> {
    Agent::builder(model.clone())
        .state(Slow { log: log.clone() })
        .tools(toolset![wait, late])
}

fn waiting(ms: u64) -> (String, &'static str, String) {
    (format!("c{ms}"), "wait", format!(r#"{{"ms": {ms}}}"#))
}

/// L60: on the caller's task, one call or several; nothing is spawned.
#[test]
fn l59_l60_b64_calls_run_side_by_side_on_the_callers_task_and_read_in_call_order() {
    let times = [200, 150, 100];
    let (log, model) = (Log::default(), ScriptedModel::new());
    let model = model.calls(times.map(waiting)).text("done");
    let begun = Instant::now();
    let answer = run(slow(&model, &log).build().unwrap().invoke("go")).unwrap();
    let took = begun.elapsed();
    assert!(took < Duration::from_millis(400), "{took:?}");
    let read: Vec<u64> = answer
        .tool_executions
        .iter()
        .map(|e| e.value().unwrap())
        .collect();
    assert_eq!(read, times);
    let here = std::thread::current().id();
    let expected = [100, 150, 200].map(|ms| format!("{ms} {here:?}"));
    assert_eq!(log.lines(), expected);
}

#[test]
fn b64_so_many_at_a_time_as_may_be() {
    let (log, model) = (Log::default(), ScriptedModel::new());
    let model = model.calls([40, 10, 30, 20].map(waiting)).text("done");
    let agent = slow(&model, &log).concurrency(2).build().unwrap();
    run(agent.invoke("go")).unwrap();
    let order = log.lines().into_iter();
    let order: Vec<_> = order
        .map(|line| line.split(' ').next().unwrap().to_owned())
        .collect();
    // The third begins when the second ends, at 10; the fourth when both others have, at 40.
    assert_eq!(order.len(), 4);
    assert_eq!(order[0], "10");
    assert_eq!(order[3], "20");
}

#[test]
fn b58_a_call_that_fails_takes_no_sibling_with_it_one_after_the_other_or_side_by_side() {
    for concurrency in [1, 32] {
        let (log, model) = (Log::default(), ScriptedModel::new());
        let calls = [
            waiting(1),
            ("f".to_owned(), "late", "{}".to_owned()),
            waiting(50),
        ];
        let model = model.calls(calls).text("done");
        let agent = slow(&model, &log).concurrency(concurrency).build().unwrap();
        let answer = run(agent.invoke("go")).unwrap();
        assert_eq!(
            lines(&answer.messages)[2..5],
            ["reads c1 1", "reads! f closed", "reads c50 50"]
        );
    }
}

/// Each call has its own result, whatever ids and arguments are the same.
#[test]
fn l61_calls_that_look_the_same_are_several() {
    for (ids, expected) in [
        (["", ""], ["call_1", "call_2"]),
        (["c", "c"], ["c", "call_2"]),
        ([" ", "call_1"], ["call_2", "call_1"]),
    ] {
        for (tool, texts) in [("ok", ["done 1", "done 2"]), ("look", ["seen 1", "seen 2"])] {
            let model = ScriptedModel::new()
                .calls(ids.map(|id| (id, tool, "{}")))
                .text("done");
            let answer = answered(&model);
            let read = answer.tool_executions.iter();
            let read: Vec<_> = read
                .map(|e| (e.call.id.as_str(), e.result.text().into_owned()))
                .collect();
            let expected = [0, 1].map(|i| (expected[i], texts[i].to_owned()));
            // An id that another call has is made new in the order of the calls.
            assert_eq!(read, expected, "{ids:?}");
        }
    }
}

#[test]
fn l61_an_id_that_comes_again_in_a_later_turn_is_another_call() {
    let model = ScriptedModel::new()
        .calls([("c", "ok", "{}")])
        .calls([("c", "ok", "{}")])
        .text("done");
    let answer = answered(&model);
    assert_eq!(
        lines(&answer.messages)[1..5],
        [
            "calls ok#c",
            "reads c done 1",
            "calls ok#call_2",
            "reads call_2 done 2"
        ]
    );
}

/// L64, E90: what is behind the failure is not begun, and what ran before is in the failure and, if it did something, in
/// the memory.
#[test]
fn e90_l64_what_ran_before_a_failure_is_not_forgotten_and_what_is_behind_it_is_not_run() {
    for (good, bad, is_stored) in [("ok", "bad", true), ("look", "look_bad", false)] {
        let (log, memory) = (Log::default(), InMemory::new());
        let model =
            ScriptedModel::new().calls([("a", good, "{}"), ("b", bad, "{}"), ("c", good, "{}")]);
        let agent = agent(&model, &log).memory(memory.clone()).build().unwrap();
        let failure = block_on(agent.request("go").conversation("7").invoke()).unwrap_err();
        let execution = InvocationFailureKind::Tool(ToolErrorKind::Execution);
        assert_eq!(failure.kind(), execution);
        assert_eq!(failure.tool_call().unwrap().id, "b");
        assert_eq!(log.lines(), [good, bad]);
        let left = lines(failure.transcript());
        assert_eq!(left.len(), 5);
        assert!(left[2].starts_with("reads a "), "{left:?}");
        assert_eq!(
            left[3..],
            ["b", "c"].map(|id| format!("reads! {id} {NOT_ANSWERED}"))
        );
        let stored = block_on(memory.load("7")).unwrap();
        let mut expected = if is_stored { left } else { Vec::new() };
        if is_stored {
            expected.push(crate::CLOSED.to_owned());
        }
        assert_eq!(lines(stored.messages()), expected);
    }
}

/// Cancels the invocation and waits for ever.
#[tool]
async fn stop(#[context] context: &ToolContext) {
    context.get::<CancellationToken>().unwrap().cancel();
    std::future::pending::<()>().await;
}

/// L67: what runs is dropped, no other call is begun, and the model is not asked again.
#[test]
fn l67_a_cancelled_invocation_begins_nothing_more() {
    let (log, model) = (Log::default(), ScriptedModel::new());
    let model = model.calls([("a", "ok", "{}"), ("b", "stop", "{}"), ("c", "ok", "{}")]);
    let agent = agent(&model, &log).tools(toolset![stop]).build().unwrap();
    let token = CancellationToken::new();
    let request = agent
        .request("go")
        .context(token.clone())
        .cancellation(token);
    let failure = block_on(request.invoke()).unwrap_err();
    assert_eq!(failure.kind(), InvocationFailureKind::Cancelled);
    assert_eq!((log.lines().len(), model.requests().len()), (1, 1));
    let unknown = "reads! b the call was begun and then interrupted; whether it took effect is unknown: find out before you call it again";
    let expected = [
        "reads a done 1".to_owned(),
        unknown.to_owned(),
        format!("reads! c {NOT_ANSWERED}"),
    ];
    assert_eq!(lines(failure.transcript())[2..], expected);
}
