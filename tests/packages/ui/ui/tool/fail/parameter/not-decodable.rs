use toolwright::tool;

struct Opaque;

#[derive(serde::Deserialize)]
struct NoSchema;

/// Takes what no model can write.
#[tool]
fn take(opaque: Opaque, many: Vec<NoSchema>, lent: &Opaque, n: u8) {
    let _ = (opaque, many, lent, n);
}

fn main() {}
