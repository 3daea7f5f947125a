use toolwright::{ToolSet, tool, tools, toolset};

struct Door;

#[tools]
impl Door {
    #[tool]
    fn open(&self) {}

    #[doc = concat!(" ", "")]
    #[tool]
    fn close(&self) {}
}

fn main() {
    let _: ToolSet = toolset![..Door];
}
