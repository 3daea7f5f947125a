use toolwright::LlmVisible;

#[derive(LlmVisible)]
#[llm("the file cannot be read", hint = "tell the user {0}")]
struct Read(std::io::Error);

fn main() {}
