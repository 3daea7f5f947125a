use toolwright::LlmVisible;

#[derive(LlmVisible)]
enum E {
    #[llm(transparent)]
    Io(std::io::Error),
    #[llm(transparent)]
    Named { inner: String },
}

fn main() {}
