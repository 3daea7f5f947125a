use toolwright::{tool, tools};

trait Open {
    fn open(&self);
}

struct Door;

#[tools]
impl Open for Door {
    /// Opens.
    #[tool]
    fn open(&self) {}
}

fn main() {
    Door.open();
}
