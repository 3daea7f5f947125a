//! `llm_text!` and `visible_error!`.

use std::cell::Cell;
use std::error::Error as _;
use toolwright::{LlmText, LlmVisible as _, LlmVisibleError, llm_text, visible_error};

#[test]
fn values_are_captured_positional_and_named() {
    let id = 4;
    let r#type = "order";
    assert_eq!(llm_text!("no {type} {id}").as_str(), "no order 4");
    assert_eq!(llm_text!("{} and {}, {0}", 1, "b").as_str(), "1 and b, 1");
    assert_eq!(llm_text!("{a}{b}{id}.", a = 1, b = 2 + 3,).as_str(), "154.");
    assert_eq!(llm_text!("{0} is {name}", 1, name = "x").as_str(), "1 is x");
    assert_eq!(llm_text!("{in}!", r#in = 1).as_str(), "1!");
    assert_eq!(
        llm_text!("{{{id:>3}}} {id:#x} {type:?}").as_str(),
        "{  4} 0x4 \"order\""
    );
    assert_eq!(llm_text!("eq {}", id == 4).as_str(), "eq true");
}

#[test]
fn every_value_is_evaluated_once() {
    let count = Cell::new(0);
    let next = || {
        count.set(count.get() + 1);
        count.get()
    };
    assert_eq!(
        llm_text!("{0}, {0}, {x} {x}", next(), x = next()).as_str(),
        "1, 1, 2 2"
    );
    assert_eq!(count.get(), 2);
}

#[test]
fn a_text_without_placeholders_borrows() {
    const TEXT: LlmText = llm_text!("a {{constant}} text");
    static ERROR: std::sync::LazyLock<LlmVisibleError> =
        std::sync::LazyLock::new(|| visible_error!("static"));
    const fn made() -> LlmVisibleError {
        visible_error!("const")
    }
    assert_eq!(TEXT.as_str(), "a {constant} text");
    assert_eq!(crate::text(&*ERROR), "static");
    assert_eq!(crate::text(&made()), "const");
}

struct Account {
    id: u32,
}

impl Account {
    fn text(&self) -> LlmText {
        llm_text!("account {self}, {}", self.id)
    }
}

impl std::fmt::Display for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "A{}", self.id)
    }
}

fn early(found: Option<u32>) -> Result<u32, LlmVisibleError> {
    let id = 7;
    let found = found.ok_or_else(|| visible_error!("no order {id}"))?;
    if found == 0 {
        return Err(visible_error!("zero is no order"));
    }
    match found {
        1 => Err(visible_error!("one {}", { found + 1 })),
        other => Ok(other),
    }
}

#[test]
fn they_are_expressions() {
    assert_eq!(Account { id: 1 }.text().as_str(), "account A1, 1");
    assert_eq!(crate::text(&early(None).unwrap_err()), "no order 7");
    assert_eq!(
        crate::text(&early(Some(0)).unwrap_err()),
        "zero is no order"
    );
    assert_eq!(crate::text(&early(Some(1)).unwrap_err()), "one 2");
    assert_eq!(early(Some(2)).unwrap(), 2);
    let texts = [llm_text!("a {}", String::from("b")), llm_text!("c")];
    assert_eq!(texts.map(String::from), ["a b", "c"]);
    let length = llm_text!("a {}", &*String::from("b")).as_str().len() + 1;
    assert_eq!(length, 4);
}

#[test]
fn the_type_may_be_inferred_later() {
    fn takes(_: u32) {}
    let id = "5".parse().unwrap();
    let text = llm_text!("no order {id}");
    takes(id);
    assert_eq!(text.as_str(), "no order 5");
}

macro_rules! through_a_macro {
    ($text:literal, $value:expr) => {{
        let own = 1;
        (llm_text!($text, $value), llm_text!("own {own}"))
    }};
}

#[test]
fn literals_and_names_keep_their_place() {
    let own = 2;
    let (given, inner) = through_a_macro!("given {own} {}", 3 + 4);
    assert_eq!(given.as_str(), "given 2 7");
    assert_eq!(inner.as_str(), "own 1");
}

#[test]
fn a_source_is_for_developers() {
    let error = visible_error!("try again later").with_source(std::io::Error::other("shard 7"));
    assert_eq!(error.message_for_llm().unwrap().as_str(), "try again later");
    assert_eq!(error.to_string(), "try again later");
    assert_eq!(error.source().unwrap().to_string(), "shard 7");
}

#[test]
fn they_may_await() {
    async fn number() -> u32 {
        5
    }
    let future = async { llm_text!("saw {} and {}", number().await, number().await) };
    fn sent<T: Send>(value: T) -> T {
        value
    }
    let mut future = std::pin::pin!(sent(future));
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    let std::task::Poll::Ready(text) = future.as_mut().poll(&mut context) else {
        panic!("nothing to wait for");
    };
    assert_eq!(text.as_str(), "saw 5 and 5");
}
