use toolwright::tool;

struct Opaque;

/// Gives what cannot be shown.
#[tool]
fn give() -> Opaque {
    Opaque
}

/// Gives many.
#[tool]
async fn many() -> Result<Vec<Opaque>, std::io::Error> {
    Ok(Vec::new())
}

/// Gives a future.
#[tool]
fn later() -> impl Future<Output = u8> {
    std::future::ready(1)
}

fn main() {}
