use std::rc::Rc;
use toolwright::{ToolSet, tool, tools, toolset};

struct Holder<T>(T);

#[tools]
impl<T: Clone> Holder<T> {
    /// Does nothing.
    #[tool]
    fn nothing(&self) {}
}

fn main() {
    let _: ToolSet = toolset![..Holder(1)];
    let _: ToolSet = toolset![..Holder(Rc::new(1))];
}
