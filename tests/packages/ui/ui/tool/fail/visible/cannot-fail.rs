use toolwright::{LlmVisibleError, tool};

/// Reads.
#[tool(visible(LlmVisibleError))]
fn read() -> String {
    String::new()
}

/// Reads.
#[tool(visible(LlmVisibleError))]
async fn infallible() -> Result<String, std::convert::Infallible> {
    Ok(String::new())
}

fn main() {}
