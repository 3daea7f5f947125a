use toolwright::{LlmText, LlmVisible, llm_text};

#[derive(LlmVisible)]
enum E {
    #[llm(with = text)]
    OfTheField(u32),
    #[llm(with = absent)]
    NotFound,
}

fn text(field: &u32) -> LlmText {
    llm_text!("field {field}")
}

fn main() {}
