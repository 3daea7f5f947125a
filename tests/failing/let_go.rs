//! What a failed call held is dropped once the call is answered, and a payload that panics once more goes no further.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use toolwright::dispatch::Dispatcher;
use toolwright::error_handler::{
    ToolExecutionErrorHandler, from_fn, send_error_message_to_llm,
    send_generic_message_to_llm_unless_visible_to_llm,
};
use toolwright::testing::block_on;
use toolwright::{
    InvocationFailure, ToolCall, ToolResult, ToolSet, llm_text, tool, tools, toolset,
};

/// Who holds it is seen by the count.
#[derive(Debug)]
struct Held(#[expect(dead_code, reason = "it only counts")] Arc<()>);

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("held")
    }
}

impl Error for Held {}

/// Panics when it goes.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("S3CRET")
    }
}

/// Panics with a bomb while it is shown.
#[derive(Debug)]
struct Unreadable;

impl fmt::Display for Unreadable {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        std::panic::panic_any(Bomb)
    }
}

impl Error for Unreadable {}

struct Desk(Arc<()>);

#[tools]
impl Desk {
    /// Fails with what it holds.
    #[tool]
    fn fails(&self) -> Result<(), Held> {
        Err(Held(Arc::clone(&self.0)))
    }

    /// Panics with what it holds.
    #[tool]
    fn panics(&self) -> u8 {
        std::panic::panic_any(Held(Arc::clone(&self.0)))
    }

    /// Panics with what it holds, after a wait.
    #[tool]
    async fn panics_later(&self) -> u8 {
        std::future::ready(()).await;
        let held = (Held(Arc::clone(&self.0)), [0; 1]);
        std::panic::panic_any(held)
    }

    /// Cannot be read.
    #[tool]
    fn unreadable(&self) -> Result<(), Unreadable> {
        Err(Unreadable)
    }
}

fn call(
    held: &Arc<()>,
    name: &str,
    handler: impl ToolExecutionErrorHandler + 'static,
) -> Result<ToolResult, InvocationFailure> {
    std::panic::set_hook(Box::new(|_| {}));
    let tools: ToolSet = toolset![..Desk(Arc::clone(held))];
    let dispatcher = Dispatcher::new(&tools, &()).on_error(handler);
    block_on(dispatcher.call(ToolCall::new("c1", name, "{}")))
}

#[test]
fn an_answered_error_is_dropped() {
    let held = Arc::new(());
    let result = call(&held, "fails", send_error_message_to_llm()).unwrap();
    assert_eq!(result.text(), "held");
    assert_eq!(Arc::strong_count(&held), 1);
}

#[test]
fn a_payload_is_dropped() {
    let held = Arc::new(());
    for name in ["panics", "panics_later"] {
        let result = call(&held, name, send_error_message_to_llm()).unwrap();
        assert_eq!(result.text(), "the tool panicked");
        assert_eq!(Arc::strong_count(&held), 1, "{name}");
    }
    let kept = Arc::clone(&held);
    let handler = from_fn(move |_error, _context| std::panic::panic_any(Held(Arc::clone(&kept))));
    let failure = call(&held, "fails", handler).unwrap_err();
    assert_eq!(
        failure.to_string(),
        "the error handler of tool `fails` panicked"
    );
    // The failure has the error that the handler was asked about.
    assert_eq!(Arc::strong_count(&held), 2);
    drop(failure);
    assert_eq!(Arc::strong_count(&held), 1);
}

#[test]
fn a_text_that_panics_with_what_panics_once_more_is_answered() {
    let handler = send_generic_message_to_llm_unless_visible_to_llm(llm_text!("GENERIC"));
    let (result, records) = tests::logged(|| call(&Arc::default(), "unreadable", handler));
    assert!(result.unwrap().text().starts_with("GENERIC (reference "));
    let unread = "error=(the error panicked while its text was read) ";
    let unread = records.iter().filter(|record| record.text.contains(unread));
    assert_eq!(unread.count(), 1, "{records:?}");
}
