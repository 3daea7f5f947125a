use secrecy::SecretString;
use toolwright::{LlmText, LlmVisible, llm_text};

struct Order;

#[derive(LlmVisible)]
enum E {
    #[llm("the key {0} was refused")]
    Secret(SecretString),
    #[llm("no order {order}")]
    NoDisplay { order: Order },
    #[llm("no order {0}")]
    Option(Option<u32>),
}

fn in_a_macro(key: &SecretString) -> LlmText {
    llm_text!("the key {key} was refused")
}

fn generic<T>(value: &T) -> LlmText {
    llm_text!("saw {value}")
}

fn main() {}
