//! Calls of one turn: which run side by side, and in which order.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use toolwright::testing::ScriptedModel;
use toolwright::{
    Agent, InvocationFailureKind, Message, ToolErrorKind, ToolState, tool, toolset, visible_error,
};

#[derive(Clone, Default, ToolState)]
struct Log {
    #[state(skip)]
    lines: Arc<Mutex<Vec<String>>>,
    #[state(skip)]
    running: Arc<AtomicUsize>,
    #[state(skip)]
    most: Arc<AtomicUsize>,
}

struct Running<'a>(&'a Log);

impl<'a> Running<'a> {
    fn new(log: &'a Log, name: &str) -> Self {
        log.lines.lock().unwrap().push(format!("+{name}"));
        let now = log.running.fetch_add(1, Ordering::SeqCst) + 1;
        log.most.fetch_max(now, Ordering::SeqCst);
        Self(log)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Reads slowly.
#[tool(read_only)]
async fn read(name: String, ms: u64, #[context] log: &Log) -> String {
    let running = Running::new(log, &name);
    tokio::time::sleep(Duration::from_millis(ms)).await;
    drop(running);
    log.lines.lock().unwrap().push(format!("-{name}"));
    name
}

/// Writes slowly.
#[tool]
async fn write(name: String, #[context] log: &Log) -> String {
    let running = Running::new(log, &name);
    tokio::time::sleep(Duration::from_millis(5)).await;
    drop(running);
    log.lines.lock().unwrap().push(format!("-{name}"));
    name
}

/// Reads nothing.
#[tool(read_only)]
async fn fails(hidden: bool) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    tokio::time::sleep(Duration::from_millis(5)).await;
    if hidden {
        Err("S3CRET".into())
    } else {
        Err(visible_error!("nothing there").into())
    }
}

fn rt() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap()
}

fn agent(model: &ScriptedModel, log: &Log) -> Agent<Log> {
    Agent::builder(model.clone())
        .state(log.clone())
        .tools(toolset![read, write, fails])
        .build()
        .unwrap()
}

fn reading(name: &str, ms: u64) -> (String, &'static str, String) {
    (
        name.to_owned(),
        "read",
        format!(r#"{{"name":"{name}","ms":{ms}}}"#),
    )
}

fn writing(name: &str) -> (String, &'static str, String) {
    (name.to_owned(), "write", format!(r#"{{"name":"{name}"}}"#))
}

fn results(messages: &[Message]) -> Vec<(String, String)> {
    let results = messages.iter().filter_map(|message| match message {
        Message::Tool(result) => Some((result.call_id.clone(), result.text().into_owned())),
        _ => None,
    });
    results.collect()
}

#[test]
fn what_only_reads_runs_side_by_side_and_reads_in_call_order() {
    let log = Log::default();
    let model = ScriptedModel::new()
        .calls([reading("a", 60), reading("b", 40), reading("c", 20)])
        .text("done");
    let begun = Instant::now();
    let answer = rt().block_on(agent(&model, &log).invoke("go")).unwrap();
    assert!(
        begun.elapsed() < Duration::from_millis(110),
        "{:?}",
        begun.elapsed()
    );
    let names: Vec<_> = results(&answer.messages)
        .into_iter()
        .map(|(id, _)| id)
        .collect();
    assert_eq!(names, ["a", "b", "c"]);
    assert_eq!(
        *log.lines.lock().unwrap(),
        ["+a", "+b", "+c", "-c", "-b", "-a"]
    );
}

#[test]
fn a_call_with_effects_waits_for_all_before_it_and_holds_up_all_behind() {
    let log = Log::default();
    let model = ScriptedModel::new()
        .calls([
            reading("a", 20),
            reading("b", 1),
            writing("c"),
            reading("d", 1),
            writing("e"),
        ])
        .text("done");
    rt().block_on(agent(&model, &log).invoke("go")).unwrap();
    let expected = ["+a", "+b", "-b", "-a", "+c", "-c", "+d", "-d", "+e", "-e"];
    assert_eq!(*log.lines.lock().unwrap(), expected);
}

#[test]
fn the_number_side_by_side_is_bounded() {
    for (limit, most) in [(1, 1), (3, 3), (0, 1), (usize::MAX, 40)] {
        let log = Log::default();
        let calls = (0..40).map(|n| reading(&format!("c{n}"), 2));
        let model = ScriptedModel::new().calls(calls).text("done");
        let agent = Agent::builder(model.clone())
            .state(log.clone())
            .tools(toolset![read])
            .concurrency(limit);
        let answer = rt().block_on(agent.build().unwrap().invoke("go")).unwrap();
        assert_eq!(log.most.load(Ordering::SeqCst), most, "{limit}");
        assert_eq!(answer.tool_executions.len(), 40);
        let in_order = answer
            .tool_executions
            .iter()
            .enumerate()
            .all(|(i, e)| e.result.text() == format!("c{i}"));
        assert!(in_order);
    }
}

#[test]
fn one_failure_discards_no_finished_sibling() {
    let failing = |hidden| ("x".to_owned(), "fails", format!(r#"{{"hidden":{hidden}}}"#));
    // The run goes on.
    let log = Log::default();
    let model = ScriptedModel::new()
        .calls([reading("a", 1), failing(false), reading("b", 20)])
        .text("done");
    let answer = rt().block_on(agent(&model, &log).invoke("go")).unwrap();
    let expected = [("a", "a"), ("x", "nothing there"), ("b", "b")];
    assert_eq!(
        results(&answer.messages),
        expected.map(|(id, text)| (id.to_owned(), text.to_owned()))
    );
    // It does not.
    let log = Log::default();
    let model = ScriptedModel::new().calls([
        reading("a", 1),
        failing(true),
        reading("b", 3000),
        reading("c", 1),
    ]);
    let begun = Instant::now();
    let failure = rt().block_on(agent(&model, &log).invoke("go")).unwrap_err();
    assert!(
        begun.elapsed() < Duration::from_secs(2),
        "what still runs is stopped"
    );
    assert_eq!(
        failure.kind(),
        InvocationFailureKind::Tool(ToolErrorKind::Execution)
    );
    let read = results(failure.transcript());
    assert_eq!(
        read.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(),
        ["a", "x", "b", "c"]
    );
    assert_eq!((read[0].1.as_str(), read[3].1.as_str()), ("a", "c"));
    assert!(
        read[1].1.contains("no answer") && read[2].1.contains("no answer"),
        "{read:?}"
    );
    assert_eq!(log.running.load(Ordering::SeqCst), 0);
}

#[test]
fn sixteen_calls_that_sleep_take_as_long_as_one() {
    let shortest = (0..5).map(|_| {
        let log = Log::default();
        let calls = (0..16).map(|n| reading(&format!("c{n}"), 10));
        let model = ScriptedModel::new().calls(calls).text("done");
        let agent = agent(&model, &log);
        let runtime = rt();
        let begun = Instant::now();
        runtime.block_on(agent.invoke("go")).unwrap();
        begun.elapsed()
    });
    let shortest = shortest.min().unwrap();
    assert!(shortest < Duration::from_millis(40), "{shortest:?}");
}
