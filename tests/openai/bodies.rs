//! What goes out: valid against the vendor's schema, and never written twice.

use crate::{client, completion, hello};
use jsonschema::Validator;
use serde_json::{Value, json};
use std::sync::LazyLock;
use tests::http::{Received, Reply, Server};
use tests::run;
use toolwright::message::{AssistantMessage, Content, ContentPart};
use toolwright::model::openai::OpenAiBuilder;
use toolwright::tool::{Tool, ToolContext, ToolDefinition, ToolDefinitions, ToolError, ToolOutput};
use toolwright::{Agent, ChatModel, ChatRequest, Message, ToolCall, ToolResult, ToolSet};

/// Sends a request and returns what arrived, which is always valid.
pub(crate) fn sent(
    request: &ChatRequest,
    setup: impl FnOnce(OpenAiBuilder) -> OpenAiBuilder,
) -> Value {
    let server = Server::start([Reply::ok(completion("{}", r#""stop""#))]);
    let model = setup(client(&server)).build().unwrap();
    run(model.complete(request)).unwrap();
    let body = server.received().remove(0).json();
    assert_valid(&body);
    body
}

pub(crate) fn assert_valid(body: &Value) {
    static VALIDATOR: LazyLock<Validator> = LazyLock::new(|| {
        let schema = serde_json::from_str(include_str!("../data/openai.schema.json")).unwrap();
        jsonschema::validator_for(&schema).unwrap()
    });
    let validator = &*VALIDATOR;
    let errors: Vec<String> = validator
        .iter_errors(body)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}\n{body:#}");
}

pub(crate) fn messages(messages: impl IntoIterator<Item = Message>) -> Value {
    sent(&ChatRequest::new(messages), |builder| builder)["messages"].take()
}

#[test]
fn every_kind_of_message() {
    let mut both = AssistantMessage::calls(vec![ToolCall::new("c2", "sq", "{}")]);
    both.content = Content::text("Again.");
    let parts = Content::parts(vec![ContentPart::text("a"), ContentPart::text("b")]);
    let sent = messages([
        Message::system("Be brief."),
        Message::user(parts),
        Message::Assistant(AssistantMessage::calls(vec![ToolCall::new(
            "c1",
            "sq",
            r#"{"n": 2}"#,
        )])),
        Message::Tool(ToolResult::error("c1", "sq", "no")),
        Message::Assistant(both),
        Message::Tool(ToolResult::new("c2", "sq", "")),
        Message::assistant("4"),
        Message::assistant(""),
        Message::user("Thanks \"\u{1F600}\"\n"),
    ]);
    let expected = json!([
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "a\nb"},
        {"role": "assistant", "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "sq", "arguments": "{\"n\": 2}"}}
        ]},
        {"role": "tool", "tool_call_id": "c1", "content": "no"},
        {"role": "assistant", "content": "Again.", "tool_calls": [
            {"id": "c2", "type": "function", "function": {"name": "sq", "arguments": "{}"}}
        ]},
        {"role": "tool", "tool_call_id": "c2", "content": "(no output)"},
        {"role": "assistant", "content": "4"},
        {"role": "assistant", "content": ""},
        {"role": "user", "content": "Thanks \"😀\"\n"},
    ]);
    assert_eq!(sent, expected);
}

#[test]
fn arguments_are_always_json() {
    let table = [
        (r#"{"n":2}"#, r#"{"n":2}"#),
        (r#" {"n": 2.50} "#, r#" {"n": 2.50} "#),
        (r#""{\"n\":2}""#, r#""{\"n\":2}""#),
        ("", "{}"),
        (" \n", "{}"),
        ("null", "{}"),
        (r#"{"a": listt}"#, r#""{\"a\": listt}""#),
        ("{\"a\": ", r#""{\"a\": ""#),
    ];
    for (written, expected) in table {
        let calls = vec![ToolCall::new("c1", "sq", written)];
        let sent = messages([
            Message::user("Hello"),
            Message::Assistant(AssistantMessage::calls(calls)),
            Message::Tool(ToolResult::error("c1", "sq", "no")),
        ]);
        let arguments = &sent[1]["tool_calls"][0]["function"]["arguments"];
        assert_eq!(arguments, expected, "{written}");
        serde_json::from_str::<Value>(arguments.as_str().unwrap()).unwrap();
    }
}

#[test]
fn a_name_that_no_server_takes_does_not_spoil_the_conversation() {
    let table = [
        ("functions.add", "functions_add"),
        ("", "_"),
        ("größe()", "gr__e__"),
        ("get-weather", "get-weather"),
    ];
    for (written, expected) in table {
        let calls = vec![ToolCall::new("c1", written, "{}")];
        let sent = messages([Message::Assistant(AssistantMessage::calls(calls))]);
        assert_eq!(sent[0]["tool_calls"][0]["function"]["name"], expected);
    }
}

#[test]
fn tools_are_described_once_and_outright() {
    let schema =
        json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]});
    let tools = ToolDefinitions::new([
        ToolDefinition::new("sq", "Squares a number.", schema.clone()),
        ToolDefinition::new("now", "", json!({"type": "object"})),
        ToolDefinition::new("any", "Anything.", json!(true)),
    ]);
    let body = sent(&hello().with_tools(tools), |builder| builder);
    let empty = json!({"type": "object", "properties": {}});
    let expected = json!([
        {"type": "function", "function": {"name": "sq", "description": "Squares a number.", "parameters": schema, "strict": false}},
        {"type": "function", "function": {"name": "now", "parameters": empty, "strict": false}},
        {"type": "function", "function": {"name": "any", "description": "Anything.", "parameters": empty, "strict": false}},
    ]);
    assert_eq!(body["tools"], expected);
    assert_eq!(body.get("tool_choice"), None);
}

#[test]
fn a_description_that_servers_find_too_long_is_sent_as_its_first_paragraph() {
    let rest = format!("\n\n{}", "More. ".repeat(200));
    let texts = [
        "ü".repeat(1_024),
        format!("First paragraph.{rest}"),
        format!("{}{rest}", "ü".repeat(1_024)),
        "ü".repeat(1_025),
    ];
    let cut = format!("{}…", "ü".repeat(1_023));
    let expected = [&texts[0], "First paragraph.", &texts[0], &cut];
    for (text, expected) in texts.iter().zip(expected) {
        let tool = ToolDefinition::new("t", text, json!({"type": "object"}));
        let body = sent(
            &hello().with_tools(ToolDefinitions::new([tool])),
            |builder| builder,
        );
        assert_eq!(body["tools"][0]["function"]["description"], *expected);
    }
}

#[test]
fn without_tools_nothing_is_said_of_them() {
    let body = sent(&hello(), |builder| builder.parallel_tool_calls(false));
    let expected = json!({"model": "m", "messages": [{"role": "user", "content": "Hello"}]});
    assert_eq!(body, expected);
}

/// Another wire has its own idea of what a request's kept bytes are.
#[test]
fn a_request_that_another_wire_wrote_for_is_written_whole() {
    let request = hello();
    let other = request.with_wire_body("other", |body, new| {
        body.extend(b"{\"role\":\"other\"}");
        Ok::<_, ()>(new.len())
    });
    assert_eq!(other, Ok(1));
    // A wire that fails leaves nothing behind to build upon.
    request
        .with_wire_body("openai", |body, _| {
            body.extend(b"{\"role\":");
            Err::<(), _>(())
        })
        .unwrap_err();
    let body = sent(&request, |builder| builder);
    assert_eq!(
        body["messages"],
        json!([{"role": "user", "content": "Hello"}])
    );
}

#[test]
fn one_request_can_go_out_twice() {
    let request = hello();
    let first = sent(&request, |builder| builder);
    assert_eq!(sent(&request, |builder| builder), first);
}

struct Square;

impl Tool for Square {
    fn definition(&self) -> ToolDefinition {
        let schema = json!({"type": "object", "properties": {"n": {"type": "integer"}}});
        ToolDefinition::new("sq", "Squares a number.", schema)
    }

    async fn call(
        &self,
        arguments: &str,
        (): &(),
        _: &ToolContext,
    ) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text(format!("got {arguments}")))
    }
}

/// Returns the bytes of the messages, without the brackets around them.
pub(crate) fn message_bytes(request: &Received) -> &[u8] {
    let text = str::from_utf8(&request.body).unwrap();
    let (_, rest) = text.split_once(r#""messages":["#).unwrap();
    let (messages, _) = rest.split_once(r#"],"tools":"#).unwrap();
    messages.as_bytes()
}

#[test]
fn a_body_only_grows() {
    let call = |id: &str| {
        let message = format!(
            r#"{{"tool_calls":[{{"id":"{id}","function":{{"name":"sq","arguments":"{{\"n\": 2}}"}}}}]}}"#
        );
        Reply::ok(completion(&message, r#""tool_calls""#))
    };
    let last = Reply::ok(completion(r#"{"content":"4"}"#, r#""stop""#));
    let server = Server::start([call("c1"), call("c2"), last]);
    let tools = ToolSet::builder().tool(Square).build();
    let model = client(&server).build().unwrap();
    let agent = Agent::builder(model)
        .tools(tools)
        .system_message("Be brief.");
    let answer = run(agent.build().unwrap().invoke("What is 2 squared?")).unwrap();
    assert_eq!(answer.text, "4");
    let requests = server.received();
    assert_eq!(requests.len(), 3);
    for (request, size) in requests.iter().zip([2, 4, 6]) {
        let body = request.json();
        assert_valid(&body);
        assert_eq!(body["messages"].as_array().map(Vec::len), Some(size));
    }
    for pair in requests.windows(2) {
        let (before, after) = (message_bytes(&pair[0]), message_bytes(&pair[1]));
        assert!(after.starts_with(before) && after[before.len()] == b',');
    }
}
