// Every key, alone and together, also through `macro_rules!`, without a lint fired in the user's code.
#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    unused_qualifications,
    unused_imports,
    unreachable_pub,
    let_underscore_drop,
    unused_results,
    unused_mut,
    unused_variables,
    unused_must_use
)]
//! Docs.

use std::error::Error;
use std::sync::Arc;
use toolwright::error_handler::{ToolErrorHandlerResult, fail_invocation};
use toolwright::{LlmVisible, LlmVisibleError, ToolContext, ToolState, llm_text, tool, toolset};

/// Docs.
#[derive(Debug, ToolState)]
pub struct App {
    db: Arc<String>,
    limit: u32,
}

/// Reads.
#[tool(
    name = "read_it",
    description = "Reads it.",
    on_error = fail_invocation(),
    on_bad_arguments = |_error, context| match context.message_for_llm() {
        Some(text) => Ok(ToolErrorHandlerResult::text(text.clone())),
        None => Ok(ToolErrorHandlerResult::text(llm_text!("again"))),
    },
    visible(LlmVisibleError, Named),
    read_only,
    blocking,
    max_output = "16KiB",
    timeout = "90s",
    unknown_arguments = ignore,
    type = ReadIt,
)]
pub fn read(
    mut word: String,
    lent: &str,
    #[context] db: &Arc<String>,
    #[context] limit: &u32,
    #[context] context: &ToolContext,
) -> Result<String, Box<dyn Error + Send + Sync>> {
    word.push_str(lent);
    let _ = (db, limit, context.call());
    Ok(word)
}

/// Named.
#[derive(Clone, Copy, Debug, LlmVisible)]
#[llm("named")]
pub struct Named;

impl std::fmt::Display for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("named")
    }
}

impl Error for Named {}

/// Deletes.
#[tool(destructive, idempotent, errors = hidden)]
pub async fn delete(id: u64) -> Result<(), Named> {
    if id == 0 { Err(Named) } else { Ok(()) }
}

macro_rules! tools {
    ($($name:ident, $limit:literal, $type:ty, $handler:expr;)*) => {$(
        /// Through a macro.
        #[tool(max_output = $limit, visible($type), on_bad_arguments = $handler, idempotent)]
        fn $name() -> Result<(), Box<dyn Error + Send + Sync>> {
            Ok(())
        }
    )*};
}

tools! {
    one, "64B", Named, fail_invocation();
    two, "1MiB", Named, |_error, context| Err(context.fail());
}

/// Blocks without parameters.
#[tool(blocking)]
fn wait() {}

/// Is old, and blocks.
#[tool(blocking)]
#[deprecated]
fn old(id: u64) -> u64 {
    id
}

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let tools: toolwright::ToolSet<App> = toolset![ReadIt, delete, one, two, wait];
    assert_eq!(tools.names().count(), 5);
    let app = App {
        db: Arc::new(String::new()),
        limit: 1,
    };
    let arguments = r#"{"word": "a", "lent": "b", "more": 1}"#;
    let call = toolwright::testing::dispatch(&tools, &app, "read_it", arguments);
    assert_eq!(toolwright::testing::block_on(call)?.text(), "ab");
    assert_eq!((app.db.len(), app.limit), (0, 1));
    one()?;
    two()?;
    wait();
    Ok(())
}
