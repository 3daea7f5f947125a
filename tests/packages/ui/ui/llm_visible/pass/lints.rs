//! No lint fires on generated code.

#![deny(
    missing_docs,
    missing_debug_implementations,
    unused,
    unused_qualifications,
    unused_lifetimes,
    single_use_lifetimes,
    unreachable_pub,
    elided_lifetimes_in_paths,
    unused_results,
    unsafe_code,
    non_ascii_idents,
    warnings
)]

pub mod api {
    //! An interface.

    use toolwright::{LlmVisible, LlmVisibleError, visible_error};

    /// Why it failed.
    #[derive(Debug, LlmVisible)]
    pub enum E<'a> {
        /// none
        #[llm("nothing there")]
        Nothing,
        /// a name
        #[llm("no {0}")]
        Name(&'a str),
    }

    /// With a private type inside.
    #[derive(Debug, LlmVisible)]
    #[llm("no {inner}")]
    pub struct Outer<T> {
        inner: Private<T>,
    }

    #[derive(Debug)]
    struct Private<T>(T);

    impl<T: std::fmt::Display> std::fmt::Display for Private<T> {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            self.0.fmt(f)
        }
    }

    impl<T> Outer<T> {
        /// Makes one.
        pub const fn new(inner: T) -> Self {
            Self {
                inner: Private(inner),
            }
        }
    }

    /// Makes an error.
    #[must_use]
    pub fn missing(id: u32) -> LlmVisibleError {
        visible_error!("no row {id}")
    }
}

fn main() {
    use toolwright::LlmVisible;
    assert!(api::E::Nothing.message_for_llm().is_some());
    assert!(api::E::Name("x").message_for_llm().is_some());
    assert!(api::Outer::new(1).message_for_llm().is_some());
    assert!(api::missing(1).message_for_llm().is_some());
}
