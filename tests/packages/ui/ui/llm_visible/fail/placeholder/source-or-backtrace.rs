//! What thiserror takes for a source or a backtrace, whatever its type.

use toolwright::LlmVisible;

#[derive(Debug, thiserror::Error, LlmVisible)]
enum E {
    #[error("disk")]
    #[llm("cannot read: {source}")]
    ByName { source: std::io::Error },
    #[error("disk")]
    #[llm("cannot read: {cause}")]
    ByAttribute {
        #[source]
        cause: std::io::Error,
    },
    #[error("disk")]
    #[llm("cannot read: {0}")]
    From(#[from] std::io::Error),
}

#[derive(LlmVisible)]
#[llm("failed at {backtrace}")]
struct Trace {
    backtrace: String,
}

fn main() {}
