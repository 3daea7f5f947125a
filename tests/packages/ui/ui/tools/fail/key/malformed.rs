use toolwright::{tool, tools};

struct Door;

#[tools(crate = "toolwright")]
impl Door {
    /// Opens.
    #[tool]
    fn open(&self) {}
}

#[tools(crate = toolwright, crate = toolwright)]
impl Gate {
    /// Opens.
    #[tool]
    fn open(&self) {}
}

struct Gate;

fn main() {}
