use std::error::Error;
use toolwright::tool;

/// Reads.
#[tool(visible(std::io::Error, std::fmt::Error, std::io::Error))]
fn read() -> Result<(), Box<dyn Error + Send + Sync>> {
    Ok(())
}

fn main() {}
