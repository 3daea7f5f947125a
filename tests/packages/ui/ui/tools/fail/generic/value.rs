use toolwright::{tool, tools};

struct Holder<T>(T);

#[tools]
impl<T: Clone + Send> Holder<T> {
    /// Gives.
    #[tool]
    fn give(&self) -> T {
        self.0.clone()
    }

    /// Takes.
    #[tool]
    fn take(&self, value: T) {
        drop(value);
    }
}

fn main() {}
