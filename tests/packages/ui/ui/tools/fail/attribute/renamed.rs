use toolwright::tool as instrument;
use toolwright::tool;
use toolwright::tools;

struct Door;

#[tools]
impl Door {
    /// Opens.
    #[tool]
    fn open(&self) {}

    /// Closes.
    #[instrument]
    fn close(&self) {}
}

fn main() {}
