use std::error::Error;
use toolwright::{LlmVisible, tool};

#[derive(Debug, LlmVisible)]
#[llm("visible, but no error")]
struct Visible;

mod errors {
    #[derive(Debug)]
    pub struct Plain;

    impl std::fmt::Display for Plain {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("an error, but not visible")
        }
    }

    impl std::error::Error for Plain {}
}

/// Reads.
#[tool(visible(errors::Plain))]
fn an_error() -> Result<(), Box<dyn Error + Send + Sync>> {
    Ok(())
}

/// Reads.
#[tool(visible(Visible))]
async fn a_text() -> Result<(), Box<dyn Error + Send + Sync>> {
    Ok(())
}

fn main() {}
