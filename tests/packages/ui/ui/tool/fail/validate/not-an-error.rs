use toolwright::tool;

struct NotAnError;

fn fails(_: &u32) -> Result<(), NotAnError> {
    Err(NotAnError)
}

/// Takes nothing.
#[tool]
fn take(#[arg(validate = fails)] a: u32) -> u32 {
    a
}

fn main() {}
