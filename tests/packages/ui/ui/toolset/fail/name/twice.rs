use toolwright::{ToolSet, tool, toolset};

/// A.
#[tool]
fn a() {}

mod more {
    /// A as well.
    #[toolwright::tool(name = "a")]
    pub fn b() {}
}

fn main() {
    let _: ToolSet = toolset![a, more::b];
    let _: ToolSet = toolset![a, a];
    let _: ToolSet = toolset![#[cfg(all())] a, #[cfg(all())] a];
}
