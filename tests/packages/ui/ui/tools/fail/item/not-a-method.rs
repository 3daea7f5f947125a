use toolwright::{tool, tools};

struct Door;

#[tools]
impl Door {
    /// How wide it is.
    #[tool]
    const WIDTH: u8 = 90;

    /// Opens.
    #[tool]
    fn open(&self) -> u8 {
        Self::WIDTH
    }
}

fn main() {}
