//! A variant that decides nothing does not compile, and uses of the item add no errors.

use toolwright::LlmVisible;

#[derive(Debug, LlmVisible)]
enum OrderError {
    #[llm("there is no such order")]
    NotFound,
    Locked { row: u32 },
    /// Its documentation decides nothing.
    Database(String),
}

fn used(error: &OrderError) -> bool {
    error.message_for_llm().is_some()
}

fn main() {}
