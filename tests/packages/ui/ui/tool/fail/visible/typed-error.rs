use toolwright::{LlmVisibleError, tool};

/// Reads.
#[tool(visible(LlmVisibleError))]
fn typed() -> Result<(), std::io::Error> {
    Ok(())
}

type Alias = Result<(), LlmVisibleError>;

/// Reads.
#[tool(visible(LlmVisibleError))]
async fn typed_later() -> Alias {
    Ok(())
}

fn main() {}
