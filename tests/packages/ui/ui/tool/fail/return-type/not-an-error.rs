use toolwright::tool;

struct Plain;

#[derive(Debug)]
struct OnlyDebug;

type Aliased = Result<u8, Plain>;

/// Fails.
#[tool]
fn fail() -> Result<u8, Plain> {
    Err(Plain)
}

/// Fails.
#[tool]
async fn fail_later() -> std::result::Result<(), OnlyDebug> {
    Err(OnlyDebug)
}

/// Fails.
#[tool]
fn fail_by_alias() -> Aliased {
    Err(Plain)
}

fn main() {}
