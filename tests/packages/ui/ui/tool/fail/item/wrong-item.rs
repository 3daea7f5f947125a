use toolwright::tool;

/// A struct.
#[tool]
struct Order {
    id: u64,
}

trait Desk {
    /// Opens.
    #[tool]
    fn open();
}

fn main() {}
