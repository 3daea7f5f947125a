use toolwright::LlmVisible;

#[derive(LlmVisible)]
enum E {
    #[llm("at {0:x}")]
    Float(f64),
    #[llm("at {0:e}")]
    Text(String),
}

fn main() {}
