//! The text of an error is for developers, whatever holds the error.

use std::error::Error;
use std::sync::Arc;
use toolwright::{LlmVisible, LlmVisibleError};

type Alias = std::num::ParseIntError;

#[derive(LlmVisible)]
enum E {
    #[llm("failed: {0}")]
    Plain(std::io::Error),
    #[llm("failed: {inner}")]
    Alias { inner: Alias },
    #[llm("failed: {0}")]
    Boxed(Box<dyn Error + Send + Sync>),
    #[llm("failed: {0}")]
    Anyhow(anyhow::Error),
    #[llm("failed: {0}")]
    Shared(Arc<std::fmt::Error>),
    #[llm("failed: {0}")]
    SharedAnyhow(Arc<anyhow::Error>),
    #[llm("failed: {0:?}")]
    Debug(std::fmt::Error),
    #[llm("failed: {0}")]
    Visible(LlmVisibleError),
    #[llm("{0}")]
    Alone(std::fmt::Error),
}

#[derive(LlmVisible)]
#[llm("failed: {0}")]
struct Borrowed<'a>(&'a (dyn Error + 'static));

#[derive(LlmVisible)]
#[llm("failed: {0}")]
struct Generic<T: Error>(T);

fn main() {}
