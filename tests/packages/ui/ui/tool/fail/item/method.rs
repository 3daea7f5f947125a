use toolwright::tool;

struct Desk;

impl Desk {
    /// Opens.
    #[tool]
    fn open(&self) {}
}

fn main() {}
