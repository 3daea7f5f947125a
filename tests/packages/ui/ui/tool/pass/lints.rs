// The expansion fires no lint in the user's code, and silences none.
#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    missing_copy_implementations,
    unused_qualifications,
    unused_imports,
    unused_lifetimes,
    single_use_lifetimes,
    unreachable_pub,
    elided_lifetimes_in_paths,
    let_underscore_drop,
    unused_results,
    variant_size_differences,
    unused_mut,
    unused_variables,
    unreachable_code,
    non_ascii_idents,
    unused_must_use
)]
//! Docs.

use toolwright::error_handler::from_fn;
use toolwright::{LlmVisible, ToolSet, tool, toolset};

/// Docs.
pub mod api {
    use std::collections::HashMap;
    use toolwright::{LlmVisible, tool};

    /// Adds one.
    #[tool]
    pub fn inc(
        /// the number
        n: i32,
        #[arg(default = 1, example = 2)] by: i32,
    ) -> i32 {
        n + by
    }

    /// Why it failed.
    #[derive(Clone, Copy, Debug, LlmVisible)]
    pub enum E {
        /// none
        #[llm("nothing there")]
        Nothing,
    }

    /// Gets.
    #[tool]
    pub fn get(m: HashMap<String, i64>, k: String) -> Result<i64, E> {
        m.get(&k).copied().ok_or(E::Nothing)
    }

    /// Sums up.
    #[tool]
    pub fn total(mut xs: Vec<i64>, mut extra: Option<i64>) -> i64 {
        xs.push(extra.take().unwrap_or(0));
        xs.iter().sum()
    }

    /// Is old.
    #[tool]
    #[deprecated]
    pub fn old() {}

    /// Must be used.
    #[tool]
    #[must_use]
    pub const fn must() -> u8 {
        1
    }
}

mod private {
    #[derive(Debug, toolwright::LlmVisible)]
    pub(crate) enum E {
        #[llm("key {0} missing")]
        Key(String),
    }

    /// Gets.
    #[toolwright::tool(name = "get_privately")]
    pub(crate) fn get(m: std::collections::HashMap<String, i64>, k: String) -> Result<i64, E> {
        m.get(&k).copied().ok_or(E::Key(k))
    }
}

/// Does nothing.
#[tool]
fn unit() {}

/// Never ends.
#[tool]
async fn never(_s: String) -> String {
    loop {
        std::future::pending::<()>().await
    }
}

/// Not there yet.
#[tool]
async fn todo_body(n: u8) -> u8 {
    let _ = n;
    unimplemented!()
}

/// Infers.
#[tool]
async fn inferred(s: String) -> Result<u32, Box<dyn std::error::Error + Send + Sync>> {
    Ok(s.parse()?)
}

/// Why.
#[derive(Debug, LlmVisible)]
enum Nope {
    #[llm("nope")]
    Nope,
}

/// Says no.
#[tool(on_error = |_error, context| Err(context.fail()))]
fn nope() -> Result<(), Nope> {
    Err(Nope::Nope)
}

fn main() {
    let tools: ToolSet = toolset![
        api::inc, api::get, api::total, api::must, private::get, unit, never, todo_body, inferred, nope,
    ];
    assert_eq!(tools.names().count(), 10);
    let _ = api::inc(1, 2);
    let _ = api::total(vec![], None);
    let _ = api::must();
    unit();
    let _ = from_fn(|_error, context| Err(context.fail()));
    let _ = nope();
}
