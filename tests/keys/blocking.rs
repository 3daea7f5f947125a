//! `blocking`.

use crate::{call, read};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;
use tests::{logged, run};
use toolwright::testing::{ScriptedModel, block_on, dispatch};
use toolwright::tool::{PanicError, ToolErrorKind};
use toolwright::{
    Agent, InvocationFailureKind, LlmVisible, ToolContext, ToolSet, ToolState, tool, toolset,
};

/// Says on which thread it runs.
#[tool(blocking)]
fn place() -> String {
    format!("{:?}", thread::current().id())
}

#[test]
fn it_runs_on_another_thread_with_and_without_a_runtime() {
    let here = format!("{:?}", thread::current().id());
    assert_ne!(read(&toolset![place], "{}"), here);
    let tools: ToolSet = toolset![place];
    let there = run(async {
        let result = dispatch(&tools, &(), "place", "{}").await;
        result.unwrap().text().into_owned()
    });
    assert_ne!(there, here);
}

/// Sleeps.
#[tool(blocking)]
fn slow(millis: u64) -> u64 {
    thread::sleep(Duration::from_millis(millis));
    millis
}

#[test]
fn the_executor_goes_on() {
    let tools: ToolSet = toolset![slow];
    let ticks = run(async {
        let ticks = Arc::new(AtomicU32::new(0));
        let done = Arc::new(AtomicBool::new(false));
        let ticker = tokio::spawn({
            let (ticks, done) = (Arc::clone(&ticks), Arc::clone(&done));
            async move {
                while !done.load(Ordering::Relaxed) {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                    ticks.fetch_add(1, Ordering::Relaxed);
                }
            }
        });
        let result = dispatch(&tools, &(), "slow", r#"{"millis": 300}"#).await;
        assert_eq!(result.unwrap().text(), "300");
        done.store(true, Ordering::Relaxed);
        ticker.await.unwrap();
        ticks.load(Ordering::Relaxed)
    });
    assert!(ticks >= 5, "{ticks} ticks in 300 ms");
}

#[derive(Debug, LlmVisible)]
enum Refused {
    #[llm("not {name}")]
    Name { name: String },
}

#[derive(Clone)]
struct Db(&'static str);

#[derive(ToolState)]
struct App {
    db: Arc<Db>,
    limit: u32,
}

/// Takes all kinds of parameters.
#[tool(blocking)]
fn kinds(
    name: &str,
    #[context] db: &Arc<Db>,
    mut words: Vec<String>,
    #[context] limit: &u32,
    #[arg(default = "none")] note: &str,
    #[context] context: &ToolContext,
    raw: &[u8],
    text: std::borrow::Cow<'_, str>,
) -> Result<String, Refused> {
    if name == "nobody" {
        return Err(Refused::Name {
            name: name.to_owned(),
        });
    }
    words.push(note.to_owned());
    let id = &context.call().id;
    Ok(format!(
        "{name} {} {words:?} {limit} {id} {raw:?} {text}",
        db.0
    ))
}

#[test]
fn parameters_and_what_the_host_supplies_come_along() {
    let tools: ToolSet<App> = toolset![kinds];
    let app = App {
        db: Arc::new(Db("first")),
        limit: 3,
    };
    assert_eq!((app.db.0, app.limit), ("first", 3));
    let call = |arguments: &str| {
        let result = block_on(dispatch(&tools, &app, "kinds", arguments)).unwrap();
        (result.is_error, result.text().into_owned())
    };
    assert_eq!(
        call(r#"{"name": "a\"b", "words": ["w"], "raw": [1], "text": "t"}"#),
        (
            false,
            r#"a"b first ["w", "none"] 3 call_1 [1] t"#.to_owned()
        )
    );
    assert_eq!(
        call(r#"{"name": "nobody", "words": [], "raw": [], "text": ""}"#),
        (true, "not nobody".to_owned())
    );
    let (is_error, text) = call(r#"{"name": "x", "words": 5}"#);
    assert!(is_error && text.contains("`words`") && text.contains("`raw` is missing"));
}

/// Panics.
#[tool(blocking)]
fn panics() {
    std::panic::panic_any("secret payload");
}

#[test]
fn a_panic_is_a_failed_call_like_any_other() {
    for runtime in [false, true] {
        let tools: ToolSet = toolset![panics];
        let failure = if runtime {
            run(async { dispatch(&tools, &(), "panics", "{}").await }).unwrap_err()
        } else {
            call(&tools, "{}").unwrap_err()
        };
        assert_eq!(
            failure.kind(),
            InvocationFailureKind::Tool(ToolErrorKind::Panic)
        );
        let error = failure.tool_error().unwrap();
        let panic = error.error().downcast_ref::<PanicError>();
        assert_eq!(panic.unwrap().payload(), Some("secret payload"));
    }
}

/// Logs.
#[tool(blocking)]
fn logs() {
    tracing::info!("from the tool");
}

#[test]
fn what_it_logs_goes_where_its_caller_logs() {
    let (text, records) = logged(|| read(&toolset![logs], "{}"));
    assert_eq!(text, "done");
    assert!(
        records
            .iter()
            .any(|record| record.text.contains("from the tool"))
    );
}

#[derive(Clone)]
struct Signal(mpsc::Sender<&'static str>);

/// Finishes whether or not anybody waits.
#[tool(blocking)]
fn finishes(#[context] context: &ToolContext) {
    let Signal(sender) = context.get::<Signal>().unwrap();
    sender.send("started").unwrap();
    thread::sleep(Duration::from_millis(50));
    sender.send("finished").unwrap();
}

#[test]
fn a_dropped_call_runs_to_its_end() {
    let (sender, receiver) = mpsc::channel();
    let model = ScriptedModel::new().calls([("c1", "finishes", "{}")]);
    let tools: ToolSet = toolset![finishes];
    let agent = Agent::builder(model).tools(tools).build().unwrap();
    run(async {
        let invocation = agent.request("go").context(Signal(sender)).invoke();
        let dropped = tokio::time::timeout(Duration::from_millis(10), invocation).await;
        assert!(dropped.is_err());
    });
    let wait = Duration::from_secs(10);
    assert_eq!(receiver.recv_timeout(wait), Ok("started"));
    assert_eq!(receiver.recv_timeout(wait), Ok("finished"));
}

#[test]
fn nothing_starts_before_the_call_is_awaited() {
    let model = ScriptedModel::new()
        .calls([
            ("c1", "slow", r#"{"millis": 1}"#),
            ("c2", "slow", r#"{"millis": 2}"#),
        ])
        .text("done");
    let tools: ToolSet = toolset![slow];
    let agent = Agent::builder(model.clone()).tools(tools).build().unwrap();
    drop(agent.invoke("never awaited"));
    assert!(model.requests().is_empty());
    let answer = run(agent.invoke("now")).unwrap();
    let texts: Vec<_> = answer
        .tool_executions
        .iter()
        .map(|execution| execution.result.text())
        .collect();
    assert_eq!(texts, ["1", "2"]);
}
