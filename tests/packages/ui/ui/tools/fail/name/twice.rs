use toolwright::{ToolSet, tool, tools, toolset};

struct Door;

#[tools]
impl Door {
    /// Opens.
    #[tool]
    fn open(&self) {}

    /// Opens wide.
    #[tool(name = "open")]
    fn open_wide(&self) {}

    /// Opens again.
    #[cfg(all())]
    #[tool(name = "open")]
    fn open_again(&self) {}

    /// No name for a tool.
    #[tool(name = "9 lives")]
    fn live(&self) {}
}

fn main() {
    let _: ToolSet = toolset![..Door];
}
