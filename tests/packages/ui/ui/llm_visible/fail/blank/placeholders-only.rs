//! A text of nothing but placeholders needs one type that is never blank.

use toolwright::LlmVisible;

struct Name(String);

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

#[derive(LlmVisible)]
enum E {
    #[llm("{0}")]
    Text(String),
    #[llm("{0} {1}\u{200B}")]
    Two(Name, String),
    #[llm("{0}{1}")]
    OneIsEnough(String, u32),
}

#[derive(LlmVisible)]
#[llm("{0}")]
struct Generic<T: std::fmt::Display>(T);

fn main() {}
