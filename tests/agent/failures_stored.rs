//! The count of failures is part of an invocation, wherever it goes on.

use crate::desk::tools;
use std::num::NonZeroU32;
use toolwright::agent::{Invocation, Step};
use toolwright::model::{ChatRequest, ChatResponse};
use toolwright::{Message, ToolCall, ToolResult};

/// Drives an invocation by hand, through bytes and back after each step if `stored`.
fn by_hand(stored: bool) -> String {
    let elsewhere = |invocation: Invocation| -> Invocation {
        if !stored {
            return invocation;
        }
        serde_json::from_str(&serde_json::to_string(&invocation).unwrap()).unwrap()
    };
    let request = ChatRequest::new([Message::user("go")]).with_tools(tools().definitions().clone());
    let mut invocation =
        Invocation::new(request).with_max_consecutive_failures(NonZeroU32::new(4).unwrap());
    for (i, (name, arguments, failed)) in [
        ("add", "S3CRET", true),
        ("python", "{}", true),
        ("add", "S3CRET", true),
        ("now", "{}", false),
        ("add", "S3CRET", true),
        ("add", "S3CRET", true),
        ("python", "{}", true),
    ]
    .into_iter()
    .enumerate()
    {
        let call = ToolCall::new(format!("c{i}"), name, arguments);
        invocation = elsewhere(invocation);
        invocation
            .on_response(ChatResponse::calls(vec![call.clone()]))
            .unwrap();
        invocation = elsewhere(invocation);
        let mut result = ToolResult::new(&call.id, name, "text");
        result.is_error = failed;
        invocation.on_result(result).unwrap();
    }
    assert!(invocation.is_withdrawn("add") && !invocation.is_withdrawn("now"));
    let Step::CallModel(request) = invocation.step() else {
        panic!("{:?}", invocation.step())
    };
    assert_eq!(request.offered_tools(), ["order_status", "now"]);
    let shown = format!("{invocation:?}");
    assert!(!shown.contains("S3CRET"), "{shown}");
    serde_json::to_string(&invocation).unwrap()
}

#[test]
fn it_is_the_same_wherever_the_invocation_goes_on() {
    assert_eq!(by_hand(false), by_hand(true));
}

#[test]
fn an_invocation_stored_before_there_was_a_count_is_read() {
    let whole = by_hand(false);
    let mut value: serde_json::Value = serde_json::from_str(&whole).unwrap();
    value.as_object_mut().unwrap().remove("failures").unwrap();
    assert!(
        !serde_json::from_value::<Invocation>(value)
            .unwrap()
            .is_withdrawn("add")
    );
    // A row that began in a round which is yet to come is a row all the same.
    assert!(whole.contains(r#""since":1"#));
    let hostile = whole.replace(r#""since":1"#, r#""since":4294967295"#);
    let mut hostile: Invocation = serde_json::from_str(&hostile).unwrap();
    let call = ToolCall::new("c9", "python", "{}");
    hostile
        .on_response(ChatResponse::calls(vec![call]))
        .unwrap();
    hostile
        .on_result(ToolResult::error("c9", "python", "no"))
        .unwrap();
}
