//! Panics where the error itself is read, and while a call unwinds.

use crate::call;
use std::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use toolwright::dispatch::Dispatcher;
use toolwright::error_handler::{
    ToolExecutionErrorHandler, from_fn, send_error_message_to_llm,
    send_generic_message_to_llm_unless_visible_to_llm,
};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{
    Agent, InvocationFailureKind, LlmText, LlmVisible, ToolCall, ToolErrorKind, ToolSet, llm_text,
    tool, toolset,
};

/// Runs a call whose panics are not reported.
fn quiet<T>(f: impl FnOnce() -> T) -> T {
    std::panic::set_hook(Box::new(|_| {}));
    f()
}

/// Panics while it is asked what the model may read.
#[derive(Debug)]
struct Unspeakable;

impl fmt::Display for Unspeakable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("vt")
    }
}

impl Error for Unspeakable {}

impl LlmVisible for Unspeakable {
    fn message_for_llm(&self) -> Option<LlmText> {
        panic!("S3CRET")
    }
}

/// Panics while it is shown, or asked for its source.
#[derive(Debug)]
struct Unreadable {
    in_source: bool,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.in_source {
            return Ok(());
        }
        panic!("S3CRET")
    }
}

impl Error for Unreadable {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        assert!(!self.in_source, "S3CRET");
        None
    }
}

/// Panics when it goes.
#[derive(Debug)]
struct Bomb;

impl fmt::Display for Bomb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bomb")
    }
}

impl Error for Bomb {}

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("S3CRET")
    }
}

/// Fails (E46).
#[tool]
fn unspeakable() -> Result<(), Unspeakable> {
    Err(Unspeakable)
}

/// Fails.
#[tool(visible(Unspeakable))]
async fn unspeakable_in_a_chain() -> anyhow::Result<()> {
    Err(anyhow::Error::new(Unspeakable).context("outer"))
}

/// Fails.
#[tool]
fn unreadable(in_source: bool) -> Result<(), Unreadable> {
    Err(Unreadable { in_source })
}

/// Fails.
#[tool]
fn bomb() -> Result<(), Bomb> {
    Err(Bomb)
}

#[test]
fn e46_e55_what_panics_while_it_is_asked_is_a_panic_of_the_tool() {
    for tools in [toolset![unspeakable], toolset![unspeakable_in_a_chain]] {
        let failure = quiet(|| call(&tools, "{}")).unwrap_err();
        let panic = InvocationFailureKind::Tool(ToolErrorKind::Panic);
        assert_eq!(failure.kind(), panic, "{tools:?}");
        assert!(!format!("{failure} {failure:?}").contains("S3CRET"));
    }
}

fn under(
    tools: &ToolSet,
    arguments: &str,
    handler: impl ToolExecutionErrorHandler + 'static,
) -> Result<String, InvocationFailureKind> {
    let name = tools.names().next().unwrap();
    let dispatcher = Dispatcher::new(tools, &()).on_error(handler);
    let result = quiet(|| block_on(dispatcher.call(ToolCall::new("c1", name, arguments))));
    result
        .map(|result| result.text().into_owned())
        .map_err(|failure| failure.kind())
}

#[test]
fn a_display_that_panics_under_a_handler_that_reads_it_ends_the_invocation() {
    let tools = toolset![unreadable];
    let shown = r#"{"in_source": false}"#;
    let sent = under(&tools, shown, send_error_message_to_llm());
    assert_eq!(sent, Err(InvocationFailureKind::Handler));
    // Under the default nobody reads it.
    let failure = quiet(|| call(&tools, shown)).unwrap_err();
    let execution = InvocationFailureKind::Tool(ToolErrorKind::Execution);
    assert_eq!(failure.kind(), execution);
}

#[test]
fn a_text_that_panics_is_no_reason_not_to_answer_whoever_listens() {
    let tools = toolset![unreadable];
    let generic = || send_generic_message_to_llm_unless_visible_to_llm(llm_text!("GENERIC"));
    for arguments in [r#"{"in_source": true}"#, r#"{"in_source": false}"#] {
        let text = under(&tools, arguments, generic()).unwrap();
        assert!(text.starts_with("GENERIC (reference "), "{text}");
        let (text, records) = tests::logged(|| under(&tools, arguments, generic()).unwrap());
        assert!(text.starts_with("GENERIC (reference "), "{text}");
        let panicked = "error=(the error panicked while its text was read) ";
        let warnings = records
            .iter()
            .filter(|record| record.text.contains(panicked));
        assert_eq!(warnings.count(), 1, "{records:?}");
    }
}

/// Fails with a report that cannot be read.
#[tool]
fn report() -> eyre::Result<()> {
    Err(eyre::Report::new(Unreadable { in_source: false }))
}

#[test]
fn a_report_that_cannot_be_read_is_answered_too() {
    let generic = send_generic_message_to_llm_unless_visible_to_llm(llm_text!("GENERIC"));
    let (text, _) = tests::logged(|| under(&toolset![report], "{}", generic).unwrap());
    assert!(text.starts_with("GENERIC (reference "), "{text}");
}

#[test]
fn an_error_that_panics_when_it_goes_is_sent_all_the_same() {
    let sent = under(&toolset![bomb], "{}", send_error_message_to_llm());
    assert_eq!(sent, Ok("bomb".to_owned()));
}

#[test]
fn a_handler_that_panics_with_anything_ends_the_invocation() {
    for which in 0..3 {
        let handler = from_fn(move |_error, _context| match which {
            0 => panic!("S3CRET"),
            1 => std::panic::panic_any(7_u8),
            _ => std::panic::panic_any(Bomb),
        });
        let ended = under(&toolset![bomb_free], "{}", handler);
        assert_eq!(ended, Err(InvocationFailureKind::Handler));
    }
}

/// Fails.
#[tool]
fn bomb_free() -> Result<(), fmt::Error> {
    Err(fmt::Error)
}

static DROPPED: AtomicUsize = AtomicUsize::new(0);

struct Counted;

impl Drop for Counted {
    fn drop(&mut self) {
        DROPPED.fetch_add(1, Ordering::SeqCst);
    }
}

/// Panics after a wait, with things on its stack.
#[tool]
async fn unwinds() -> u8 {
    let _first = Counted;
    let inner = async {
        let _second = Counted;
        let mut once = false;
        std::future::poll_fn(|context| {
            assert!(!once, "S3CRET");
            once = true;
            context.waker().wake_by_ref();
            std::task::Poll::<u8>::Pending
        })
        .await
    };
    inner.await
}

#[test]
fn async_unwinding_drops_what_the_call_held_and_the_next_call_runs() {
    let model = ScriptedModel::new()
        .calls([("c1", "unwinds", ""), ("c2", "unwinds", "")])
        .text("done");
    let handler = send_error_message_to_llm();
    let agent = Agent::builder(model.clone())
        .tools(toolset![unwinds])
        .on_error(handler)
        .build()
        .unwrap();
    quiet(|| block_on(agent.invoke("go"))).unwrap();
    assert_eq!(DROPPED.load(Ordering::SeqCst), 4);
    let requests = model.requests();
    let results = requests[1].tool_results();
    assert!(
        results
            .iter()
            .all(|result| result.text() == "the tool panicked")
    );
    assert_eq!(results.len(), 2);
}

struct Explodes;

impl serde::Serialize for Explodes {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        panic!("S3CRET")
    }
}

/// Gives what panics while it is serialised.
#[tool]
fn explodes() -> Explodes {
    Explodes
}

/// The same, later.
#[tool]
async fn explodes_later() -> Result<Explodes, fmt::Error> {
    std::future::ready(()).await;
    Ok(Explodes)
}

#[test]
fn e82_a_result_that_panics_while_it_is_serialised_is_a_panic() {
    for tools in [toolset![explodes], toolset![explodes_later]] {
        let failure = quiet(|| call(&tools, "{}")).unwrap_err();
        let panic = InvocationFailureKind::Tool(ToolErrorKind::Panic);
        assert_eq!(failure.kind(), panic, "{tools:?}");
    }
}
