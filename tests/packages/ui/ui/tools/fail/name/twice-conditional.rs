use toolwright::{tool, tools};

struct Door;

#[tools]
impl Door {
    /// Opens.
    #[cfg(all())]
    #[tool]
    fn open(&self) {}

    /// Opens wide.
    #[cfg(not(any()))]
    #[tool(name = "open")]
    fn open_wide(
        &self,
        #[cfg(all())]
        #[arg(name = "width")]
        wide: u8,
        #[cfg(all())] width: u8,
    ) -> u8 {
        wide + width
    }
}

fn main() {}
