//! A template shows fields only.

use toolwright::LlmVisible;

struct Order {
    id: u32,
}

#[derive(LlmVisible)]
enum E {
    #[llm("no order {order.id}")]
    Field { order: Order },
    #[llm("no order {0.id}")]
    TupleField(Order),
    #[llm("{name.len()} is too long")]
    Call { name: String },
    #[llm("at most {u32::MAX}")]
    Path,
    #[llm("no order {self.order}")]
    This { order: u32 },
}

fn main() {}
