use std::error::Error;
use toolwright::tool;

/// Reads.
#[tool(visible())]
fn read() -> Result<(), Box<dyn Error + Send + Sync>> {
    Ok(())
}

fn main() {}
