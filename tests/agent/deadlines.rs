//! The deadline and the cancellation of a whole invocation.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use toolwright::model::{ChatModel, ChatRequest, ChatResponse, ModelError};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::timer::ThreadTimer;
use toolwright::{
    Agent, CancellationToken, InvocationFailure, InvocationFailureKind, Message, ToolState, tool,
    toolset,
};

#[derive(Clone, Default, ToolState)]
struct Counts {
    stopped: Arc<AtomicU32>,
}

struct Stopped(Arc<AtomicU32>);

impl Drop for Stopped {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
        panic!("a destructor that panics");
    }
}

/// Never ends.
#[tool]
async fn endless(#[context] stopped: &Arc<AtomicU32>) {
    let _stopped = Stopped(Arc::clone(stopped));
    pending::<()>().await;
}

/// Never ends, and reads only.
#[tool(read_only)]
async fn endless_read(#[context] stopped: &Arc<AtomicU32>) {
    let _stopped = Stopped(Arc::clone(stopped));
    pending::<()>().await;
}

/// Counts.
#[tool(read_only)]
fn one() -> u32 {
    1
}

/// Never answers.
struct Silent;

impl ChatModel for Silent {
    async fn complete(&self, _: &ChatRequest) -> Result<ChatResponse, ModelError> {
        pending().await
    }
}

const UNKNOWN: &str = "the call was begun and then interrupted; whether it took effect is unknown: find out before you call it again";
const NONE: &str = "the call has no answer: the invocation ended before it could be given";

fn texts(failure: &InvocationFailure) -> Vec<String> {
    let results = failure
        .transcript()
        .iter()
        .filter_map(|message| match message {
            Message::Tool(result) => Some(result.text().into_owned()),
            _ => None,
        });
    results.collect()
}

fn agent(calls: &[&'static str], counts: &Counts) -> toolwright::agent::AgentBuilder<Counts> {
    let calls = calls
        .iter()
        .enumerate()
        .map(|(i, name)| (format!("c{i}"), *name, "{}"));
    Agent::builder(ScriptedModel::new().calls(calls).text("done"))
        .state(counts.clone())
        .tools(toolset![endless, endless_read, one])
        .timer(ThreadTimer)
}

#[test]
fn at_the_deadline_what_runs_is_stopped_and_what_is_done_stays() {
    let cases = [
        (vec!["one", "endless", "one"], ["1", UNKNOWN, NONE]),
        (vec!["one", "endless_read", "one"], ["1", NONE, "1"]),
    ];
    for (calls, expected) in cases {
        let counts = Counts::default();
        let agent = agent(&calls, &counts)
            .timeout(Duration::from_millis(50))
            .build()
            .unwrap();
        let begun = Instant::now();
        let failure = block_on(agent.invoke("go")).unwrap_err();
        assert!(begun.elapsed() < Duration::from_secs(5));
        assert_eq!(failure.kind(), InvocationFailureKind::Timeout);
        assert_eq!(failure.to_string(), "the invocation was not over in time");
        assert_eq!(texts(&failure), expected);
        assert_eq!(
            counts.stopped.load(Ordering::SeqCst),
            1,
            "nothing still runs"
        );
    }
}

#[test]
fn a_model_that_does_not_answer_is_not_waited_for() {
    let agent = Agent::builder(Silent)
        .timer(ThreadTimer)
        .timeout(Duration::from_millis(30))
        .build()
        .unwrap();
    let failure = block_on(agent.invoke("go")).unwrap_err();
    assert_eq!(failure.kind(), InvocationFailureKind::Timeout);
    assert_eq!(failure.transcript(), [Message::user("go")]);
}

#[test]
fn a_token_stops_what_runs_and_the_invocation_can_be_resumed() {
    let counts = Counts::default();
    let agent = agent(&["one", "endless", "one"], &counts).build().unwrap();
    let token = CancellationToken::new();
    let cancels = std::thread::spawn({
        let token = token.clone();
        move || {
            std::thread::sleep(Duration::from_millis(40));
            token.cancel();
        }
    });
    let failure = block_on(agent.request("go").cancellation(token).invoke()).unwrap_err();
    cancels.join().unwrap();
    assert_eq!(failure.kind(), InvocationFailureKind::Cancelled);
    assert_eq!(texts(&failure), ["1", UNKNOWN, NONE]);
    assert_eq!(
        counts.stopped.load(Ordering::SeqCst),
        1,
        "nothing still runs"
    );
    let invocation = failure.into_invocation().unwrap();
    let answer = block_on(agent.resume(invocation).invoke()).unwrap();
    let read: Vec<_> = answer
        .tool_executions
        .iter()
        .map(|e| e.result.text().into_owned())
        .collect();
    assert_eq!(
        read,
        ["1", UNKNOWN, "1"],
        "what was begun is not begun again"
    );
}

#[test]
fn a_tool_that_has_its_own_time_answers_and_the_run_goes_on() {
    let counts = Counts::default();
    let agent = agent(&["endless", "one"], &counts)
        .tool_timeout(Duration::from_millis(20))
        .build()
        .unwrap();
    let answer = block_on(agent.invoke("go")).unwrap();
    let read: Vec<_> = answer
        .tool_executions
        .iter()
        .map(|e| (e.result.text().into_owned(), e.attempts))
        .collect();
    let late = "the tool gave no answer within 20ms; whether it took effect is unknown: find out before you call it again";
    assert_eq!(read, [(late.to_owned(), 1), ("1".to_owned(), 1)]);
}
