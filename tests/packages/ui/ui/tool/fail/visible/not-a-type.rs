use std::error::Error;
use toolwright::tool;

/// Reads.
#[tool(visible(Missing))]
fn unknown() -> Result<(), Box<dyn Error + Send + Sync>> {
    Ok(())
}

/// Reads.
#[tool(visible(5))]
fn number() -> Result<(), Box<dyn Error + Send + Sync>> {
    Ok(())
}

fn main() {}
