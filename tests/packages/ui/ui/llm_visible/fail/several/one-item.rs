//! Several mistakes at once: each is reported, and nothing beside them.

use toolwright::LlmVisible;

#[derive(LlmVisible)]
#[llm(defualt = hidden)]
enum E<T> {
    #[llm("")]
    Blank,
    #[llm("no {idd}, {}")]
    Typo { id: u32, rest: T },
    #[llm(transparent)]
    Empty,
    Undecided(T),
}

fn used(error: &E<u8>) -> bool {
    error.message_for_llm().is_some()
}

fn main() {}
