//! Without the prelude, and with the names that generated code could mean taken by others.
#![no_implicit_prelude]
#![allow(missing_docs, dead_code, reason = "names in the way")]

pub mod std {}
pub mod core {}
pub mod serde {}
pub mod serde_json {}
pub struct Option;
pub struct Vec;
pub struct String;
pub struct Box;
pub enum Result {
    Ok,
    Err,
}
pub struct Some;
pub struct Ok;
pub struct Err;
pub trait Send {}
pub trait Display {}

type Fallible<T> = ::std::result::Result<T, Failure>;

#[derive(::toolwright::LlmVisible)]
pub enum Failure {
    #[llm("word {0} is taken")]
    Taken(::std::string::String),
    #[llm("{n}")]
    Named { n: u8 },
    #[llm(hidden)]
    Hidden,
}

impl ::std::fmt::Debug for Failure {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        f.write_str("failure")
    }
}

#[derive(::toolwright::ToolState)]
pub struct Shop {
    words: ::std::vec::Vec<::std::string::String>,
}

/// Shouts a word.
#[::toolwright::tool]
pub fn shout(
    word: &str,
    times: ::std::option::Option<u8>,
    #[arg(default = 1)] n: u8,
) -> ::std::string::String {
    let _ = (times, n);
    word.to_uppercase()
}

/// Takes a word.
#[::toolwright::tool]
pub async fn take(word: ::std::string::String, #[context] shop: &Shop) -> Fallible<()> {
    if shop.words.contains(&word) {
        return ::std::result::Result::Err(Failure::Taken(word));
    }
    ::std::result::Result::Ok(())
}

pub struct Door(pub u8);

#[::toolwright::tools]
impl Door {
    /// Opens.
    #[::toolwright::tool]
    pub fn open(
        &self,
        wide: u8,
        #[arg(default = "x")] word: ::std::string::String,
    ) -> ::std::string::String {
        let _ = self.0 + wide;
        word
    }

    /// Closes.
    #[::toolwright::tool]
    pub async fn close(&self, #[context] shop: &Shop) -> Fallible<()> {
        let _ = shop;
        ::std::result::Result::Ok(())
    }
}

pub fn tools() -> ::toolwright::ToolSet<Shop> {
    let _ = (
        ::toolwright::llm_text!("one"),
        ::toolwright::visible_error!("two {}", 2),
    );
    ::toolwright::toolset![shout, take, ..Door(1)]
}

#[cfg(test)]
mod tests {
    use ::std::string::ToString;
    use ::std::{assert_eq, vec};

    #[::std::prelude::v1::test]
    fn works() {
        let shop = super::Shop {
            words: vec!["a".to_string()],
        };
        let tools = super::tools();
        let call = |name, arguments| {
            let call = ::toolwright::testing::dispatch(&tools, &shop, name, arguments);
            let result = ::toolwright::testing::block_on(call);
            result.unwrap().text().to_string()
        };
        assert_eq!(call("shout", r#"{"word": "a"}"#), "A");
        assert_eq!(call("take", r#"{"word": "a"}"#), "word a is taken");
        assert_eq!(call("open", r#"{"wide": 2}"#), "x");
        assert_eq!(call("close", "{}"), "done");
    }
}

fn is_small(number: &u8) -> ::std::result::Result<(), &'static ::std::primitive::str> {
    if *number > 9 {
        ::std::result::Result::Err("has to be small")
    } else {
        ::std::result::Result::Ok(())
    }
}

/// Checks.
#[::toolwright::tool]
pub fn checked(
    #[arg(validate = is_small)] number: u8,
    #[arg(secret, validate = is_small)] pin: u8,
) -> u8 {
    number + pin
}
