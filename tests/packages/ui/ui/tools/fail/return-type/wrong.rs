use toolwright::{tool, tools};

struct Opaque;

struct Door;

#[tools]
impl Door {
    /// Opens.
    #[tool]
    fn open(&self) -> Opaque {
        Opaque
    }

    /// Closes.
    #[tool]
    fn close(&self) -> Result<u8, Opaque> {
        Err(Opaque)
    }
}

fn main() {}
