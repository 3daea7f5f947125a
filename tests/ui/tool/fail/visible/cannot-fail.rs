use toolwright::{LlmVisibleError, tool};

/// Reads.
#[tool(visible(LlmVisibleError))]
fn read() -> String {
    String::new()
}

fn main() {}
