use toolwright::{LlmText, LlmVisible};

#[derive(LlmVisible)]
enum E {
    #[llm(with = E::string)]
    String,
    #[llm(with = E::result)]
    Result,
}

impl E {
    fn string(&self) -> String {
        "a text".to_owned()
    }
    fn result(&self) -> Result<LlmText, toolwright::BlankText> {
        LlmText::new("a text")
    }
}

fn main() {}
