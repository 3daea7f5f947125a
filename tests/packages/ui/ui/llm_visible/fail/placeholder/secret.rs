use toolwright::LlmVisible;

#[derive(LlmVisible)]
#[llm("the key {key} was refused")]
struct Refused {
    #[llm(secret)]
    key: String,
}

fn main() {}
