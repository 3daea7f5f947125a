use toolwright::{ToolSet, tool, tools, toolset};

struct Door;

#[tools]
impl Door {
    /// Breaks.
    #[tool]
    fn smash(self) {}

    /// Opens.
    #[tool]
    fn open(&mut self) {}

    /// Closes.
    #[tool]
    async fn close<'a>(&'a mut self) {}
}

fn main() {
    let _: ToolSet = toolset![..Door];
}
