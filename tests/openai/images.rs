//! Images: this wire takes them in messages of the user only.

use crate::bodies::{assert_valid, messages, sent};
use crate::{client, completion};
use serde_json::{Value, json};
use tests::http::{Reply, Server};
use tests::run;
use toolwright::message::{AssistantMessage, Content, ContentPart, Image};
use toolwright::{Agent, ChatRequest, Message, ToolCall, ToolResult, ToolSet, tool, toolset};

const LEFT_OUT: &str = "(an image that cannot be shown here was left out)";
const FOLLOWS: &str = "(an image, which follows after the results)";

fn image(media_type: &str) -> ContentPart {
    Image::from_base64(media_type, "R0lG").unwrap().into()
}

fn url(media_type: &str) -> Value {
    json!({"type": "image_url", "image_url": {"url": format!("data:{media_type};base64,R0lG")}})
}

fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

fn content(parts: impl Into<Vec<ContentPart>>) -> Content {
    Content::parts(parts.into())
}

fn calls(names: &[&str]) -> Message {
    let calls = names.iter().enumerate();
    let calls = calls.map(|(i, name)| ToolCall::new(format!("c{}", i + 1), *name, "{}"));
    Message::Assistant(AssistantMessage::calls(calls.collect()))
}

fn result(id: &str, name: &str, content: impl Into<Content>) -> Message {
    Message::Tool(ToolResult::new(id, name, content))
}

#[test]
fn the_user_shows_images() {
    let parts = [
        "What is".into(),
        image("image/png"),
        "".into(),
        image("image/webp"),
        "?".into(),
    ];
    let sent = messages([
        Message::user(content(parts)),
        Message::user(content([image("image/tiff")])),
        Message::user(content([image("image/gif"), image("image/svg+xml")])),
    ]);
    let expected = json!([
        {"role": "user", "content": [text("What is"), url("image/png"), url("image/webp"), text("?")]},
        {"role": "user", "content": LEFT_OUT},
        {"role": "user", "content": [url("image/gif"), text(LEFT_OUT)]},
    ]);
    assert_eq!(sent, expected);
}

#[test]
fn nobody_else_can() {
    let mut turn = AssistantMessage::text("x");
    turn.content = content([ContentPart::text("Look:"), image("image/png")]);
    let sent = messages([
        Message::system(content([image("image/png")])),
        Message::Assistant(turn),
    ]);
    let expected = json!([
        {"role": "system", "content": LEFT_OUT},
        {"role": "assistant", "content": format!("Look:\n{LEFT_OUT}")},
    ]);
    assert_eq!(sent, expected);
}

#[test]
fn the_images_of_a_round_follow_it() {
    let sent = messages([
        Message::user("Draw."),
        calls(&["chart", "note", "chart"]),
        result("c1", "chart", content(["a".into(), image("image/png")])),
        result("c2", "note", "b"),
        result(
            "c3",
            "chart",
            content([image("image/jpeg"), image("image/bmp"), image("image/gif")]),
        ),
        Message::assistant("There."),
        calls(&["functions.chart"]),
        result("c1", "functions.chart", content([image("image/png")])),
    ]);
    let tool = |id: &str, text: &str| json!({"role": "tool", "tool_call_id": id, "content": text});
    let follow = json!([
        tool("c1", &format!("a\n{FOLLOWS}")),
        tool("c2", "b"),
        tool("c3", &format!("{FOLLOWS}\n{LEFT_OUT}\n{FOLLOWS}")),
        {"role": "user", "content": [
            text("From the result of the call c1 of chart:"), url("image/png"),
            text("From the result of the call c3 of chart:"), url("image/jpeg"), url("image/gif"),
        ]},
        {"role": "assistant", "content": "There."},
    ]);
    assert_eq!(Value::from(&sent.as_array().unwrap()[2..7]), follow);
    let last = json!([
        tool("c1", FOLLOWS),
        {"role": "user", "content": [
            text("From the result of the call c1 of functions_chart:"), url("image/png"),
        ]},
    ]);
    assert_eq!(Value::from(&sent.as_array().unwrap()[8..]), last);
}

#[test]
fn a_model_that_cannot_be_shown_images_reads_so() {
    let request = ChatRequest::new([
        Message::user(content(["Look:".into(), image("image/png")])),
        calls(&["chart"]),
        result("c1", "chart", content([image("image/png")])),
    ]);
    let shown = sent(&request, |builder| builder);
    assert_eq!(shown["messages"].as_array().unwrap().len(), 4);
    // One request, and two forms of it.
    let told = sent(&request, |builder| builder.images(false));
    let messages = told["messages"].as_array().unwrap();
    assert_eq!(messages[0]["content"], format!("Look:\n{LEFT_OUT}"));
    assert_eq!(messages[2]["content"], LEFT_OUT);
    assert_eq!(messages.len(), 3);
    assert_eq!(sent(&request, |builder| builder.images(true)), shown);
}

/// Draws.
#[tool]
fn chart(label: String) -> Vec<ContentPart> {
    vec![label.into(), image("image/png")]
}

#[test]
fn a_conversation_with_images_only_grows() {
    let call = |id: &str| {
        let message = format!(
            r#"{{"tool_calls":[{{"id":"{id}","function":{{"name":"chart","arguments":"{{\"label\": \"x\"}}"}}}}]}}"#
        );
        Reply::ok(completion(&message, r#""tool_calls""#))
    };
    let last = Reply::ok(completion(r#"{"content":"4"}"#, r#""stop""#));
    let server = Server::start([call("c1"), call("c2"), last]);
    let tools: ToolSet = toolset![chart];
    let agent = Agent::builder(client(&server).build().unwrap()).tools(tools);
    let answer = run(agent.build().unwrap().invoke("Draw.")).unwrap();
    // The conversation itself has no message that only this wire needs.
    assert_eq!(answer.messages.len(), 6);
    let bodies: Vec<Value> = server
        .received()
        .iter()
        .map(tests::http::Received::json)
        .collect();
    let roles = |body: &Value| -> Vec<String> {
        let messages = body["messages"].as_array().unwrap().iter();
        messages
            .map(|message| message["role"].as_str().unwrap().to_owned())
            .collect()
    };
    let round = ["assistant", "tool", "user"];
    assert_eq!(roles(&bodies[0]), ["user"]);
    assert_eq!(roles(&bodies[1]), [&["user"][..], &round].concat());
    assert_eq!(roles(&bodies[2]), [&["user"][..], &round, &round].concat());
    for pair in bodies.windows(2) {
        let (before, after) = (&pair[0]["messages"], &pair[1]["messages"]);
        let before = before.as_array().unwrap();
        assert_eq!(after.as_array().unwrap()[..before.len()], before[..]);
    }
    for body in &bodies {
        assert_valid(body);
    }
}
