//! Agents with a memory: what is stored when, and what the next invocation reads.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use toolwright::agent::{AgentBuilder, Invocation};
use toolwright::memory::{ChatMemory, InMemory};
use toolwright::model::{ModelError, ModelErrorKind};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{Agent, InvocationFailureKind, Message, ToolState, tool, toolset};

#[derive(Clone, Default, ToolState)]
pub(crate) struct Bank {
    pub(crate) paid: Arc<AtomicU32>,
}

/// Pays.
#[tool]
fn pay(#[context] paid: &Arc<AtomicU32>) -> u32 {
    paid.fetch_add(1, Ordering::SeqCst) + 1
}

/// Pays for ever.
#[tool]
async fn pay_for_ever(#[context] paid: &Arc<AtomicU32>) -> u32 {
    paid.fetch_add(1, Ordering::SeqCst);
    std::future::pending().await
}

/// Reads.
#[tool(read_only)]
fn read() -> &'static str {
    "42"
}

pub(crate) fn agent(
    model: &ScriptedModel,
    bank: &Bank,
    memory: impl ChatMemory + 'static,
) -> AgentBuilder<Bank> {
    Agent::builder(model.clone())
        .state(bank.clone())
        .tools(toolset![pay, pay_for_ever, read])
        .system_message("Be brief.")
        .memory(memory)
}

/// What is stored, a line each.
pub(crate) fn stored(memory: &impl ChatMemory, conversation: &str) -> Vec<String> {
    lines(block_on(memory.load(conversation)).unwrap().messages())
}

pub(crate) fn lines(messages: &[Message]) -> Vec<String> {
    let line = |message: &Message| match message {
        Message::System { content, .. } => format!("system {}", content.to_text()),
        Message::User { content, .. } => format!("user {}", content.to_text()),
        Message::Assistant(turn) if turn.tool_calls.is_empty() => {
            format!("says {}", turn.content.to_text())
        }
        Message::Assistant(turn) => {
            let calls: Vec<_> = turn
                .tool_calls
                .iter()
                .map(|call| format!("{}#{}", call.name, call.id))
                .collect();
            format!("calls {}", calls.join(" "))
        }
        Message::Tool(result) => {
            format!("reads {}#{} {}", result.name, result.call_id, result.text())
        }
        _ => String::new(),
    };
    messages.iter().map(line).collect()
}

const CLOSED: &str = "says (The run ended here, before its answer.)";

#[test]
fn what_ended_well_is_read_by_the_next_and_the_system_message_is_not_stored() {
    let memory = InMemory::new();
    let model = ScriptedModel::new()
        .calls([("a", "read", "{}")])
        .text("It is 42.")
        .text("42, as I said.")
        .text("What?");
    let agent = agent(&model, &Bank::default(), memory.clone())
        .build()
        .unwrap();
    block_on(agent.request("What is it?").conversation("7").invoke()).unwrap();
    let expected = [
        "user What is it?",
        "calls read#a",
        "reads read#a 42",
        "says It is 42.",
    ];
    assert_eq!(stored(&memory, "7"), expected);
    let second = block_on(agent.request("Again?").conversation("7").invoke()).unwrap();
    let mut asked = vec!["system Be brief."];
    asked.extend(expected);
    asked.push("user Again?");
    assert_eq!(lines(model.requests()[2].messages()), asked);
    assert_eq!(
        second.tool_executions.len(),
        0,
        "only this invocation's own"
    );
    assert_eq!(stored(&memory, "7").len(), 6);
    // Another conversation, and an invocation that belongs to none.
    block_on(agent.request("Again?").conversation("8").invoke()).unwrap();
    assert_eq!(
        lines(model.requests()[3].messages()),
        ["system Be brief.", "user Again?"]
    );
    assert_eq!(stored(&memory, "7").len(), 6);
}

#[test]
fn a_failure_stores_nothing_unless_something_was_done() {
    type Calls = &'static [(&'static str, &'static str, &'static str)];
    let down = || ModelError::new(ModelErrorKind::Connection, "down");
    let cases: [(Calls, &[&str]); 3] = [
        (&[], &[]),
        (&[("a", "read", "{}")], &[]),
        (
            &[("a", "pay", "{}"), ("b", "read", "{}")],
            &[
                "user go",
                "calls pay#a read#b",
                "reads pay#a 1",
                "reads read#b 42",
                CLOSED,
            ],
        ),
    ];
    for (calls, expected) in cases {
        let memory = InMemory::new();
        let mut model = ScriptedModel::new();
        if !calls.is_empty() {
            model = model.calls(calls.iter().copied());
        }
        let model = model.fails(down());
        let agent = agent(&model, &Bank::default(), memory.clone())
            .build()
            .unwrap();
        let failure = block_on(agent.request("go").conversation("7").invoke()).unwrap_err();
        assert_eq!(failure.kind(), InvocationFailureKind::Model);
        assert_eq!(stored(&memory, "7"), expected);
        // The failure goes on where it was, and the note stands where it stands.
        let resumed = failure.into_invocation().unwrap();
        let resumed: Invocation =
            serde_json::from_str(&serde_json::to_string(&resumed).unwrap()).unwrap();
        let model = model.text("done");
        let answer = block_on(agent.resume(resumed).conversation("7").invoke()).unwrap();
        assert_eq!(answer.text, "done");
        let mut whole = lines(&answer.messages)[1..].to_vec();
        if !expected.is_empty() {
            whole.insert(whole.len() - 1, CLOSED.to_owned());
        }
        assert_eq!(stored(&memory, "7"), whole);
        model.assert_finished();
    }
}

#[test]
fn an_invocation_that_is_dropped_has_not_forgotten_what_it_did() {
    let memory = InMemory::new();
    let bank = Bank::default();
    let model = ScriptedModel::new()
        .calls([
            ("a", "pay", "{}"),
            ("b", "pay_for_ever", "{}"),
            ("c", "pay", "{}"),
        ])
        .text("ok");
    let agent = agent(&model, &bank, memory.clone()).build().unwrap();
    let rt = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    let dropped = rt.block_on(async {
        tokio::time::timeout(
            Duration::from_millis(30),
            agent.request("go").conversation("7").invoke(),
        )
        .await
    });
    assert!(dropped.is_err());
    let unknown = "reads pay_for_ever#b the outcome is unknown: the call was begun, and the run ended before it answered. It may have taken effect or not; find out before you repeat it, do not repeat it blindly";
    let expected = [
        "user go",
        "calls pay#a pay_for_ever#b pay#c",
        "reads pay#a 1",
        unknown,
        "reads pay#c the call was not run: the run ended before",
        CLOSED,
    ];
    assert_eq!(stored(&memory, "7"), expected);
    // The next one goes on, and the conversation is not locked.
    block_on(agent.request("And?").conversation("7").invoke()).unwrap();
    let after = stored(&memory, "7");
    assert_eq!(after[..6], expected);
    assert_eq!(after[6..], ["user And?", "says ok"]);
    assert_eq!(bank.paid.load(Ordering::SeqCst), 2);
}

#[test]
fn two_invocations_of_one_conversation_follow_one_another() {
    let memory = InMemory::new();
    let turns = (0..20).fold(ScriptedModel::new(), |model, _| {
        model.calls([("a", "read", "{}")]).text("done")
    });
    let agent = agent(&turns, &Bank::default(), memory.clone())
        .build()
        .unwrap();
    let threads: Vec<_> = (0..20)
        .map(|n| {
            let agent = agent.clone();
            std::thread::spawn(move || {
                block_on(agent.request(format!("{n}")).conversation("7").invoke())
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap().unwrap();
    }
    let lines = stored(&memory, "7");
    assert_eq!(lines.len(), 80);
    let shapes: Vec<_> = lines
        .iter()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert!(
        shapes
            .chunks(4)
            .all(|c| c == ["user", "calls", "reads", "says"]),
        "{lines:?}"
    );
}

/// B94: tools work without a memory, and nothing is remembered.
#[test]
fn without_a_memory_nothing_is_remembered() {
    let model = ScriptedModel::new()
        .calls([("a", "read", "{}")])
        .text("done")
        .text("done");
    let agent = Agent::builder(model.clone())
        .tools(toolset![read])
        .build()
        .unwrap();
    block_on(agent.request("go").conversation("7").invoke()).unwrap();
    block_on(agent.request("again").conversation("7").invoke()).unwrap();
    assert_eq!(lines(model.requests()[2].messages()), ["user again"]);
}
