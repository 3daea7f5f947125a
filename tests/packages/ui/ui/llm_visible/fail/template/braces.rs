use toolwright::LlmVisible;

#[derive(LlmVisible)]
enum E {
    #[llm("no order {id")]
    Open { id: u32 },
    #[llm("no order {id {id}")]
    Nested { id: u32 },
    #[llm("no order id}")]
    Close { id: u32 },
    #[llm("} {id} }")]
    Twice { id: u32 },
}

fn main() {}
