use toolwright::{tool, tools};

struct Words<'a>(&'a str);

#[tools]
impl<'a> Words<'a> {
    /// Finds.
    #[tool]
    fn find(&self, word: &'a str) -> Option<usize> {
        self.0.find(word)
    }
}

fn main() {}
