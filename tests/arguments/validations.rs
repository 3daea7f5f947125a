//! `validate = path`: what runs after decoding, and what the model and developers read of it.

use std::error::Error;
use std::sync::atomic::{AtomicU32, Ordering};
use toolwright::dispatch::Dispatcher;
use toolwright::error_handler::from_fn;
use toolwright::testing::{block_on, dispatch};
use toolwright::{
    LlmText, LlmVisible, ToolCall, ToolErrorKind, llm_text, tool, toolset, visible_error,
};

#[derive(Debug, LlmVisible, thiserror::Error)]
#[error("the developer's words")]
enum Refused {
    #[llm("at most {most} of them")]
    Many { most: u32 },
    #[llm(hidden)]
    Hidden,
}

#[derive(Debug, thiserror::Error)]
#[error("canary: {0} is in the table of bans")]
struct Internal(u32);

fn static_text(value: &u32) -> Result<(), &'static str> {
    if *value < 10 {
        Ok(())
    } else {
        Err("has to be below 10")
    }
}

fn text(value: &str) -> Result<(), String> {
    if value.len() < 4 {
        Ok(())
    } else {
        Err(format!("{} letters are too many", value.len()))
    }
}

fn llm(value: &Option<i8>) -> Result<(), LlmText> {
    match value {
        Some(0) => Err(llm_text!("zero says nothing; leave it out")),
        _ => Ok(()),
    }
}

fn visible(value: &[u8]) -> Result<(), Refused> {
    match value.len() {
        0 => Err(Refused::Hidden),
        1 | 2 => Ok(()),
        _ => Err(Refused::Many { most: 2 }),
    }
}

fn hidden(value: &u32) -> Result<(), Internal> {
    if *value == 7 {
        Err(Internal(*value))
    } else {
        Ok(())
    }
}

fn erased(value: &f32) -> Result<(), anyhow::Error> {
    if *value < 1.0 {
        return Ok(());
    }
    let error = anyhow::Error::new(visible_error!("below 1, please"));
    Err(error.context("canary: for logs"))
}

fn unit(value: &bool) -> Result<(), ()> {
    if *value { Ok(()) } else { Err(()) }
}

fn blank(value: &char) -> Result<(), String> {
    if *value == 'x' {
        Err(" \u{200b}".to_owned())
    } else {
        Ok(())
    }
}

static RUNS: AtomicU32 = AtomicU32::new(0);

/// Takes one of everything.
#[tool]
fn all(
    #[arg(validate = static_text)] a: u32,
    #[arg(validate = text)] b: &str,
    #[arg(validate = llm)] c: Option<i8>,
    #[arg(validate = visible)] d: &[u8],
    #[arg(validate = hidden)] e: u32,
    #[arg(validate = erased)] f: f32,
    #[arg(validate = unit)] g: bool,
    #[arg(name = "haitch", validate = blank)] h: char,
    #[arg(validate = static_text, default = 99)] i: u32,
    // A function of text takes a `String` as well.
    #[arg(validate = text, default = "j")] j: String,
) -> String {
    RUNS.fetch_add(1, Ordering::Relaxed);
    format!("{a} {b} {c:?} {d:?} {e} {f} {g} {h} {i} {j}")
}

fn read(arguments: &str) -> (bool, String) {
    let result = block_on(dispatch(&toolset![all], &(), "all", arguments)).unwrap();
    (result.is_error, result.text().into_owned())
}

#[test]
fn what_is_refused_is_said_by_the_type_of_the_error() {
    let (is_error, said) = read(
        r#"{"a": 10, "b": "long", "c": 0, "d": [1, 2, 3], "e": 7, "f": 1.5, "g": false, "haitch": "x", "i": 50, "j": "long"}"#,
    );
    assert!(is_error);
    let (lines, shape) = said.split_once("\nthe right shape").unwrap();
    assert_eq!(
        lines,
        "the arguments are wrong, the call was not run:\n\
         - `a`: has to be below 10; got the number 10\n\
         - `b`: 4 letters are too many; got the string \"long\"\n\
         - `c`: zero says nothing; leave it out; got the number 0\n\
         - `d`: at most 2 of them; got an array\n\
         - `e`: not acceptable; got the number 7\n\
         - `f`: below 1, please; got the number 1.5\n\
         - `g`: not acceptable; got the boolean false\n\
         - `haitch`: not acceptable; got the string \"x\"\n\
         - `i`: has to be below 10; got the number 50\n\
         - `j`: 4 letters are too many; got the string \"long\""
    );
    assert!(!shape.contains("canary"));
    assert_eq!(RUNS.load(Ordering::Relaxed), 0);
    // What is left out is not validated: neither an `Option`, nor a default, which is the developer's.
    let (is_error, said) = read(
        r#"{"a": 1, "b": "b", "d": [1], "e": 1, "f": 0.5, "g": true, "haitch": "h", "i": null}"#,
    );
    assert_eq!(
        (is_error, said.as_str()),
        (false, "1 b None [1] 1 0.5 true h 99 j")
    );
}

#[test]
fn beside_what_did_not_decode_and_what_was_coerced() {
    // `g` is refused in its first dress, `a` and `i` decode after the second look only.
    let (is_error, said) = read(
        r#"{"a": "11", "b": 12345, "d": "[]", "e": {}, "f": "0.5", "g": false, "i": "8", "x": 1}"#,
    );
    assert!(is_error);
    let lines: Vec<_> = said
        .lines()
        .skip(1)
        .take_while(|line| line.starts_with('-'))
        .collect();
    assert_eq!(
        lines,
        [
            "- `a`: has to be below 10; got the number 11",
            "- `b`: 5 letters are too many; got the string \"12345\"",
            "- `d`: not acceptable; got an array",
            "- `e`: expected an integer from 0 to 4294967295, got an object",
            "- `g`: not acceptable; got the boolean false",
            "- there is no parameter `x`; did you mean `a`?",
            "- `haitch` is missing: expected a string of 1 character",
        ]
    );
}

#[test]
fn a_value_that_stands_there_twice_is_refused_once() {
    let (_, said) = read(
        r#"{"a": 10, "a": 10, "b": "b", "d": [1], "e": 1, "f": 0.5, "g": true, "haitch": "h"}"#,
    );
    assert_eq!(said.matches("has to be below 10").count(), 1, "{said}");
    assert!(said.contains("- `a` is given twice"), "{said}");
}

#[test]
fn only_developers_read_an_error_that_is_not_visible() {
    fn chain(error: &(dyn Error + 'static)) -> String {
        let mut all = error.to_string();
        let mut next = error.source();
        while let Some(error) = next {
            all += &format!(": {error}");
            next = error.source();
        }
        all
    }
    let seen = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let saw = std::sync::Arc::clone(&seen);
    let handler = from_fn(move |error, context| {
        let visible = context.message_for_llm().map(ToString::to_string);
        saw.lock()
            .unwrap()
            .push((context.kind(), chain(error), visible));
        Err(context.fail())
    });
    let tools = toolset![all];
    let dispatcher = Dispatcher::new(&tools, &()).on_error_of(ToolErrorKind::Arguments, handler);
    let arguments = r#"{"a": 1, "b": "b", "d": [1], "e": 7, "f": 0.5, "g": true, "haitch": "h"}"#;
    block_on(dispatcher.call(ToolCall::new("c1", "all", arguments))).unwrap_err();
    let seen = seen.lock().unwrap();
    let [(kind, developers, Some(model))] = &seen[..] else {
        panic!("{seen:?}")
    };
    assert_eq!(*kind, ToolErrorKind::Arguments);
    assert_eq!(
        developers,
        "`e` is refused by its validation: canary: 7 is in the table of bans"
    );
    assert_eq!(
        model,
        "the arguments are wrong, the call was not run:\n- `e`: not acceptable; got the number 7"
    );
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Few {
    #[schemars(range(max = 3))]
    value: u8,
}

/// Has a limit in its schema, and validations.
#[tool]
fn limited(
    few: Few,
    #[arg(validate = static_text)] a: u32,
    #[arg(validate = text)] b: &str,
) -> u32 {
    u32::from(few.value) + a + u32::from(b.len() > 3)
}

#[test]
fn limits_and_validations_are_said_together() {
    let call =
        |arguments| block_on(dispatch(&toolset![limited], &(), "limited", arguments)).unwrap();
    // The limit is found before anything is decoded, and `a` is text.
    let said = call(r#"{"few": {"value": 4}, "a": "10", "b": "long"}"#);
    let said = said.text();
    let (lines, _) = said.split_once("\nthe right shape").unwrap();
    assert_eq!(
        lines,
        "the arguments are wrong, the call was not run:\n\
         - `few.value`: expected an integer from 0 to 3, got the number 4\n\
         - `a`: has to be below 10; got the string \"10\"\n\
         - `b`: 4 letters are too many; got the string \"long\""
    );
    assert_eq!(
        call(r#"{"few": {"value": 3}, "a": "9", "b": "b"}"#).text(),
        "12"
    );
}

fn at_most<const N: u32>(value: &u32) -> Result<(), &'static str> {
    if *value <= N { Ok(()) } else { Err("too many") }
}

/// Takes some.
#[tool]
fn take(#[arg(validate = at_most::<3>)] n: u32) -> u32 {
    n
}

#[test]
fn a_validation_may_be_generic() {
    let read = |arguments| {
        let tools = toolset![take];
        let result = block_on(dispatch(&tools, &(), "take", arguments)).unwrap();
        result.text().into_owned()
    };
    assert_eq!(read(r#"{"n": 3}"#), "3");
    assert!(read(r#"{"n": 4}"#).ends_with("- `n`: too many; got the number 4"));
}
