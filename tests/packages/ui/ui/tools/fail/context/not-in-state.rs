use toolwright::{ToolSet, ToolState, tool, tools, toolset};

struct Db;

#[derive(ToolState)]
struct App;

struct Till;

#[tools]
impl Till {
    /// Reads.
    #[tool]
    fn read(&self, #[context] db: &Db) {
        let _ = db;
    }
}

fn main() {
    let _: ToolSet<App> = toolset![..Till];
    let _ = ToolSet::<App>::builder().tools(Till);
}
