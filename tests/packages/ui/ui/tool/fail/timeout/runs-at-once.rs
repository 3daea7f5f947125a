use toolwright::{tool, tools};

/// Waits.
#[tool(timeout = "5s")]
fn wait() {}

struct Shop;

#[tools]
impl Shop {
    /// Waits, too.
    #[tool(name = "wait_too", timeout = "5s")]
    fn wait(&self) {}
}

fn main() {
    wait();
    Shop.wait();
}
