use toolwright::LlmVisible;

#[derive(LlmVisible)]
enum E {
    #[llm(hiden)]
    Near,
    #[llm(skip)]
    Far,
    #[llm("a text", transparnt)]
    Beside,
}

fn main() {}
