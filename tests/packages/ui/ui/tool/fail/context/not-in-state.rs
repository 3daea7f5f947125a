use toolwright::{ToolSet, ToolState, tool, toolset};

struct Db;
struct Mail;

#[derive(ToolState)]
struct App {
    db: Db,
}

/// Reads.
#[tool]
fn read(#[context] db: &Db, #[context] mail: &Mail) {
    let _ = (db, mail);
}

fn main() {
    let app = App { db: Db };
    let _ = app.db;
    let _: ToolSet<App> = toolset![read];
}
