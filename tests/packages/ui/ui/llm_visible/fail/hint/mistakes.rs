use toolwright::LlmVisible;

#[derive(LlmVisible)]
enum E {
    #[llm("blank", hint = " \u{200B}")]
    Blank,
    #[llm("no literal", hint = HINT)]
    NoLiteral,
    #[llm("no value", hint)]
    NoValue,
    #[llm("twice", hint = "a", hint = "b")]
    Twice,
    #[llm("no field", hint = "ask for {cuty}")]
    NoField { city: String },
    #[llm("secret", hint = "ask for {0}")]
    Secret(#[llm(secret)] String),
    #[llm("source", hint = "ask for {source}")]
    Source { source: String },
    #[llm("braces", hint = "ask for {")]
    Braces,
}

const HINT: &str = "ask again";

#[derive(LlmVisible)]
#[llm(hint = "on the enum")]
enum OnEnum {
    #[llm("a")]
    A(#[llm(hint = "on a field")] u8),
}

fn main() {}
