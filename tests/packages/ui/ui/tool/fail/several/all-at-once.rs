use toolwright::{ToolSet, tool, toolset};

#[tool(nmae = "x", timeout = "5")]
fn both(#[arg(defualt = 1)] a: i64, _: u8) -> i64 {
    a
}

fn main() {
    let _ = both(1, 2);
    let _: ToolSet = toolset![both];
}
