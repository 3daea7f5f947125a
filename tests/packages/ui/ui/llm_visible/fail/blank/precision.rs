use toolwright::LlmVisible;

#[derive(LlmVisible)]
#[llm("{sure:.0}")]
struct Cut {
    sure: bool,
}

#[derive(LlmVisible)]
#[llm("{sure} {name:.0}")]
struct AlsoCut {
    sure: bool,
    name: String,
}

fn main() {}
