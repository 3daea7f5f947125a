use toolwright::LlmVisible;

#[derive(LlmVisible)]
enum E {
    #[llm("one")]
    #[llm("two")]
    Text,
    #[llm(hidden, hidden)]
    Hidden,
}

#[derive(LlmVisible)]
#[llm(default = hidden)]
#[llm(default = hidden)]
enum Default {
    A,
}

fn main() {}
