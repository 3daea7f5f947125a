use toolwright::LlmVisible;

#[derive(LlmVisible)]
enum E {
    #[llm("no order {ordr_id}")]
    Near { order_id: u32 },
    #[llm("no order {number}, {number}")]
    Far { order_id: u32, shop: String },
    #[llm("no order {1}")]
    Index(u32),
    #[llm("no order {0}")]
    IndexOfNamed { order_id: u32 },
    #[llm("no order {id}")]
    NameOfTuple(u32),
    #[llm("no order {id}")]
    Unit,
}

fn main() {}
