//! Placeholders: formats, braces, raw identifiers, and texts of nothing but placeholders.

use crate::{read, text};
use std::borrow::Cow;
use std::num::NonZeroU8;
use std::rc::Rc;
use toolwright::{LlmText, LlmVisible, NeverBlank, llm_text};

#[derive(Debug, LlmVisible)]
enum ParseFail {
    #[llm("unknown kind `{type}`, expected one of {in}")]
    Kind { r#type: String, r#in: &'static str },
}

#[test]
fn raw_identifiers_are_written_without_their_mark() {
    let kind = ParseFail::Kind {
        r#type: "pdf".to_owned(),
        r#in: "csv, json",
    };
    assert_eq!(text(&kind), "unknown kind `pdf`, expected one of csv, json");
}

#[derive(LlmVisible)]
enum Format {
    #[llm("[{x:>5}] [{x:<5}] [{x:^5}] [{x:-^5}] [{x:+}] [{x:05}] [{x}]")]
    Aligned { x: i32 },
    #[llm("{x:.2} of {y:8.1} or {x:e}")]
    Precise { x: f64, y: f32 },
    #[llm("{0:x} {0:#X} {0:o} {0:#010b}")]
    Radix(u8),
    #[llm("{0:?} {1:?} {2:?} {3:?} {4:?}")]
    Debug(String, char, bool, f64, Cow<'static, str>),
    #[llm("{{{0}}} }}{{ {{0}}")]
    Braces(u8),
    #[llm("a\tb\u{e9}\"{0}\\")]
    Escapes(u8),
    #[llm(r#"raw "{0}" text"#)]
    Raw(u8),
    #[llm("über {größe}: {größe:>3}")]
    Unicode { größe: u8 },
}

#[test]
fn formats_read_as_in_format() {
    assert_eq!(
        text(&Format::Aligned { x: 42 }),
        "[   42] [42   ] [ 42  ] [-42--] [+42] [00042] [42]"
    );
    assert_eq!(
        text(&Format::Precise { x: 1.0, y: 2.25 }),
        "1.00 of      2.2 or 1e0"
    );
    assert_eq!(text(&Format::Radix(10)), "a 0xA 12 0b00001010");
    let debug = Format::Debug("a\"b".to_owned(), 'c', true, 0.5, Cow::Borrowed("d"));
    assert_eq!(text(&debug), "\"a\\\"b\" 'c' true 0.5 \"d\"");
    assert_eq!(text(&Format::Braces(1)), "{1} }{ {0}");
    assert_eq!(text(&Format::Escapes(1)), "a\tbé\"1\\");
    assert_eq!(text(&Format::Raw(1)), "raw \"1\" text");
    assert_eq!(text(&Format::Unicode { größe: 4 }), "über 4:   4");
}

struct OrderNumber(u32);
impl std::fmt::Display for OrderNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{}", self.0)
    }
}
impl NeverBlank for OrderNumber {}

/// Promises what it does not keep.
struct Liar;
impl std::fmt::Display for Liar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("\u{2060}")
    }
}
impl NeverBlank for Liar {}

#[derive(LlmVisible)]
enum Bare {
    #[llm("{0}")]
    Number(u32),
    #[llm("{0} {1}")]
    FirstDecides(OrderNumber, String),
    #[llm(" {0}\n{1}{2}")]
    LastDecides(String, Rc<str>, NonZeroU8),
    #[llm("{0}")]
    Text(LlmText),
    #[llm("{0}")]
    Broken(Liar),
    #[llm("{0}")]
    Boxed(Box<u8>),
}

#[test]
fn placeholders_alone_need_a_type_that_is_never_blank() {
    assert_eq!(text(&Bare::Number(3)), "3");
    assert_eq!(
        text(&Bare::FirstDecides(OrderNumber(4), String::new())),
        "#4 "
    );
    let last = Bare::LastDecides(String::new(), Rc::from("x"), NonZeroU8::MIN);
    assert_eq!(text(&last), " \nx1");
    assert_eq!(text(&Bare::Text(llm_text!("words"))), "words");
    assert_eq!(text(&Bare::Boxed(Box::new(1))), "1");
}

#[test]
fn a_broken_promise_is_not_visible() {
    assert_eq!(read(&Bare::Broken(Liar)), None);
}
