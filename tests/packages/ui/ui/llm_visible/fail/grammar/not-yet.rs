use toolwright::LlmVisible;

#[derive(LlmVisible)]
enum E {
    #[llm("the city is not known", hint = "ask for the country")]
    City,
    #[llm("busy", retryable)]
    Busy,
}

fn main() {}
