use toolwright::LlmVisible;

#[derive(LlmVisible)]
#[llm("text", crate = kit)]
struct E;

fn main() {}
