use toolwright::{ToolSet, tool, toolset};

/// A.
#[tool]
fn a() {}

fn main() {
    let _: ToolSet = toolset![a(), 5, a];
    let _: ToolSet = toolset![#[allow(dead_code)] #[cfg_attr(all(), inline)] a];
    let _: ToolSet = toolset![a; a];
}
