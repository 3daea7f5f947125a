use toolwright::{tool, tools};

struct Door;

#[tools]
impl Door {
    /// Opens.
    #[tool]
    fn open<T: Into<u8>, const N: usize>(&self, wide: T) {
        let _ = wide;
    }

    /// Closes.
    #[tool]
    fn close(&self, slowly: impl Into<bool>) {
        let _ = slowly;
    }
}

fn main() {}
