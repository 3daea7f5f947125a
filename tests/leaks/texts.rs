//! The catalogue of what the model may be told, as a golden file: a change to it shows up in a diff.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use toolwright::tool::{Tool, ToolContext, ToolDefinition, ToolError, ToolOutput};
use toolwright::{LlmText, LlmVisible, LlmVisibleError, ToolSet, llm_text, tool, tools, toolset};

#[derive(Debug, thiserror::Error, LlmVisible)]
enum OrderError {
    #[error("no row {id}")]
    #[llm("there is no order {id:>4}; {{ask}} for the \"number\"")]
    NotFound { id: u32 },
    #[error("database")]
    #[llm(hidden)]
    Database,
    #[error("busy")]
    #[llm("the desk is busy", hint = "Ask again with {id}.", retryable)]
    Busy { id: u32 },
    #[error("stock")]
    #[llm(with = Self::advice, terminal)]
    Stock,
    #[error(transparent)]
    #[llm(transparent)]
    Ready(LlmVisibleError),
    #[error("pair")]
    #[llm(transparent)]
    Boxed(Box<OrderError>),
    #[error("shared")]
    #[llm(transparent)]
    Shared(Arc<Closed>),
}

impl OrderError {
    fn advice(&self) -> LlmText {
        llm_text!("sold out")
    }
}

#[derive(Debug, thiserror::Error, LlmVisible)]
#[error("closed")]
#[llm("closed until {0}")]
struct Closed(u8);

type Aliased<T> = Result<T, OrderError>;

/// Looks up an order.
#[tool]
async fn order_status(id: u32, name: &str) -> Aliased<String> {
    let _ = (
        OrderError::Stock,
        OrderError::Busy { id },
        OrderError::Database,
        OrderError::Ready(LlmVisibleError::new(llm_text!("x"))),
        OrderError::Shared(Arc::new(Closed(7))),
    );
    Err(OrderError::Boxed(Box::new(OrderError::NotFound { id }))).map(|()| name.to_owned())
}

/// Cancels.
#[tool(visible(Closed, OrderError))]
fn cancel() -> Result<(), Box<dyn Error + Send + Sync>> {
    Ok(())
}

/// Reads.
#[tool]
fn read<'a>(path: &'a str) -> Result<&'a str, std::io::Error> {
    Ok(path)
}

/// Audits.
#[tool(errors = hidden)]
fn audit() -> Result<(), OrderError> {
    Ok(())
}

/// Boxes.
#[tool]
fn boxed() -> Result<(), Box<Closed>> {
    Err(Box::new(Closed(7)))
}

/// Shares.
#[tool]
async fn shared() -> Result<(), Arc<Closed>> {
    Err(Arc::new(Closed(7)))
}

/// Wraps.
#[tool]
fn wrapped() -> Result<(), ToolError> {
    Err(ToolError::visible(Closed(7)))
}

/// Waits.
#[tool]
fn wait() {}

/// Two that hold the same.
#[derive(Debug, thiserror::Error, LlmVisible)]
enum Both {
    #[error(transparent)]
    #[llm(transparent)]
    One(Closed),
    #[error(transparent)]
    #[llm(transparent)]
    Other(Box<Closed>),
    #[error("by hand")]
    #[llm(transparent)]
    ByHand(ByHandOf<u8>),
}

#[derive(Debug)]
struct ByHandOf<T>(T);

impl<T> LlmVisible for ByHandOf<T> {
    fn message_for_llm(&self) -> Option<LlmText> {
        None
    }
}

/// Closes.
#[tool]
fn close(day: u8) -> Result<(), Both> {
    Err(match day {
        0 => Both::One(Closed(day)),
        1 => Both::Other(Box::new(Closed(day))),
        _ => Both::ByHand(ByHandOf(day)),
    })
}

/// Shows.
#[tool]
fn show() -> Result<impl serde::Serialize, OrderError> {
    Ok(1)
}

struct ByHand;

impl Tool for ByHand {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new("by_hand", "Does it.", serde_json::json!({"type": "object"}))
    }

    async fn call(&self, _: &str, (): &(), _: &ToolContext) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text("done"))
    }
}

struct Desk<E>(E);

#[tools]
impl<E: LlmVisible + Error + Clone + Send + Sync + 'static> Desk<E> {
    /// Opens.
    #[tool]
    fn open(&self) -> Result<u8, E> {
        Err(self.0.clone())
    }
}

#[derive(Clone, Debug, thiserror::Error, LlmVisible)]
#[error("generic")]
#[llm("no {0}")]
struct Generic<T: std::fmt::Display + std::fmt::Debug>(T);

fn all() -> ToolSet {
    toolset![
        order_status,
        cancel,
        read,
        audit,
        boxed,
        shared,
        wrapped,
        wait,
        show,
        close,
        ..ByHand,
        ..Desk(Generic(7_u8))
    ]
}

/// Compares with the file, or writes it with `UPDATE_EXPECT=1`.
fn golden(file: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        text, expected,
        "what the model may be told changed; UPDATE_EXPECT=1 writes {file}"
    );
}

#[test]
fn the_catalogue_is_the_golden_file() {
    golden("leaks/texts.golden", &all().llm_texts().to_string());
    let state: ToolSet<u8> = all().for_state();
    assert_eq!(state.llm_texts(), all().llm_texts(), "whatever the state");
    assert_eq!(all().llm_texts().of("wait"), Some("(cannot fail)\n"));
    assert_eq!(all().llm_texts().of("nope"), None);
}
