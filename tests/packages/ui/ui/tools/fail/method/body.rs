use toolwright::{tool, tools};

struct Door;

#[tools]
impl Door {
    /// Opens.
    #[tool]
    fn open(&self) -> u8 {
        "wide"
    }

    /// Has no body.
    #[tool]
    fn close(&self);
}

fn main() {}
