use toolwright::LlmVisible;

#[derive(LlmVisible)]
enum E {
    #[llm("order {id:z}")]
    Unknown { id: u32 },
    #[llm("order {id:p}")]
    Pointer { id: &'static u32 },
    #[llm("order {id:>width$}")]
    Width { id: u32, width: usize },
    #[llm("order {id:.*}")]
    Star { id: f64 },
}

fn main() {}
