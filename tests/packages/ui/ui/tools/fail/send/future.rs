use std::rc::Rc;
use toolwright::{tool, tools};

struct Counter;

#[tools]
impl Counter {
    /// Counts.
    #[tool]
    async fn count(&self) -> u32 {
        let held = Rc::new(1);
        std::future::ready(()).await;
        *held
    }
}

fn main() {}
