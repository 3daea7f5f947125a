use toolwright::LlmVisible;

#[derive(LlmVisible)]
#[llm("either")]
union Either {
    a: u32,
    b: f32,
}

fn used(either: &Either) -> bool {
    either.message_for_llm().is_some()
}

fn main() {}
