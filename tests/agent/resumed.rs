//! Invocations that go on elsewhere, after a failure or from a checkpoint.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use toolwright::agent::Invocation;
use toolwright::model::{ModelError, ModelErrorKind};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{Agent, InvocationFailureKind, Message, ToolErrorKind, ToolState, tool, toolset};

#[derive(Clone, Default, ToolState)]
struct Bank {
    paid: Arc<AtomicU32>,
    #[state(skip)]
    read: Arc<AtomicU32>,
}

/// Pays.
#[tool]
fn pay(#[context] paid: &Arc<AtomicU32>) -> u32 {
    paid.fetch_add(1, Ordering::SeqCst) + 1
}

/// Pays and breaks.
#[tool]
fn pay_and_break(
    #[context] paid: &Arc<AtomicU32>,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    paid.fetch_add(1, Ordering::SeqCst);
    Err("the line went dead".into())
}

/// Reads, and breaks the first time.
#[tool(read_only)]
fn read(#[context] bank: &Bank) -> Result<&'static str, Box<dyn std::error::Error + Send + Sync>> {
    match bank.read.fetch_add(1, Ordering::SeqCst) {
        0 => Err("the line went dead".into()),
        _ => Ok("42"),
    }
}

fn agent(model: &ScriptedModel, bank: &Bank) -> Agent<Bank> {
    let tools = toolset![pay, pay_and_break, read];
    Agent::builder(model.clone())
        .state(bank.clone())
        .tools(tools)
        .build()
        .unwrap()
}

/// Through bytes and back, as to another process.
fn elsewhere(invocation: &Invocation) -> Invocation {
    serde_json::from_str(&serde_json::to_string(invocation).unwrap()).unwrap()
}

fn results(messages: &[Message]) -> Vec<String> {
    let results = messages.iter().filter_map(|message| match message {
        Message::Tool(result) => Some(result.text().into_owned()),
        _ => None,
    });
    results.collect()
}

const UNKNOWN: &str = "the call was begun and then interrupted; whether it took effect is unknown: find out before you call it again";

#[test]
fn after_a_failure_of_the_model_it_is_asked_once_more() {
    let bank = Bank::default();
    let down = ModelError::new(ModelErrorKind::Connection, "S3CRET is down");
    let model = ScriptedModel::new()
        .calls([("a", "pay", "{}")])
        .fails(down)
        .text("done");
    let agent = agent(&model, &bank);
    let failure = block_on(agent.invoke("go")).unwrap_err();
    let invocation = elsewhere(failure.invocation().unwrap());
    assert_eq!(
        invocation.last_failure(),
        Some((InvocationFailureKind::Model, None))
    );
    assert!(
        !serde_json::to_string(&invocation)
            .unwrap()
            .contains("S3CRET")
    );
    let answer = block_on(agent.resume(invocation).invoke()).unwrap();
    assert_eq!((answer.text.as_str(), answer.rounds), ("done", 1));
    assert_eq!(bank.paid.load(Ordering::SeqCst), 1, "nothing runs twice");
    assert_eq!(answer.tool_executions.len(), 1);
}

#[test]
fn a_call_with_effects_that_was_begun_is_not_run_again() {
    let bank = Bank::default();
    let calls = [
        ("a", "pay", "{}"),
        ("b", "pay_and_break", "{}"),
        ("c", "pay", "{}"),
    ];
    let model = ScriptedModel::new().calls(calls).text("done");
    let agent = agent(&model, &bank);
    let failure = block_on(agent.invoke("go")).unwrap_err();
    assert_eq!(bank.paid.load(Ordering::SeqCst), 2);
    let invocation = elsewhere(&failure.into_invocation().unwrap());
    let kind = InvocationFailureKind::Tool(ToolErrorKind::Execution);
    assert_eq!(invocation.last_failure(), Some((kind, Some("b"))));
    let answer = block_on(agent.resume(invocation).invoke()).unwrap();
    assert_eq!(
        bank.paid.load(Ordering::SeqCst),
        3,
        "only the third call ran"
    );
    assert_eq!(results(&answer.messages), ["1", UNKNOWN, "3"]);
}

#[test]
fn a_call_that_only_reads_is_run_again() {
    let bank = Bank::default();
    let model = ScriptedModel::new()
        .calls([("a", "read", "{}"), ("b", "pay", "{}")])
        .text("done");
    let agent = agent(&model, &bank);
    let failure = block_on(agent.invoke("go")).unwrap_err();
    let answer = block_on(agent.resume(failure.into_invocation().unwrap()).invoke()).unwrap();
    assert_eq!(results(&answer.messages), ["42", "1"]);
}

/// Every state that a run saves goes on to the same end.
#[test]
fn every_checkpoint_goes_on_to_the_same_answer() {
    let script = [("a", "pay"), ("b", "read"), ("c", "pay")];
    let saved = Arc::new(Mutex::new(Vec::new()));
    let bank = Bank::default();
    bank.read.store(1, Ordering::SeqCst);
    let with_script = |from: usize| {
        let turns = script.iter().skip(from);
        let model = turns.fold(ScriptedModel::new(), |model, (id, name)| {
            model.calls([(*id, *name, "{}")])
        });
        model.text("done")
    };
    let model = with_script(0);
    let kept = Arc::clone(&saved);
    let checkpoint = move |invocation: &Invocation| {
        kept.lock()
            .unwrap()
            .push(serde_json::to_string(invocation).unwrap());
        async { Ok(()) }
    };
    let whole = agent(&model, &bank);
    let whole = block_on(whole.request("go").checkpoint(checkpoint).invoke()).unwrap();
    let saved = saved.lock().unwrap().clone();
    assert_eq!(saved.len(), 8, "before each of seven steps, and at the end");
    for (i, text) in saved.iter().enumerate() {
        let bank = Bank::default();
        bank.read.store(1, Ordering::SeqCst);
        let model = with_script(i.div_ceil(2));
        let invocation: Invocation = serde_json::from_str(text).unwrap();
        let answer = block_on(agent(&model, &bank).resume(invocation).invoke()).unwrap();
        assert_eq!(answer.text, "done");
        assert_eq!((answer.rounds, answer.usage), (whole.rounds, whole.usage));
        let roles = |messages: &[Message]| messages.iter().map(Message::role).collect::<Vec<_>>();
        assert_eq!(roles(&answer.messages), roles(&whole.messages), "{i}");
        // The state was saved before the call, with the call begun.
        let unknown = results(&answer.messages)
            .iter()
            .filter(|text| *text == UNKNOWN)
            .count();
        assert_eq!(unknown, usize::from(i == 1 || i == 5), "{i}");
    }
}

#[test]
fn a_checkpoint_that_fails_ends_the_invocation_before_the_step() {
    let bank = Bank::default();
    let model = ScriptedModel::new()
        .calls([("a", "pay", "{}")])
        .text("done");
    let agent = agent(&model, &bank);
    let checkpoint = |invocation: &Invocation| {
        let is_full = invocation.pending_calls().next().is_some();
        async move {
            if is_full {
                Err("the disk is full".into())
            } else {
                Ok(())
            }
        }
    };
    let failure = block_on(agent.request("go").checkpoint(checkpoint).invoke()).unwrap_err();
    assert_eq!(failure.kind(), InvocationFailureKind::Checkpoint);
    assert_eq!(bank.paid.load(Ordering::SeqCst), 0);
    // The call never ran, and nothing says otherwise.
    let none = "the call has no answer: the invocation ended before it could be given";
    assert_eq!(results(failure.transcript()), [none]);
    let invocation = elsewhere(&failure.into_invocation().unwrap());
    let answer = block_on(agent.resume(invocation).invoke()).unwrap();
    assert_eq!(results(&answer.messages), ["1"]);
}

#[test]
fn an_invocation_that_is_over_gives_its_answer_once_more() {
    let bank = Bank::default();
    let model = ScriptedModel::new().text("done");
    let agent = agent(&model, &bank);
    let saved = Arc::new(Mutex::new(None));
    let kept = Arc::clone(&saved);
    let checkpoint = move |invocation: &Invocation| {
        *kept.lock().unwrap() = Some(invocation.clone());
        async { Ok(()) }
    };
    let first = block_on(agent.request("go").checkpoint(checkpoint).invoke()).unwrap();
    let last = saved.lock().unwrap().take().unwrap();
    assert_eq!(block_on(agent.resume(last).invoke()).unwrap(), first);
    model.assert_finished();
}
