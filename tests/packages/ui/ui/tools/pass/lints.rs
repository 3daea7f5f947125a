// The expansion fires no lint in the user's code, and silences none.
#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    missing_copy_implementations,
    unused_qualifications,
    unused_imports,
    unused_lifetimes,
    single_use_lifetimes,
    unreachable_pub,
    elided_lifetimes_in_paths,
    let_underscore_drop,
    unused_results,
    variant_size_differences,
    unused_mut,
    unused_variables,
    unreachable_code,
    non_ascii_idents,
    unused_must_use,
    trivial_bounds
)]
//! Docs.

/// Docs.
pub mod api {
    // Used by `#[tools]` alone.
    use toolwright::{tool, tools};

    /// A shop.
    #[derive(Clone, Debug)]
    pub struct Shop<'n, T: Clone = u8, const N: usize = 2> {
        name: &'n str,
        stock: [T; N],
    }

    #[tools]
    impl<'n, T: Clone + Send + Sync, const N: usize> Shop<'n, T, N> {
        /// Opens.
        pub const fn new(name: &'n str, stock: [T; N]) -> Self {
            Self { name, stock }
        }

        /// Names.
        #[tool]
        #[must_use]
        pub const fn name(&self) -> &'n str {
            self.name
        }

        /// Counts.
        #[tool]
        #[deprecated]
        pub async fn count(&self, mut from: usize, #[arg(default = 1)] by: usize) -> usize {
            from += self.stock.len() * by;
            from
        }

        /// Says no.
        #[tool(on_error = |_error, context| Err(context.fail()), blocking)]
        pub fn nope(&self, #[cfg(true)] word: &str, #[cfg(false)] word: u8) -> Result<u8, std::num::ParseIntError> {
            word.parse()
        }
    }
}

mod private {
    #[derive(Debug)]
    pub(crate) struct Door;

    #[toolwright::tools]
    impl Door {
        /// Opens.
        #[toolwright::tool]
        pub(crate) fn open(&self) {}

        /// Closes.
        #[cfg(false)]
        #[toolwright::tool]
        pub(crate) fn close(&self) {}
    }
}

use toolwright::{ToolSet, toolset};

fn main() {
    let shop = api::Shop::new("corner", [1_u8]);
    let _ = shop.name();
    private::Door.open();
    let tools: ToolSet = toolset![..shop, ..private::Door, #[cfg(false)] ..nothing];
    assert_eq!(tools.names().count(), 4);
}
