//! What a failed call held is dropped once the call is answered, and a payload that panics once more goes no further.

use std::error::Error;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use toolwright::dispatch::Dispatcher;
use toolwright::error_handler::{
    ToolExecutionErrorHandler, from_fn, send_error_message_to_llm,
    send_generic_message_to_llm_unless_visible_to_llm,
};
use toolwright::testing::block_on;
use toolwright::tool::{Tool, ToolDefinition};
use toolwright::{
    InvocationFailure, InvocationFailureKind, ToolCall, ToolContext, ToolError, ToolErrorKind,
    ToolOutput, ToolResult, ToolSet, llm_text, tool, tools, toolset,
};

/// Who holds it is seen by the count.
#[derive(Debug)]
struct Held(Arc<()>);

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("held")
    }
}

impl Error for Held {}

/// Panics when it goes, with what panics when it goes, so many times.
struct Fuse(u8);

impl Drop for Fuse {
    fn drop(&mut self) {
        if let Some(left) = self.0.checked_sub(1) {
            std::panic::panic_any(Self(left))
        }
    }
}

/// Longer than anybody looks.
const FUSE: u8 = 9;

/// Panics while it is shown.
#[derive(Debug)]
struct Unreadable;

impl fmt::Display for Unreadable {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        std::panic::panic_any(Fuse(FUSE))
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
        let _ = &self.0;
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

/// An error that holds something, and panics when it goes.
struct Explosive(#[expect(dead_code, reason = "only dropped")] Fuse, Held);

impl fmt::Debug for Explosive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.1.fmt(f)
    }
}

impl fmt::Display for Explosive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.1.fmt(f)
    }
}

impl Error for Explosive {}

/// A future that ends badly, and panics again when it goes.
struct Spent {
    is_panic: bool,
    held: Held,
    #[expect(dead_code, reason = "only dropped")]
    fuse: Fuse,
}

impl Future for Spent {
    type Output = Result<ToolOutput, ToolError>;

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Self::Output> {
        assert!(!self.is_panic, "S3CRET");
        let held = Held(Arc::clone(&self.held.0));
        Poll::Ready(Err(ToolError::execution(Explosive(Fuse(FUSE), held))))
    }
}

struct ByHand {
    is_panic: bool,
    held: Arc<()>,
}

impl Tool for ByHand {
    fn definition(&self) -> ToolDefinition {
        let schema = serde_json::json!({"type": "object"});
        ToolDefinition::new("spent", "Ends badly.", schema)
    }

    fn call(
        &self,
        _: &str,
        (): &(),
        _: &ToolContext,
    ) -> impl Future<Output = Result<ToolOutput, ToolError>> + Send {
        Spent {
            is_panic: self.is_panic,
            held: Held(Arc::clone(&self.held)),
            fuse: Fuse(FUSE),
        }
    }
}

#[test]
fn a_call_that_ends_badly_twice_is_one_panic_and_is_let_go() {
    std::panic::set_hook(Box::new(|_| {}));
    for is_panic in [true, false] {
        let held = Arc::new(());
        let tools: ToolSet = toolset![
            ..ByHand {
                is_panic,
                held: Arc::clone(&held)
            }
        ];
        let dispatcher = Dispatcher::new(&tools, &());
        let call = || block_on(dispatcher.call(ToolCall::new("c1", "spent", "{}")));
        // What comes out here would go on panicking in the runner.
        let caught = catch_unwind(AssertUnwindSafe(call)).map_err(std::mem::forget);
        let failure = caught.expect("no panic leaves a call").unwrap_err();
        let panic = InvocationFailureKind::Tool(ToolErrorKind::Panic);
        assert_eq!(failure.kind(), panic);
        // The tool has one, and the test the other.
        assert_eq!(Arc::strong_count(&held), 2, "{is_panic}");
    }
}
