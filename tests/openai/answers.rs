//! Servers say the same thing in many ways, and none of them may fail the whole answer.

use crate::{ask, client, completion, hello};
use tests::http::{Reply, Server};
use tests::run;
use toolwright::message::AssistantMessage;
use toolwright::model::FinishReason::{self, Length, Other, Refused, Stop, ToolCalls};
use toolwright::model::Usage;
use toolwright::{ChatModel, ChatRequest, Message, ToolCall};

fn other(reason: &str) -> FinishReason {
    Other(reason.to_owned())
}

#[test]
fn text_in_every_shape() {
    let table = [
        (r#"{"content":"hi"}"#, r#""stop""#, "hi", Stop),
        (r#"{"content":null}"#, r#""stop""#, "", Stop),
        ("{}", r#""stop""#, "", Stop),
        (
            r#"{"content":"hi","tool_calls":null}"#,
            r#""stop""#,
            "hi",
            Stop,
        ),
        (
            r#"{"content":"hi","tool_calls":[]}"#,
            r#""stop""#,
            "hi",
            Stop,
        ),
        (
            r#"{"content":[{"type":"text","text":"hi"}]}"#,
            r#""stop""#,
            "hi",
            Stop,
        ),
        (
            r#"{"content":[{"type":"text","text":"a"},{"type":"image"},{"type":"text","text":"b"}]}"#,
            r#""stop""#,
            "a\nb",
            Stop,
        ),
        (r#"{"content":["a","b"]}"#, r#""stop""#, "a\nb", Stop),
        (r#"{"content":[]}"#, r#""stop""#, "", Stop),
        (
            r#"{"content":{"type":"text","text":"hi"}}"#,
            r#""stop""#,
            "hi",
            Stop,
        ),
        (r#"{"content":7}"#, r#""stop""#, "", Stop),
        (
            r#"{"content":"caf\u00e9 \ud83d\ude00"}"#,
            r#""stop""#,
            "café 😀",
            Stop,
        ),
        (
            r#"{"content":"half \ud83d"}"#,
            r#""length""#,
            "half \u{fffd}\u{fffd}\u{fffd}",
            Length,
        ),
        (
            r#"{"content":"hi","reasoning_content":"x","x_needle":{"a":[1]}}"#,
            r#""stop""#,
            "hi",
            Stop,
        ),
        (r#"{"content":"hi"}"#, r#""length""#, "hi", Length),
        (r#"{"content":"hi"}"#, r#""max_tokens""#, "hi", Length),
        (r#"{"content":"hi"}"#, r#""content_filter""#, "hi", Refused),
        (r#"{"content":"hi"}"#, "null", "hi", other("")),
        (r#"{"content":"hi"}"#, r#""weird""#, "hi", other("weird")),
        (r#"{"content":"hi"}"#, "7", "hi", other("7")),
        (
            r#"{"content":"hi"}"#,
            r#""tool_calls""#,
            "hi",
            other("tool_calls"),
        ),
        (
            r#"{"content":null,"refusal":"No."}"#,
            r#""stop""#,
            "No.",
            Refused,
        ),
        (
            r#"{"content":"hi","refusal":null}"#,
            r#""stop""#,
            "hi",
            Stop,
        ),
        (r#"{"content":"hi","refusal":""}"#, r#""stop""#, "hi", Stop),
        (
            r#"{"content":[{"type":"refusal","refusal":"No."}]}"#,
            r#""stop""#,
            "No.",
            Refused,
        ),
        // A call written into the text is text.
        (
            r#"{"content":"{\"name\":\"sq\",\"arguments\":{\"n\":2}}"}"#,
            r#""stop""#,
            r#"{"name":"sq","arguments":{"n":2}}"#,
            Stop,
        ),
    ];
    for (message, reason, text, finish_reason) in table {
        let response = ask(Reply::ok(completion(message, reason))).unwrap();
        assert_eq!(response.message.content.to_text(), text, "{message}");
        assert_eq!(response.finish_reason, finish_reason, "{message} {reason}");
        assert_eq!(response.message.tool_calls, [], "{message}");
    }
}

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
            ("call_1", "sq", "{}"),
        ),
        (
            r#"[{"id":null,"function":{"name":"sq","arguments":"{}"}}]"#,
            ("call_1", "sq", "{}"),
        ),
        (
            r#"[{"id":"","function":{"name":"sq","arguments":"{}"}}]"#,
            ("call_1", "sq", "{}"),
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
    let expected = ToolCall::new("call_1", "sq", r#"{"n":2}"#);
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
    let calls = [call("null"), call(r#""call_2""#), call(r#""""#)].join(",");
    let message = format!(r#"{{"tool_calls":[{calls}]}}"#);
    let server = Server::start([Reply::ok(completion(&message, "null"))]);
    let past = AssistantMessage::calls(vec![ToolCall::new("call_1", "sq", "{}")]);
    let request = ChatRequest::new([Message::user("Hello"), Message::Assistant(past)]);
    let model = client(&server).build().unwrap();
    let response = run(model.complete(&request)).unwrap();
    let ids: Vec<&str> = response
        .message
        .tool_calls
        .iter()
        .map(|call| call.id.as_str())
        .collect();
    assert_eq!(ids, ["call_3", "call_2", "call_4"]);
}

#[test]
fn usage_in_every_shape() {
    let table = [
        ("null", Usage::new(0, 0)),
        ("{}", Usage::new(0, 0)),
        (
            r#"{"prompt_tokens":5,"completion_tokens":7}"#,
            Usage::new(5, 7),
        ),
        (
            r#"{"prompt_tokens":null,"completion_tokens":7,"estimated":true}"#,
            Usage::new(0, 7),
        ),
        (
            r#"{"prompt_tokens":5.0,"completion_tokens":-1}"#,
            Usage::new(5, 0),
        ),
        (r#"{"prompt_tokens":"many"}"#, Usage::new(0, 0)),
        ("7", Usage::new(0, 0)),
    ];
    for (usage, expected) in table {
        let body = format!(r#"{{"choices":[{{"message":{{"content":"hi"}}}}],"usage":{usage}}}"#);
        assert_eq!(ask(Reply::ok(body)).unwrap().usage, expected, "{usage}");
    }
}

#[test]
fn a_filter_that_leaves_no_message_is_a_refusal() {
    let body = r#"{"choices":[{"finish_reason":"content_filter"}]}"#;
    assert_eq!(ask(Reply::ok(body)).unwrap().finish_reason, Refused);
}

#[test]
fn a_byte_order_mark_and_broken_utf_8_are_read_over() {
    let mut body = b"\xef\xbb\xbf".to_vec();
    body.extend(br#"{"choices":[{"message":{"content":"a"#);
    body.extend(b"\xff");
    body.extend(br#"b"}}]}"#);
    let response = ask(Reply::ok(body)).unwrap();
    assert_eq!(response.message.content.to_text(), "a\u{fffd}b");
}

#[test]
fn one_client_serves_several_runtimes() {
    let answer = || Reply::ok(completion(r#"{"content":"hi"}"#, r#""stop""#));
    let server = Server::start([answer(), answer()]);
    let model = client(&server).build().unwrap();
    for _ in 0..2 {
        let response = run(model.complete(&hello())).unwrap();
        assert_eq!(response.message.content.to_text(), "hi");
    }
}
