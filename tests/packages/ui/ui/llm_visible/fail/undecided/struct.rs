use toolwright::LlmVisible;

#[derive(Debug, LlmVisible)]
struct Outage;

fn main() {}
