use std::backtrace::Backtrace;
use std::panic::Location;
use std::sync::Arc;
use toolwright::LlmVisible;

#[derive(LlmVisible)]
enum E {
    #[llm("failed: {0}")]
    Trace(Backtrace),
    #[llm("failed: {0}")]
    Shared(Arc<Backtrace>),
    #[llm("failed at {at}")]
    Place { at: &'static Location<'static> },
}

fn main() {}
