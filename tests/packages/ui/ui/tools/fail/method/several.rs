use toolwright::{ToolSet, tool, tools, toolset};

struct Door;

#[tools(name = "door")]
impl Door {
    #[tool(nam = "x")]
    fn open(&self, (a, b): (u8, u8)) -> u8 {
        a + b
    }

    /// Closes.
    #[tool]
    fn close(&self, #[context] slowly: bool) {
        let _ = slowly;
    }

    /// Knocks.
    #[tool = "x"]
    #[tool]
    fn knock(&self) {}
}

fn main() {
    let door = Door;
    let _ = door.open((1, 2));
    let _: ToolSet = toolset![..door];
}
