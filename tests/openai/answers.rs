//! Servers say the same thing in many ways, and none of them may fail the whole answer.

use crate::{ask, client, completion, hello};
use tests::http::{Reply, Server};
use tests::run;
use toolwright::ChatModel;
use toolwright::model::FinishReason::{self, Length, Other, Refused, Stop};
use toolwright::model::Usage;

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
