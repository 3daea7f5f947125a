//! The limit of rounds: L1 to L18. The model calls one tool so many times, then it says a text.

use crate::{CLOSED, Log, agent};
use toolwright::agent::{Invocation, OnLimit};
use toolwright::memory::{ChatMemory, InMemory};
use toolwright::model::{ChatResponse, FinishReason};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{InvocationFailureKind, ToolCall};

struct Row {
    name: &'static str,
    max: u32,
    rounds: u32,
    /// What became of it in LangChain4j.
    theirs: &'static str,
    ours: Ours,
}

/// How it ends, how often the model was asked, how many tools ran, and how many messages there are.
#[derive(Debug, PartialEq)]
struct Ours {
    ends_well: bool,
    asked: usize,
    ran: usize,
    messages: usize,
}

const fn row(
    name: &'static str,
    (max, rounds): (u32, u32),
    theirs: &'static str,
    ours: (bool, usize, usize, usize),
) -> Row {
    let (ends_well, asked, ran, messages) = ours;
    let ours = Ours {
        ends_well,
        asked,
        ran,
        messages,
    };
    Row {
        name,
        max,
        rounds,
        theirs,
        ours,
    }
}

/// Ours has no other rule for streams, so L12 to L16 are here as well.
#[rustfmt::skip]
const ROWS: &[Row] = &[
    row("L1",  (0, 0), "fails",    (true, 1, 0, 2)),
    row("L2",  (1, 0), "the same", (true, 1, 0, 2)),
    row("L3",  (1, 1), "fails",    (true, 2, 1, 4)),
    row("L4",  (2, 1), "the same", (true, 2, 1, 4)),
    row("L5",  (2, 2), "fails",    (true, 3, 2, 6)),
    row("L6",  (3, 2), "the same", (true, 3, 2, 6)),
    // -1 is no number of rounds here; the largest one is no limit.
    row("L10", (u32::MAX, 1), "the same", (true, 2, 1, 4)),
    row("L12", (0, 1), "leaves an unanswered call", (false, 1, 0, 1)),
    row("L13", (1, 1), "the same", (true, 2, 1, 4)),
    row("L14", (1, 2), "leaves an unanswered call", (false, 2, 1, 3)),
    row("L15", (2, 2), "the same", (true, 3, 2, 6)),
    row("L16", (2, 3), "leaves an unanswered call", (false, 3, 2, 5)),
    // What nobody wrote down: far beyond it, and far below.
    row("many too many", (3, 9), "", (false, 4, 3, 7)),
    row("many left", (100, 9), "", (true, 10, 9, 20)),
];

fn script(tool: &str, rounds: u32) -> ScriptedModel {
    let calls = |model: ScriptedModel, n| model.calls([(format!("c{n}"), tool, "{}")]);
    (0..rounds).fold(ScriptedModel::new(), calls).text("done")
}

/// L17, L18: all calls of a turn are one round, a text is none, however the model is asked.
#[test]
fn l1_to_l18_n_rounds_of_calls_run_and_a_text_is_none() {
    for row in ROWS {
        for (tool, has_effects) in [("ok", true), ("look", false)] {
            let (log, memory) = (Log::default(), InMemory::new());
            let model = script(tool, row.rounds);
            let agent = agent(&model, &log)
                .max_rounds(row.max)
                .memory(memory.clone());
            let request = agent.build().unwrap();
            let ended = block_on(request.request("go").conversation("7").invoke());
            let ends_well = ended.is_ok();
            let messages = match &ended {
                Ok(answer) => answer.messages.len(),
                Err(failure) => {
                    assert_eq!(failure.kind(), InvocationFailureKind::MaxRounds);
                    assert_eq!(failure.rounds(), row.max);
                    failure.transcript().len()
                }
            };
            let (asked, ran) = (model.requests().len(), log.lines().len());
            let found = Ours {
                ends_well,
                asked,
                ran,
                messages,
            };
            assert_eq!(found, row.ours, "{}: theirs {}", row.name, row.theirs);
            // All of it, or, where something was done, that, closed by a note, or nothing.
            let stored = block_on(memory.load("7")).unwrap();
            let expected = match (ends_well, has_effects && ran > 0) {
                (true, _) => messages,
                (false, true) => messages + 1,
                (false, false) => 0,
            };
            assert_eq!(stored.messages().len(), expected, "{} {tool}", row.name);
            if expected > messages {
                assert_eq!(crate::lines(stored.messages()).last().unwrap(), CLOSED);
            }
        }
    }
}

#[test]
fn l17_all_calls_of_a_turn_are_one_round() {
    for names in [["ok", "ok", "ok"], ["look", "boom", "ok"], ["x", "y", "z"]] {
        let model = ScriptedModel::new()
            .calls([
                ("a", names[0], "{}"),
                ("b", names[1], "{}"),
                ("c", names[2], "{}"),
            ])
            .text("done");
        let agent = agent(&model, &Log::default()).max_rounds(1);
        let answer = block_on(agent.build().unwrap().invoke("go")).unwrap();
        assert_eq!((answer.rounds, answer.tool_executions.len()), (1, 3));
    }
}

/// A round is a turn of calls, whether or not one of them ran.
#[test]
fn l17_a_turn_whose_calls_did_not_run_is_a_round() {
    let turns: [fn(&str) -> ChatResponse; 3] = [
        |id| {
            ChatResponse::calls(vec![ToolCall::new(id, "ok", "{}")])
                .with_finish_reason(FinishReason::Length)
        },
        |id| ChatResponse::calls(vec![ToolCall::new(id, "nope", "{}")]),
        |id| ChatResponse::calls(vec![ToolCall::new(id, "ok", "[]")]),
    ];
    for turn in turns {
        let log = Log::default();
        let model = ScriptedModel::new().respond(turn("a")).respond(turn("b"));
        let agent = agent(&model, &log).max_rounds(1).build().unwrap();
        let failure = block_on(agent.invoke("go")).unwrap_err();
        assert_eq!(failure.kind(), InvocationFailureKind::MaxRounds);
        assert_eq!((failure.rounds(), failure.transcript().len()), (1, 3));
        assert!(log.lines().is_empty());
    }
}

#[test]
fn l17_the_rounds_before_a_failure_count_where_it_is_resumed() {
    let log = Log::default();
    let model = script("ok", 1).calls([("d", "ok", "{}")]).text("done");
    let agent = agent(&model, &log).max_rounds(1).build().unwrap();
    let answer = block_on(agent.invoke("go")).unwrap();
    assert_eq!(answer.rounds, 1);
    // A second question has rounds of its own.
    let answer = block_on(agent.request("again").history(answer.messages).invoke()).unwrap();
    assert_eq!((answer.rounds, answer.text.as_str()), (1, "done"));

    let model = script("ok", 3);
    let agent = crate::agent(&model, &log).max_rounds(2).build().unwrap();
    let failure = block_on(agent.invoke("go")).unwrap_err();
    let stored = serde_json::to_string(&failure.into_invocation().unwrap()).unwrap();
    let invocation: Invocation = serde_json::from_str(&stored).unwrap();
    let failure = block_on(agent.resume(invocation).invoke()).unwrap_err();
    assert_eq!(failure.kind(), InvocationFailureKind::MaxRounds);
    assert_eq!(
        model.requests().len(),
        3,
        "the limit is reached: nobody is asked"
    );
}

#[test]
fn l16_one_last_answer_can_be_asked_for_at_the_limit() {
    let (log, model) = (Log::default(), script("ok", 2));
    let agent = agent(&model, &log)
        .max_rounds(2)
        .on_limit(OnLimit::LastAnswer);
    let answer = block_on(agent.build().unwrap().invoke("go")).unwrap();
    assert_eq!((answer.text.as_str(), answer.rounds), ("done", 2));
    let requests = model.requests();
    assert_eq!(requests[1].offered_tools().len(), 5);
    assert!(requests[2].offered_tools().is_empty());
    let told = "done 2\nNo more tools can be called for this question: answer with what you have.";
    assert_eq!(requests[2].tool_results()[1].text(), told);
}
