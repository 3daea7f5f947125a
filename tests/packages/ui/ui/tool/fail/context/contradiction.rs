use toolwright::tool;

struct Db;

/// Reads.
#[tool]
fn read(#[context] #[arg(default = 1)] db: &Db, #[context] #[context] more: &Db, #[context(x)] third: &Db) {
    let _ = (db, more, third);
}

fn main() {}
