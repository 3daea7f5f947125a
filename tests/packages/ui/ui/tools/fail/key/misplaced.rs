use toolwright::{tool, tools};

struct Door;

#[tools]
impl Door {
    /// Opens.
    #[tool(type = Open)]
    fn open(&self) {}

    /// Closes.
    #[tool(crate = toolwright)]
    fn close(&self) {}

    /// Asks first.
    #[tool(needs_approval)]
    fn smash(&self) {}
}

fn main() {}
