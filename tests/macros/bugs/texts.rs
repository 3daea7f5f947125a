//! Documentation as data, and lints; the rest of the lints is the package `tests/packages/strict_lints`.

use toolwright::{tool, toolset};

/// B25
mod quiet {
    #![deny(
        unused_qualifications,
        unused_imports,
        unused_lifetimes,
        single_use_lifetimes,
        unreachable_pub,
        elided_lifetimes_in_paths,
        let_underscore_drop,
        unused_results,
        variant_size_differences
    )]

    use std::collections::BTreeMap;
    use toolwright::{LlmVisible, tool};

    #[derive(Debug, LlmVisible)]
    pub(crate) enum E {
        #[llm("key {0} missing")]
        Key(String),
    }

    /// Gets.
    #[tool]
    pub(crate) fn get(m: BTreeMap<String, i64>, k: String) -> Result<i64, E> {
        m.get(&k).copied().ok_or(E::Key(k))
    }
}

/// Say "hello" to {name} — naïve café ☕ and a back\slash.
/// Second line of the same paragraph.
///
/// - bullet {0}
///   continued
#[doc = concat!("tail", " text")]
#[doc(hidden)]
#[doc(alias = "greet")]
#[tool]
#[allow(dead_code, reason = "an attribute in between")]
fn hello(name: String) -> String {
    name
}

/**
 * A block.
 *
 * Its margin goes.
 */
#[tool]
fn block() {}

/// B30
#[test]
fn docs_become_descriptions() {
    let tools: toolwright::ToolSet = toolset![hello, block, quiet::get];
    let description = |i: usize| tools.definitions()[i].description();
    assert_eq!(
        description(0),
        "Say \"hello\" to {name} — naïve café ☕ and a back\\slash. Second line of the same paragraph.\n\n\
         - bullet {0}\n  continued\ntail text"
    );
    assert_eq!(description(1), "A block.\n\nIts margin goes.");
    assert_eq!(
        quiet::get(std::collections::BTreeMap::new(), "k".to_owned())
            .unwrap_err()
            .to_text(),
        "key k missing"
    );
}

trait ToText {
    fn to_text(&self) -> String;
}

impl ToText for quiet::E {
    fn to_text(&self) -> String {
        toolwright::LlmVisible::message_for_llm(self)
            .map_or_else(String::new, |text| text.to_string())
    }
}
