use toolwright::{ToolSet, tool, toolset};

fn plain() {}

struct Unit;

/// A.
#[tool]
fn a() {}

fn main() {
    let _: ToolSet = toolset![a, plain];
    let _: ToolSet = toolset![a, missing];
    let _: ToolSet = toolset![a, Unit];
    let _: ToolSet = toolset![..Unit];
    let _: ToolSet = toolset![Unit];
    let _ = ToolSet::<()>::builder().tools(Unit);
}
