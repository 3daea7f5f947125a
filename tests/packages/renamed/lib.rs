//! The crate under another name, in the 2021 edition.

use kit::{LlmVisible, ToolState};
use std::collections::BTreeSet;

/// Why it failed.
#[derive(Debug, LlmVisible)]
#[llm(crate = kit)]
pub enum Failure {
    /// No such thing.
    #[llm("there is no thing {0}")]
    NoSuchThing(u8),
    /// Not for the model.
    #[llm(hidden)]
    Hidden,
}

/// What tools may ask for.
#[derive(ToolState)]
#[state(crate = kit)]
pub struct Shop {
    /// The things there are.
    pub things: BTreeSet<u8>,
}

/// Finds a thing.
///
/// # Errors
///
/// If there is none.
#[kit::tool(crate = kit)]
pub fn find(n: u8, #[context] things: &BTreeSet<u8>) -> Result<u8, Failure> {
    things
        .iter()
        .copied()
        .find(|thing| *thing == n)
        .ok_or(Failure::NoSuchThing(n))
}

/// Says pong.
///
/// # Errors
///
/// Always.
#[kit::tool(crate = kit, on_error = |_error, context| Err(context.fail()))]
pub async fn ping(text: String) -> Result<(), kit::LlmVisibleError> {
    Err(kit::visible_error!(crate = kit, "no {text}")
        .with_source(kit::llm_text!(crate = kit, "pong").as_str()))
}

/// All of them.
#[must_use]
pub fn tools() -> kit::ToolSet<Shop> {
    kit::toolset![crate = kit, find, ping]
}

#[cfg(test)]
mod tests {
    use kit::testing::{block_on, dispatch};
    use std::collections::BTreeSet;

    #[test]
    fn works() {
        let shop = super::Shop {
            things: BTreeSet::from([1]),
        };
        let result = block_on(dispatch(&super::tools(), &shop, "find", r#"{"n": 2}"#)).unwrap();
        assert_eq!(result.text(), "there is no thing 2");
        assert!(block_on(dispatch(&super::tools(), &shop, "ping", r#"{"text": "x"}"#)).is_err());
    }
}
