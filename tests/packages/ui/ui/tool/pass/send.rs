// A value that is not `Send` may live between two awaits.
use toolwright::{ToolSet, tool, toolset};

/// Waits.
#[tool]
async fn local(n: u32) -> u32 {
    let k = {
        let rc = std::rc::Rc::new(n);
        *rc + 1
    };
    std::future::ready(()).await;
    k
}

fn main() {
    let _: ToolSet = toolset![local];
}
