//! Journals, memories and tokens that would have a call run twice, or forgotten.

use crate::remembered::{Bank, agent, lines, stored};
use std::future::Ready;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use toolwright::agent::{Decision, Invocation, StepName, StepOutput, Steps};
use toolwright::memory::InMemory;
use toolwright::model::{ChatRequest, ChatResponse};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{
    Agent, CancellationToken, InvocationFailure, InvocationFailureKind, Message, ToolCall, tool,
    toolset,
};

/// Runs the step, and gives the result of another call.
struct Swaps(&'static str, &'static str);

impl Steps for Swaps {
    async fn step(
        &self,
        _: StepName,
        run: impl Future<Output = Result<StepOutput, InvocationFailure>> + Send,
    ) -> Result<StepOutput, InvocationFailure> {
        let mut output = run.await?;
        if let StepOutput::Tool(result) = &mut output
            && result.call_id == self.0
        {
            self.1.clone_into(&mut result.call_id);
        }
        Ok(output)
    }
}

#[test]
fn a_journal_that_gives_the_result_of_another_call_has_nothing_run_twice() {
    let bank = Bank::default();
    let model = ScriptedModel::new().calls([("a", "pay", "{}"), ("b", "pay", "{}")]);
    let agent = agent(&model, &bank, InMemory::new())
        .steps(Swaps("a", "b"))
        .build()
        .unwrap();
    let failure = block_on(agent.invoke("go")).unwrap_err();
    assert_eq!(failure.kind(), InvocationFailureKind::Checkpoint);
    assert_eq!(bank.paid.load(Ordering::SeqCst), 1);
}

/// Lists the keys of the steps.
struct Lists(Arc<Mutex<Vec<String>>>);

impl Steps for Lists {
    async fn step(
        &self,
        name: StepName,
        run: impl Future<Output = Result<StepOutput, InvocationFailure>> + Send,
    ) -> Result<StepOutput, InvocationFailure> {
        self.0.lock().unwrap().push(name.to_string());
        run.await
    }
}

#[test]
fn no_two_steps_have_one_key() {
    let keys = Arc::new(Mutex::new(Vec::new()));
    let model = ScriptedModel::new()
        .calls([
            ("y", "read/x", "{}"),
            ("x/y", "read", "{}"),
            ("%2Fy", "read", "{}"),
            ("y%", "read%2F", "{}"),
        ])
        .text("done");
    let agent = agent(&model, &Bank::default(), InMemory::new())
        .steps(Lists(keys.clone()))
        .build()
        .unwrap();
    block_on(agent.invoke("go")).unwrap();
    assert_eq!(
        *keys.lock().unwrap(),
        [
            "model/1",
            "tool/read%2Fx/y",
            "tool/read/x/y",
            "tool/read/%2Fy",
            "tool/read%252F/y%",
            "model/2"
        ]
    );
}

type Saved = Result<(), Box<dyn std::error::Error + Send + Sync>>;

type Texts = Arc<Mutex<Vec<String>>>;

fn saved() -> (Texts, impl Fn(&Invocation) -> Ready<Saved>) {
    let all = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&all);
    let save = move |invocation: &Invocation| {
        let text = serde_json::to_string(invocation).unwrap();
        kept.lock().unwrap().push(text);
        std::future::ready(Ok(()))
    };
    (all, save)
}

#[test]
fn what_is_over_gives_its_answer_however_often_and_whatever_was_said_since() {
    let memory = InMemory::new();
    let model = ScriptedModel::new()
        .calls([("a", "pay", "{}")])
        .text("Paid.")
        .text("Yes.");
    let agent = agent(&model, &Bank::default(), memory.clone())
        .build()
        .unwrap();
    let (all, save) = saved();
    let request = agent.request("Pay.").conversation("7").checkpoint(save);
    block_on(request.invoke()).unwrap();
    let last = all.lock().unwrap().last().unwrap().clone();
    let again = || {
        let invocation: Invocation = serde_json::from_str(&last).unwrap();
        block_on(agent.resume(invocation).conversation("7").invoke())
            .unwrap()
            .text
    };
    assert_eq!((again().as_str(), again().as_str()), ("Paid.", "Paid."));
    block_on(agent.request("Sure?").conversation("7").invoke()).unwrap();
    assert_eq!(again(), "Paid.");
    assert_eq!(
        stored(&memory, "7"),
        [
            "user Pay.",
            "calls pay#a",
            "reads pay#a 1",
            "says Paid.",
            "user Sure?",
            "says Yes."
        ]
    );
}

#[test]
fn what_runs_after_an_approval_is_remembered() {
    let memory = InMemory::new();
    let bank = Bank::default();
    let model = ScriptedModel::new().text("Paid both.");
    let agent = agent(&model, &bank, memory.clone()).build().unwrap();
    let mut invocation = Invocation::new(
        ChatRequest::new([Message::user("Pay both.")])
            .with_tools(agent.tools().definitions().clone()),
    );
    let calls = ["a", "b"].map(|id| ToolCall::new(id, "pay", "{}"));
    invocation
        .on_response(ChatResponse::calls(calls.to_vec()))
        .unwrap();
    invocation.hold("b").unwrap();
    let request = agent.resume(invocation).conversation("7");
    let failure = block_on(request.invoke()).unwrap_err();
    assert_eq!(failure.kind(), InvocationFailureKind::Approval);
    let mut invocation = failure.into_invocation().unwrap();
    invocation.on_decision("b", Decision::Approve).unwrap();
    let request = agent.resume(invocation).conversation("7");
    assert_eq!(block_on(request.invoke()).unwrap().text, "Paid both.");
    assert_eq!(bank.paid.load(Ordering::SeqCst), 2);
    assert_eq!(
        stored(&memory, "7"),
        [
            "user Pay both.",
            "calls pay#a pay#b",
            "reads pay#a 1",
            "reads pay#b the call has no answer: the invocation ended before it could be given",
            "says (The run ended here, before its answer.)",
            "calls pay#b_1",
            "reads pay#b_1 2",
            "says Paid both."
        ]
    );
}

/// Cancels its invocation.
#[tool]
fn stop(#[context] context: &toolwright::ToolContext) -> &'static str {
    context.get::<CancellationToken>().unwrap().cancel();
    "stopped"
}

#[test]
fn the_model_is_not_asked_once_a_tool_has_cancelled() {
    let model = ScriptedModel::new().calls([("a", "stop", "{}")]).text("x");
    let agent = Agent::builder(model.clone())
        .tools(toolset![stop])
        .build()
        .unwrap();
    let token = CancellationToken::new();
    let request = agent
        .request("go")
        .context(token.clone())
        .cancellation(token);
    let failure = block_on(request.invoke()).unwrap_err();
    assert_eq!(failure.kind(), InvocationFailureKind::Cancelled);
    assert_eq!(model.requests().len(), 1);
    assert_eq!(
        lines(failure.transcript()),
        ["user go", "calls stop#a", "reads stop#a stopped"]
    );
}

fn elsewhere(failure: InvocationFailure) -> Invocation {
    let invocation = failure.into_invocation().unwrap();
    let text = serde_json::to_string(&invocation).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn what_runs_after_a_cancellation_is_remembered_and_nothing_is_said_twice() {
    let memory = InMemory::new();
    let bank = Bank::default();
    let model = ScriptedModel::new()
        .calls([
            ("a", "pay", "{}"),
            ("b", "pay_for_ever", "{}"),
            ("c", "pay", "{}"),
        ])
        .text("Paid.")
        .text("Yes.");
    let agent = agent(&model, &bank, memory.clone()).build().unwrap();
    let token = CancellationToken::new();
    let request = agent.request("Pay.").conversation("7");
    let mut run = Box::pin(request.cancellation(token.clone()).invoke());
    poll_once(&mut run);
    token.cancel();
    let invocation = elsewhere(block_on(run).unwrap_err());
    block_on(agent.resume(invocation).conversation("7").invoke()).unwrap();
    assert_eq!(bank.paid.load(Ordering::SeqCst), 3);
    let interrupted = "the call was begun and then interrupted; whether it took effect is unknown: find out before you call it again";
    assert_eq!(
        stored(&memory, "7"),
        [
            "user Pay.",
            "calls pay#a pay_for_ever#b pay#c",
            "reads pay#a 1",
            &format!("reads pay_for_ever#b {interrupted}"),
            "reads pay#c the call has no answer: the invocation ended before it could be given",
            "says (The run ended here, before its answer.)",
            "calls pay#c_2",
            "reads pay#c_2 3",
            "says Paid."
        ]
    );
    block_on(agent.request("Sure?").conversation("7").invoke()).unwrap();
    assert_eq!(stored(&memory, "7").len(), 11);
}

#[test]
fn a_call_that_was_approved_and_then_killed_is_remembered() {
    let memory = InMemory::new();
    let bank = Bank::default();
    let model = ScriptedModel::new().text("Perhaps.");
    let agent = agent(&model, &bank, memory.clone()).build().unwrap();
    let mut invocation = Invocation::new(
        ChatRequest::new([Message::user("Pay both.")])
            .with_tools(agent.tools().definitions().clone()),
    );
    let calls = [("a", "pay"), ("b", "pay_for_ever")];
    let calls = calls.map(|(id, name)| ToolCall::new(id, name, "{}"));
    invocation
        .on_response(ChatResponse::calls(calls.to_vec()))
        .unwrap();
    invocation.hold("b").unwrap();
    let request = agent.resume(invocation).conversation("7");
    let mut invocation = elsewhere(block_on(request.invoke()).unwrap_err());
    invocation.on_decision("b", Decision::Approve).unwrap();
    let (all, save) = saved();
    let request = agent.resume(invocation).conversation("7").checkpoint(save);
    let mut run = Box::pin(request.invoke());
    poll_once(&mut run);
    drop(run);
    assert_eq!(bank.paid.load(Ordering::SeqCst), 2);
    let lines = stored(&memory, "7");
    assert_eq!(lines[5], "calls pay_for_ever#b_1");
    assert!(lines[6].contains("the outcome is unknown"), "{lines:#?}");
    // From what was saved last it goes on, and pays nothing more.
    let last = all.lock().unwrap().last().unwrap().clone();
    let invocation: Invocation = serde_json::from_str(&last).unwrap();
    let request = agent.resume(invocation).conversation("7");
    assert_eq!(block_on(request.invoke()).unwrap().text, "Perhaps.");
    assert_eq!(bank.paid.load(Ordering::SeqCst), 2);
    let lines = stored(&memory, "7");
    assert!(lines[6].contains("whether it took effect"), "{lines:#?}");
    assert_eq!(lines[7..], ["says Perhaps."]);
}

fn poll_once(future: &mut (impl Future + Unpin)) {
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    assert!(std::pin::Pin::new(future).poll(&mut context).is_pending());
}
