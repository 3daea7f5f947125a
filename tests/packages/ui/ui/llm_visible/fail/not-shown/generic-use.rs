//! What the text needs of a type parameter is asked for where the error is used.

use toolwright::LlmVisible;

#[derive(LlmVisible)]
#[llm("no {0}")]
struct No<T>(T);

#[derive(LlmVisible)]
#[llm("no {0:?}")]
struct NoDebug<T>(T);

fn used() {
    let _ = No(5).message_for_llm();
    let _ = NoDebug('c').message_for_llm();
    let _ = No(vec![5]).message_for_llm();
    let _ = LlmVisible::message_for_llm(&NoDebug(vec![5]));
}

fn main() {}
