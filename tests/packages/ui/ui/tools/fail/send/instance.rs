use std::cell::Cell;
use toolwright::{ToolSet, tool, tools, toolset};

struct Counter(Cell<u32>);

#[tools]
impl Counter {
    /// Counts.
    #[tool]
    fn count(&self) -> u32 {
        self.0.get()
    }
}

fn main() {
    let _: ToolSet = toolset![..Counter(Cell::new(1))];
}
