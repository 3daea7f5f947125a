//! The canary finds itself, whatever it wears.

use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use toolwright::testing::Canary;
use toolwright::{ChatRequest, Message, ToolCall, ToolResult};

/// What others make of a text on its way.
fn dresses(text: &str) -> Vec<String> {
    let hex = |text: &str| {
        let digits = text.bytes().flat_map(|byte| [byte >> 4, byte & 15]);
        let digits = digits.map(|digit| char::from_digit(digit.into(), 16).unwrap());
        digits.collect::<String>()
    };
    let json = serde_json::to_string(text).unwrap();
    vec![
        text.to_owned(),
        text.to_uppercase(),
        text.to_lowercase(),
        text.chars().rev().collect(),
        serde_json::to_string(&json).unwrap(),
        json,
        text.replace('"', "%22"),
        text.replace('"', "&quot;"),
        text.replace('"', ""),
        hex(text),
        hex(text).to_uppercase(),
        hex(&text[..15]),
        hex(&text[15..]),
        text[..text.len() - 4].to_owned(),
        text[10..].to_owned(),
    ]
}

#[test]
fn it_is_found_in_every_dress() {
    let canary = Canary::new();
    for dress in dresses(canary.text()) {
        assert!(canary.is_in(format!("before {dress} behind")), "{dress}");
    }
    // By a table of one's own: base64 of `x`, `xy`, `xyz` and a canary of a known text behind them.
    let known = Canary::with_seed(0);
    assert_eq!(known.text(), "canary\"GGGGGGGGGGGGGGGG");
    for code in [
        "Y2FuYXJ5IkdHR0dHR0dHR0dHR0dHR0c=",
        "eGNhbmFyeSJHR0dHR0dHR0dHR0dHR0dH",
        "eHljYW5hcnkiR0dHR0dHR0dHR0dHR0dHRw==",
        // The first half of it.
        "Y2FuYXJ5IkdHR0dHR0dH",
    ] {
        assert!(known.is_in(code), "{code}");
    }
}

#[test]
fn nothing_else_is_taken_for_it() {
    let canary = Canary::new();
    let other = Canary::new();
    assert_ne!(canary.text(), other.text());
    for text in [
        "",
        "canary",
        "the canary\" sings",
        other.text(),
        "0123456789abcdef",
    ] {
        assert!(!canary.is_in(text), "{text}");
    }
}

#[test]
fn its_error_holds_it_everywhere_and_debug_of_itself_nowhere() {
    let canary = Canary::new();
    let error = canary.error();
    let mut levels = 0;
    let mut next: Option<&dyn Error> = Some(&error);
    while let Some(error) = next {
        assert!(error.to_string().contains(canary.text()) && canary.is_in(format!("{error:?}")));
        next = error.source();
        levels += 1;
    }
    assert_eq!(levels, 4);
    assert!(!canary.is_in(format!("{canary:?} {canary:#?}")));
}

fn says(f: impl FnOnce()) -> String {
    let result = crate::quietly(|| catch_unwind(AssertUnwindSafe(f)));
    let payload = result.expect_err("it has to panic");
    payload
        .downcast_ref::<String>()
        .cloned()
        .unwrap_or_default()
}

#[test]
fn an_assertion_that_finds_it_says_where() {
    let canary = Canary::with_seed(1);
    let result = ToolResult::error("c1", "pay", format!("the desk says {}", canary.text()));
    let clean = ChatRequest::new([Message::user("go")]);
    let leaking = ChatRequest::new([Message::user("go"), Message::Tool(result)]);
    let said = says(|| canary.assert_absent_from(&[clean.clone(), leaking.clone()]));
    assert!(
        said.starts_with("the canary is in request 1, at byte "),
        "{said}"
    );
    assert!(said.contains("the desk says"), "{said}");
    assert!(
        says(|| canary.assert_absent_from_text(canary.text()))
            .starts_with("the canary is in the text")
    );
    assert!(
        says(|| canary.assert_absent_from_bytes(canary.text().as_bytes()))
            .starts_with("the canary is in the bytes")
    );
    let bytes = [&[0xFF; 300], canary.text().as_bytes()].concat();
    assert!(canary.is_in(says(|| canary.assert_absent_from_bytes(&bytes))));
    assert_eq!(says(|| canary.panic()), canary.text());
    canary.assert_absent_from(&[clean]);
    // Arguments are looked at as well.
    let mut turn = toolwright::message::AssistantMessage::default();
    turn.tool_calls
        .push(ToolCall::new("c1", "pay", canary.text()));
    let asked = ChatRequest::new([Message::Assistant(turn)]);
    assert!(says(|| canary.assert_absent_from(&[asked])).contains("request 0"));
}
