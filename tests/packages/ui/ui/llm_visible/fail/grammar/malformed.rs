use toolwright::LlmVisible;

#[derive(LlmVisible)]
enum E {
    #[llm]
    Bare,
    #[llm()]
    Empty,
    #[llm = "text"]
    NameValue,
    #[llm(text = "text")]
    Text,
    #[llm("text" hidden)]
    NoComma,
    #[llm(: hidden)]
    Punctuation,
}

#[derive(LlmVisible)]
#[llm(default = "hidden")]
enum Quoted {
    A,
}

#[derive(LlmVisible)]
#[llm(default)]
enum NoValue {
    A,
}

fn main() {}
