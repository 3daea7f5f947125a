use std::error::Error;
use toolwright::{ToolSet, tool, tools, toolset};

trait Store: Send + Sync + 'static {
    type Error: Error + Send + Sync;
    fn count(&self) -> Result<usize, Self::Error>;
}

struct Api<S>(S);

#[tools]
impl<S: Store> Api<S> {
    /// Counts.
    #[tool]
    fn count(&self) -> Result<usize, S::Error> {
        self.0.count()
    }

    /// Counts as well.
    #[tool]
    async fn count_again(&self) -> Result<usize, impl Error + Send + Sync> {
        self.0.count()
    }
}

fn set(store: impl Store) -> ToolSet {
    toolset![..Api(store)]
}

fn main() {}
