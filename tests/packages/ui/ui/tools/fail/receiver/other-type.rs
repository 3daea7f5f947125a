use std::rc::Rc;
use toolwright::{tool, tools};

struct Door;

#[tools]
impl Door {
    /// Opens.
    #[tool]
    fn open(self: Box<Self>) {}

    /// Closes.
    #[tool]
    fn close(self: &Rc<Self>) {}

    /// Breaks.
    #[tool]
    fn smash(self: Self) {}
}

fn main() {}
