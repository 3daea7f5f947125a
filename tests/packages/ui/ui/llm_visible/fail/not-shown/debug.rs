//! `{:?}` shows the inside of a type.

use toolwright::{LlmText, LlmVisible, llm_text};

#[derive(Debug)]
struct Order {
    row: u32,
}

#[derive(LlmVisible)]
enum E {
    #[llm("no order {0:?}")]
    Derived(Order),
    #[llm("one of {0:?}")]
    List(Vec<String>),
    #[llm("number {0:#?}")]
    Option(Option<u32>),
}

fn in_a_macro(order: &Order) -> LlmText {
    llm_text!("no order {order:?}")
}

fn main() {}
