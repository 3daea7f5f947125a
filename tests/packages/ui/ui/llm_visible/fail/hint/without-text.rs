use toolwright::{LlmText, LlmVisible, LlmVisibleError, llm_text};

#[derive(LlmVisible)]
#[llm(default = hidden)]
enum E {
    #[llm(hidden, hint = "ask again")]
    Hidden,
    #[llm(transparent, hint = "ask again")]
    Transparent(LlmVisibleError),
    #[llm(with = text, hint = "ask again")]
    Computed,
    #[llm(hint = "ask again")]
    Undecided,
}

fn text(_: &E) -> LlmText {
    llm_text!("computed")
}

fn main() {}
