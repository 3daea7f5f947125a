use toolwright::tool;

struct Db;

/// Reads.
#[tool]
fn read(#[context] db: Db, #[context] shared: std::sync::Arc<Db>, #[context] exclusive: &mut Db) {
    let _ = (db, shared, exclusive);
}

fn main() {}
