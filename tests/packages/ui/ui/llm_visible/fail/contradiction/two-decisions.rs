use toolwright::{LlmText, LlmVisible, LlmVisibleError};

#[derive(LlmVisible)]
enum E {
    #[llm("a text", hidden)]
    TextAndHidden,
    #[llm(hidden)]
    #[llm("a text")]
    HiddenAndText,
    #[llm(transparent)]
    #[llm(with = E::text)]
    TransparentAndWith(LlmVisibleError),
}

impl E {
    fn text(&self) -> Option<LlmText> {
        None
    }
}

fn main() {}
