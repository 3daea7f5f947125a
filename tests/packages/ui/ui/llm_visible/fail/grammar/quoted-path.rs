use toolwright::LlmVisible;

#[derive(LlmVisible)]
#[llm(crate = "toolwright")]
enum E {
    #[llm(with = "E::text")]
    Quoted,
    #[llm(with)]
    NoPath,
    #[llm(with = |error| None)]
    Closure,
    #[llm(with = E::text())]
    Call,
}

fn main() {}
