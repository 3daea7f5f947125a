use toolwright::tool;

/// Waits with an `Rc` in hand.
#[tool]
async fn wait(n: u32) -> u32 {
    let rc = std::rc::Rc::new(n);
    std::future::ready(()).await;
    *rc
}

fn main() {}
