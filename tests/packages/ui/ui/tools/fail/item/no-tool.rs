use toolwright::{ToolSet, tools, toolset};

struct Door;

#[tools]
impl Door {
    fn open(&self) {}
}

fn main() {
    Door.open();
    let _: ToolSet = toolset![..Door];
}
