//! Calls, in every form in which servers hand them over.

use crate::{ask, client, completion};
use tests::http::{Reply, Server};
use tests::run;
use toolwright::message::AssistantMessage;
use toolwright::model::FinishReason::{Length, Refused, ToolCalls};
use toolwright::{ChatModel, ChatRequest, Message, ToolCall};

#[test]
fn calls_in_every_shape() {
    let table = [
        (
            r#"[{"id":"a","type":"function","function":{"name":"sq","arguments":"{\"n\":2}"}}]"#,
            ("a", "sq", r#"{"n":2}"#),
        ),
        (
            r#"[{"id":"a","function":{"name":"sq","arguments":"{\"n\":2}"}}]"#,
            ("a", "sq", r#"{"n":2}"#),
        ),
        (
            r#"[{"id":"a","type":null,"function":{"name":"sq","arguments":{ "n" : 2 }}}]"#,
            ("a", "sq", r#"{"n":2}"#),
        ),
        (
            r#"[{"id":"a","function":{"name":"sq","arguments":{"s":"a \" b","n":12345678901234567890123}}}]"#,
            ("a", "sq", r#"{"s":"a \" b","n":12345678901234567890123}"#),
        ),
        (
            r#"[{"id":"a","function":{"name":"sq","arguments":null}}]"#,
            ("a", "sq", ""),
        ),
        (r#"[{"id":"a","function":{"name":"sq"}}]"#, ("a", "sq", "")),
        (
            r#"[{"id":"a","function":{"name":"sq","arguments":""}}]"#,
            ("a", "sq", ""),
        ),
        (
            r#"[{"id":"a","function":{"name":"sq","arguments":"null"}}]"#,
            ("a", "sq", "null"),
        ),
        (
            r#"[{"id":"a","function":{"name":"sq","arguments":"\"{\\\"n\\\":2}\""}}]"#,
            ("a", "sq", r#""{\"n\":2}""#),
        ),
        (
            r#"[{"id":"a","function":{"name":"sq","arguments":"{\"action\": listt}"}}]"#,
            ("a", "sq", r#"{"action": listt}"#),
        ),
        (
            r#"[{"id":"a","function":{"name":"sq","arguments":[1, 2]}}]"#,
            ("a", "sq", "[1,2]"),
        ),
        (
            r#"[{"id":"a","function":{"name":"sq","arguments":"\ud83d"}}]"#,
            ("a", "sq", "\u{fffd}\u{fffd}\u{fffd}"),
        ),
        (
            r#"[{"function":{"name":"sq","arguments":"{}"}}]"#,
            ("call_1_1", "sq", "{}"),
        ),
        (
            r#"[{"id":null,"function":{"name":"sq","arguments":"{}"}}]"#,
            ("call_1_1", "sq", "{}"),
        ),
        (
            r#"[{"id":"","function":{"name":"sq","arguments":"{}"}}]"#,
            ("call_1_1", "sq", "{}"),
        ),
        (
            r#"[{"id":7,"function":{"name":"sq","arguments":"{}"}}]"#,
            ("7", "sq", "{}"),
        ),
        (
            r#"[{"id":"a","name":"sq","arguments":"{}"}]"#,
            ("a", "sq", "{}"),
        ),
        (
            r#"{"id":"a","function":{"name":"sq","arguments":"{}"}}"#,
            ("a", "sq", "{}"),
        ),
        (
            r#"[null,{"id":"a","function":{"name":"sq","arguments":"{}"}}]"#,
            ("a", "sq", "{}"),
        ),
        (
            r#"[{"id":"a","function":{"name":null,"arguments":"{}"}}]"#,
            ("a", "", "{}"),
        ),
    ];
    for (calls, (id, name, arguments)) in table {
        let message = format!(r#"{{"content":null,"tool_calls":{calls}}}"#);
        let response = ask(Reply::ok(completion(&message, r#""tool_calls""#))).unwrap();
        let expected = ToolCall::new(id, name, arguments);
        let [call] = response.message.tool_calls.as_slice() else {
            panic!("{calls}: {response:?}");
        };
        assert_eq!(call, &expected, "{calls}: {}", call.arguments);
        assert!(response.message.content.is_empty());
        assert_eq!(response.finish_reason, ToolCalls);
    }
}

#[test]
fn the_form_before_tool_calls() {
    let message = r#"{"content":null,"function_call":{"name":"sq","arguments":"{\"n\":2}"}}"#;
    let response = ask(Reply::ok(completion(message, r#""function_call""#))).unwrap();
    let expected = ToolCall::new("call_1_1", "sq", r#"{"n":2}"#);
    assert_eq!(response.message.tool_calls, [expected]);
    assert_eq!(response.finish_reason, ToolCalls);
    // Both forms at once are one call.
    let message = r#"{"function_call":{"name":"sq","arguments":"{}"},
        "tool_calls":[{"id":"a","function":{"name":"sq","arguments":"{}"}}]}"#;
    let response = ask(Reply::ok(completion(message, r#""stop""#))).unwrap();
    let expected = ToolCall::new("a", "sq", "{}");
    assert_eq!(response.message.tool_calls, [expected]);
}

#[test]
fn calls_count_whatever_the_reason_says() {
    let message = r#"{"content":"Let me see.","tool_calls":[{"id":"a","function":{"name":"sq","arguments":"{}"}}]}"#;
    let table = [
        (r#""stop""#, ToolCalls),
        (r#""function_call""#, ToolCalls),
        ("null", ToolCalls),
        (r#""weird""#, ToolCalls),
        (r#""length""#, Length),
        (r#""content_filter""#, Refused),
    ];
    for (reason, finish_reason) in table {
        let response = ask(Reply::ok(completion(message, reason))).unwrap();
        assert_eq!(response.message.tool_calls.len(), 1, "{reason}");
        assert_eq!(response.message.content.to_text(), "Let me see.");
        assert_eq!(response.finish_reason, finish_reason, "{reason}");
    }
    let missing = format!(r#"{{"choices":[{{"message":{message}}}]}}"#);
    assert_eq!(ask(Reply::ok(missing)).unwrap().finish_reason, ToolCalls);
}

#[test]
fn made_up_ids_collide_with_no_other() {
    let call = |id: &str| format!(r#"{{"id":{id},"function":{{"name":"sq","arguments":"{{}}"}}}}"#);
    let calls = [call("null"), call(r#""call_2_1""#), call(r#""""#)].join(",");
    let message = format!(r#"{{"tool_calls":[{calls}]}}"#);
    let server = Server::start([Reply::ok(completion(&message, "null"))]);
    let past = AssistantMessage::calls(vec![ToolCall::new("call_1_1", "sq", "{}")]);
    let request = ChatRequest::new([Message::user("Hello"), Message::Assistant(past)]);
    let model = client(&server).build().unwrap();
    let response = run(model.complete(&request)).unwrap();
    let ids: Vec<&str> = response
        .message
        .tool_calls
        .iter()
        .map(|call| call.id.as_str())
        .collect();
    assert_eq!(ids, ["call_2_2", "call_2_1", "call_2_3"]);
}
