use toolwright::{tool, tools};

struct Door;

#[tools]
impl Door {
    /// Opens.
    #[tool]
    fn open(&self) {}
}

#[tools]
impl Door {
    /// Closes.
    #[tool]
    fn close(&self) {}
}

fn main() {}
