use toolwright::LlmVisible;

const TEXT: &str = "text";

#[derive(LlmVisible)]
enum E {
    #[llm(b"bytes")]
    Bytes,
    #[llm(404)]
    Number,
    #[llm(concat!("a", "b"))]
    Concat,
    #[llm(TEXT)]
    Constant,
}

fn main() {}
