use toolwright::tool;

struct Opaque;

/// Reads.
#[tool(errors = hidden)]
fn read() -> Result<(), Opaque> {
    Err(Opaque)
}

fn main() {}
