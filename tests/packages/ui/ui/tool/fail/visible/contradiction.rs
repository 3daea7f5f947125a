use std::error::Error;
use toolwright::tool;

/// Reads.
#[tool(visible(std::io::Error), errors = hidden)]
fn one_way() -> Result<(), Box<dyn Error + Send + Sync>> {
    Ok(())
}

/// Reads.
#[tool(errors = hidden, visible(std::io::Error))]
fn other_way() -> Result<(), Box<dyn Error + Send + Sync>> {
    Ok(())
}

fn main() {}
