//! What goes over the wire, read from the journal of a server that nobody here wrote. The same for both clients.

use crate::client::{Client, Desk, client, drive, tools};
use crate::real_model::RealModel;
use serde_json::{Value, json};
use std::error::Error;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use toolwright::message::{AssistantMessage, Content, ContentPart, Image};
use toolwright::model::Usage;
use toolwright::{
    Agent, Answer, ChatModel, ChatRequest, InvocationFailure, Message, ModelError, ToolCall,
    ToolResult,
};

const KEY: &str = "key-of-the-test";

/// A scripted server, and a client of it.
struct Setting {
    server: RealModel,
    client: Arc<Client>,
}

impl Setting {
    fn start() -> Option<Self> {
        let server = RealModel::start_aimock_with("examples/clients/aimock.json")?;
        let client = Arc::new(client(&server.base_url(), KEY));
        Some(Self { server, client })
    }

    /// The bodies of all requests.
    fn journal(&self) -> Vec<Value> {
        let mut stream = TcpStream::connect(self.server.address()).unwrap();
        // Of this version, so that the answer comes in one piece.
        write!(stream, "GET /__aimock/journal HTTP/1.0\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (_, entries) = answer.split_once("\r\n\r\n").unwrap();
        let entries: Vec<Value> = serde_json::from_str(entries).unwrap();
        entries.iter().map(|entry| entry["body"].clone()).collect()
    }
}

/// Runs a future that does I/O to its end on this thread.
fn run<F: Future>(future: F) -> F::Output {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.unwrap().block_on(future)
}

/// One way of driving the client, and all that it asked the server.
pub(crate) fn with_an_agent(
    question: &str,
) -> Option<(Result<Answer, InvocationFailure>, Vec<Value>)> {
    let setting = Setting::start()?;
    let agent = Agent::builder(Arc::clone(&setting.client))
        .state(Desk::new())
        .tools(tools());
    let answer = run(agent.build().unwrap().invoke(question));
    Some((answer, setting.journal()))
}

/// The other way.
fn with_a_driver(question: &str) -> Option<(Vec<Message>, Vec<Value>)> {
    let setting = Setting::start()?;
    let messages = run(drive(&setting.client, &tools(), &Desk::new(), question)).unwrap();
    Some((messages, setting.journal()))
}

/// The messages of a request. Every call in it is answered once, in order, before anything else is said.
pub(crate) fn messages(request: &Value) -> Vec<Value> {
    let mut waiting = Vec::new();
    let mut messages = request["messages"].as_array().unwrap().clone();
    for message in &mut messages {
        if message["role"] == "tool" {
            assert_eq!(waiting.remove(0), message["tool_call_id"], "{request:#}");
            continue;
        }
        assert!(waiting.is_empty(), "no results for {waiting:?}");
        let calls = message["tool_calls"].as_array();
        waiting.extend(calls.into_iter().flatten().map(|call| call["id"].clone()));
        if calls.is_some() && message["content"] == "" {
            // One client leaves out what the other sends empty.
            message.as_object_mut().unwrap().remove("content");
        }
    }
    assert!(waiting.is_empty(), "no results for {waiting:?}");
    messages
}

fn call(id: &str, name: &str, arguments: &Value) -> Value {
    json!({"type": "function", "id": id, "function": {"name": name, "arguments": arguments}})
}

#[test]
fn two_rounds_and_a_failure_that_the_model_repairs() {
    let Some((answer, journal)) = with_an_agent("Where is my order 471?") else {
        return;
    };
    let answer = answer.unwrap();
    assert_eq!(answer.text, "Order 4711 is on its way.");
    assert_eq!(answer.usage, Usage::new(600, 35));
    assert_eq!(answer.rounds, 2);
    let marks = answer.tool_executions.iter().map(|it| it.result.is_error);
    assert_eq!(marks.collect::<Vec<_>>(), [true, false, false]);

    assert_eq!(journal.len(), 3);
    let mut last = messages(&journal[2]);
    // A client may write the arguments anew, so they are compared as JSON.
    let calls = last.iter_mut().filter_map(|it| it.get_mut("tool_calls"));
    for call in calls.flat_map(|calls| calls.as_array_mut().unwrap()) {
        let arguments = &mut call["function"]["arguments"];
        *arguments = serde_json::from_str(arguments.as_str().unwrap()).unwrap();
    }
    let expected = json!([
        {"role": "user", "content": "Where is my order 471?"},
        {"role": "assistant", "tool_calls": [
            call("c1", "order_status", &json!({"id": 471})),
            call("c2", "list_orders", &json!({})),
        ]},
        {
            "role": "tool", "tool_call_id": "c1",
            "content": "there is no order 471; order numbers have four digits",
        },
        {"role": "tool", "tool_call_id": "c2", "content": "[4711,4712]"},
        {"role": "assistant", "tool_calls": [call("c3", "order_status", &json!({"id": 4711}))]},
        {"role": "tool", "tool_call_id": "c3", "content": "on its way"},
    ]);
    assert_eq!(Value::from(last), expected);
    assert_eq!(
        journal[0]["tools"][0],
        json!({"type": "function", "function": {
            "name": "order_status",
            "description": "Tells where an order is.",
            "strict": false,
            "parameters": {
                "type": "object",
                "properties": {"id": {
                    "type": "integer", "minimum": 0, "maximum": u32::MAX,
                    "description": "The number of the order.",
                }},
                "required": ["id"],
                "additionalProperties": false,
            },
        }})
    );
    assert!(
        !Value::from(journal.clone())
            .to_string()
            .contains("orders_2026")
    );

    // The driver of its own sends the same, to the letter.
    let (conversation, same) = with_a_driver("Where is my order 471?").unwrap();
    assert_eq!(same, journal);
    assert_eq!(conversation, answer.messages);
}

#[test]
fn ids_that_stand_twice_and_names_that_nobody_has() {
    let Some((answer, journal)) = with_an_agent("Say it twice.") else {
        return;
    };
    assert_eq!(answer.unwrap().text, "Done.");
    let last = messages(&journal[1]);
    let contents: Vec<_> = last[2..]
        .iter()
        .map(|it| it["content"].as_str().unwrap())
        .collect();
    assert_eq!(contents[..2], ["on its way", "delivered"]);
    assert!(
        contents[2].contains("there is no tool of that name"),
        "{contents:?}"
    );
    // As it came, servers would refuse the name.
    assert_eq!(
        last[1]["tool_calls"][2]["function"]["name"],
        "no_such_tool_"
    );
    let (_, same) = with_a_driver("Say it twice.").unwrap();
    assert_eq!(same, journal);
}

#[test]
fn nothing_runs_of_a_turn_that_was_cut_off() {
    let Some((answer, journal)) = with_an_agent("Break off.") else {
        return;
    };
    let answer = answer.unwrap();
    assert_eq!(answer.text, "Done.");
    assert!(answer.tool_executions[0].result.is_error);
    let last = messages(&journal[1]);
    let result = last[2]["content"].as_str().unwrap();
    assert!(!result.contains("on its way"), "{result}");
    let (_, same) = with_a_driver("Break off.").unwrap();
    assert_eq!(same, journal);
}

#[test]
fn an_error_holds_the_status_and_no_key() {
    let Some((answer, _)) = with_an_agent("Let me in.") else {
        return;
    };
    let failure = answer.unwrap_err();
    let error = failure
        .source()
        .unwrap()
        .downcast_ref::<ModelError>()
        .unwrap();
    assert_eq!(error.status(), Some(401));
    assert!(
        error.to_string().contains("Incorrect API key provided"),
        "{error}"
    );
    let everything = everything_of(&failure);
    assert!(!everything.contains(KEY), "{everything}");

    let unreachable = client("http://user:hunter2@127.0.0.1:1/v1?token=hunter2", KEY);
    let error = run(unreachable.complete(&ChatRequest::new([Message::user("Hello")]))).unwrap_err();
    assert!(
        error.to_string().contains("could not be reached"),
        "{error}"
    );
    let everything = everything_of(&error);
    assert!(!everything.contains("hunter2"), "{everything}");
}

/// Both forms of an error and of all its sources.
fn everything_of(error: &(dyn Error + 'static)) -> String {
    let chain = std::iter::successors(Some(error), |&error| error.source());
    let texts: Vec<String> = chain
        .map(|error| format!("{error}\n{error:?}\n{error:#?}\n"))
        .collect();
    texts.concat()
}

#[test]
fn pictures_are_shown_and_those_of_results_follow() {
    let Some(setting) = Setting::start() else {
        return;
    };
    let dot = Image::new("image/png", b"dot").unwrap();
    let url = "data:image/png;base64,ZG90";
    let shown = |text: &str| Content::parts(vec![text.into(), ContentPart::from(dot.clone())]);
    let turn = AssistantMessage::calls(vec![ToolCall::new("c1", "photo", "{}")]);
    let request = ChatRequest::new([
        Message::user(shown("What is in the picture?")),
        Message::Assistant(turn),
        Message::Tool(ToolResult::new("c1", "photo", shown("a photo"))),
    ]);
    let answer = run(setting.client.complete(&request)).unwrap();
    assert_eq!(answer.message.content.to_text(), "A dot.");
    let journal = setting.journal();
    let sent = messages(&journal[0]);
    let picture = json!({"type": "image_url", "image_url": {"url": url}});
    let text = |text: &str| json!({"type": "text", "text": text});
    assert_eq!(
        sent[0]["content"],
        json!([text("What is in the picture?"), picture])
    );
    assert_eq!(
        sent[2]["content"],
        "a photo\n(an image follows after the results)"
    );
    let follows = json!([text("From the result of the call c1:"), picture]);
    assert_eq!(sent[3], json!({"role": "user", "content": follows}));
}

#[test]
fn a_real_model_asks_and_is_answered() {
    let Some(server) = RealModel::start() else {
        return;
    };
    let client = client(&server.base_url(), KEY);
    let agent = Agent::builder(client).state(Desk::new()).tools(tools());
    let agent = agent.max_rounds(6).build().unwrap();
    // What a small model does differs from one start to the next: one call of three questions is enough.
    let mut called = 0;
    for id in [4711, 4712, 4713] {
        let answer = run(agent.invoke(format!("Where is order {id}?"))).unwrap();
        for it in &answer.tool_executions {
            println!(
                "{} {}: {}",
                it.call.name,
                it.call.arguments,
                it.result.text()
            );
        }
        called += answer.tool_executions.len();
    }
    assert!(called > 0, "the model called for none of three orders");
}
