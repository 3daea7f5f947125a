use toolwright::{ToolSet, tool, toolset};

/// A.
#[tool]
fn a() {}

fn main() {
    let _: ToolSet = toolset![a(), 5, a];
    let _: ToolSet = toolset![#[cfg(all())] a];
    let _: ToolSet = toolset![a; a];
}
