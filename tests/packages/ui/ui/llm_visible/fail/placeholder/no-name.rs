use toolwright::LlmVisible;

#[derive(LlmVisible)]
enum E {
    #[llm("no order {}")]
    Named { order_id: u32 },
    #[llm("no order {:?}")]
    Tuple(u32),
    #[llm("unknown type {r#type}")]
    Raw { r#type: String },
}

fn main() {}
