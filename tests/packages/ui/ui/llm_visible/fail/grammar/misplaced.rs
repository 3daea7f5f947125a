use toolwright::LlmVisible;

#[derive(LlmVisible)]
#[llm("every variant decides")]
#[llm(hidden)]
enum OnEnum {
    #[llm("a", crate = toolwright)]
    A,
    #[llm("b", default = hidden)]
    B,
    #[llm("c {0}")]
    C(#[llm(hidden)] u8),
    #[llm(hidden, secret)]
    D(#[llm("text")] u8),
}

#[derive(LlmVisible)]
#[llm("a", default = hidden)]
struct OnStruct;

fn main() {}
