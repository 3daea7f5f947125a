//! Generated code next to names that shadow everything it could mean, and under every lint.

/// Under the names of the prelude.
#[allow(dead_code, non_snake_case, reason = "the names only have to be there")]
mod shadowed {
    use toolwright::LlmVisible;

    struct String(Box<str>);
    struct Vec;
    enum Option {
        Yes,
        No,
    }
    struct Box2;
    type Result<T> = ::std::result::Result<T, E>;
    fn Some() {}
    fn None() {}
    fn Ok() {}
    mod serde_json {}
    mod std {}
    mod core {}
    mod toolwright_ {}
    trait Display {
        fn checked(self) -> u8;
        fn or<T>(self, _: T) -> u8;
        fn settled(self) -> u8;
        fn len(&self) -> u8;
        fn message_for_llm(&self) -> u8;
    }
    impl<S: Sized> Display for S {
        fn checked(self) -> u8 {
            1
        }
        fn or<T>(self, _: T) -> u8 {
            1
        }
        fn settled(self) -> u8 {
            1
        }
        fn len(&self) -> u8 {
            1
        }
        fn message_for_llm(&self) -> u8 {
            1
        }
    }
    struct Placeholder;
    struct LlmText;
    #[allow(non_upper_case_globals, reason = "named like a binding")]
    const field0: u8 = 0;
    #[allow(non_upper_case_globals, reason = "named like a binding")]
    const value0: u8 = 0;
    #[allow(non_upper_case_globals, reason = "named like a binding")]
    const shown0: u8 = 0;
    #[allow(non_upper_case_globals, reason = "named like a binding")]
    const inner: u8 = 0;

    #[derive(Debug, LlmVisible)]
    pub(super) enum E {
        #[llm("word {0} is taken")]
        Taken(::std::string::String),
        #[llm("{0}")]
        Number(u8),
        #[llm(transparent)]
        Inner(::toolwright::LlmVisibleError),
        #[llm(hidden)]
        Hidden,
    }

    pub(super) fn text(word: &str) -> ::toolwright::LlmText {
        ::toolwright::llm_text!("{word} and {}", str::len(word))
    }

    pub(super) fn row(id: u64) -> Result<()> {
        if id == 0 {
            ::std::result::Result::Err(E::Number(0))
        } else {
            Result::Ok(())
        }
    }
}

#[test]
fn shadowed_names_change_nothing() {
    let taken = shadowed::E::Taken("x".to_owned());
    assert_eq!(crate::text(&taken), "word x is taken");
    assert_eq!(crate::text(&shadowed::row(0).unwrap_err()), "0");
    assert_eq!(shadowed::text("ab").as_str(), "ab and 2");
}

/// Every lint that a user may deny.
#[deny(
    unused_qualifications,
    unused_imports,
    unused_lifetimes,
    single_use_lifetimes,
    unreachable_pub,
    elided_lifetimes_in_paths,
    let_underscore_drop,
    unused_results,
    unused_macro_rules,
    trivial_casts,
    deprecated,
    missing_docs,
    missing_debug_implementations,
    variant_size_differences,
    explicit_outlives_requirements,
    redundant_lifetimes,
    warnings,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::missing_docs_in_private_items
)]
mod strict {
    use std::fmt::Display;
    use toolwright::{LlmText, LlmVisible, LlmVisibleError, llm_text, visible_error};

    /// An error.
    #[derive(Debug, LlmVisible)]
    #[allow(dead_code, reason = "not what is tested")]
    pub(crate) enum E<'a, T: Display> {
        /// A key.
        #[llm("key {0} missing")]
        Key(&'a T),
        /// Old.
        #[deprecated]
        #[llm("old {old} {old:?}")]
        Old {
            /// Old.
            #[deprecated]
            old: String,
        },
        /// Only placeholders.
        #[llm("{0}{1}")]
        Bare(String, u8),
        /// Hidden.
        #[llm(hidden)]
        Hidden,
        /// Hidden.
        #[llm(hidden)]
        Never(std::convert::Infallible),
        /// Transparent.
        #[llm(transparent)]
        Other(LlmVisibleError),
        /// Computed.
        #[llm(with = E::computed)]
        Computed,
    }

    impl<T: Display> E<'_, T> {
        /// The text.
        fn computed(&self) -> Option<LlmText> {
            let Self::Computed = self else { return None };
            Some(llm_text!("computed {}", 1 + 1))
        }
    }

    /// A struct.
    #[derive(Debug, LlmVisible)]
    #[llm("row {row} of {table}")]
    pub(crate) struct Row<'a> {
        /// The row.
        pub(crate) row: u32,
        /// The table.
        pub(crate) table: &'a str,
    }

    /// An error by macro.
    pub(crate) fn missing(id: u32) -> LlmVisibleError {
        visible_error!("no row {id}, {id:>3}, {}", id + 1)
    }
}

#[test]
fn no_lint_fires() {
    assert_eq!(crate::text(&strict::E::Key(&1)), "key 1 missing");
    assert_eq!(crate::text(&strict::E::<u8>::Bare(String::new(), 2)), "2");
    assert_eq!(crate::text(&strict::E::<u8>::Computed), "computed 2");
    assert_eq!(crate::read(&strict::E::<u8>::Hidden), None);
    let other = strict::E::<u8>::Other(strict::missing(4));
    assert_eq!(crate::text(&other), "no row 4,   4, 5");
    let row = strict::Row { row: 1, table: "t" };
    assert_eq!(crate::text(&row), "row 1 of t");
}

/// Re-exported under another name.
mod renamed {
    pub(super) use ::toolwright as kit;

    #[derive(kit::LlmVisible)]
    #[llm("a {0}", crate = kit)]
    pub(super) struct Struct(pub(super) u8);

    #[derive(kit::LlmVisible)]
    #[llm(crate = self::kit, default = hidden)]
    pub(super) enum Enum {
        #[llm("{0}")]
        A(u8),
    }

    pub(super) fn text(x: u8) -> kit::LlmText {
        kit::llm_text!(crate = kit, "b {x}")
    }

    pub(super) fn error() -> kit::LlmVisibleError {
        kit::visible_error!(crate = self::kit, "c {}", 1,)
    }
}

#[test]
fn the_crate_may_have_another_name() {
    assert_eq!(crate::text(&renamed::Struct(1)), "a 1");
    assert_eq!(crate::text(&renamed::Enum::A(1)), "1");
    assert_eq!(renamed::text(2).as_str(), "b 2");
    assert_eq!(crate::text(&renamed::error()), "c 1");
}
