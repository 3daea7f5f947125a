//! A tool that is withdrawn is in no later body, and the messages still only grow.

use crate::bodies::{assert_valid, message_bytes};
use crate::{client, completion};
use serde_json::Value;
use tests::http::{Received, Reply, Server};
use tests::run;
use toolwright::model::openai::ToolChoice;
use toolwright::tool::ToolDefinitions;
use toolwright::{Agent, ChatRequest, Message, ToolSet, tool, toolset};

/// Squares a number.
#[tool]
fn sq(n: i64) -> i64 {
    n * n
}

/// Tells the time.
#[tool]
fn now() -> &'static str {
    "noon"
}

fn call(id: &str, name: &str) -> Reply {
    let message = format!(
        r#"{{"tool_calls":[{{"id":"{id}","function":{{"name":"{name}","arguments":"{{}}"}}}}]}}"#
    );
    Reply::ok(completion(&message, r#""tool_calls""#))
}

fn names(body: &Value) -> Vec<&str> {
    let tools = body["tools"].as_array().map(Vec::as_slice);
    let names = tools.unwrap_or_default().iter();
    names
        .map(|tool| tool["function"]["name"].as_str().unwrap())
        .collect()
}

fn bodies(tools: ToolSet, replies: Vec<Reply>) -> Vec<Received> {
    let last = Reply::ok(completion(r#"{"content":"4"}"#, r#""stop""#));
    let server = Server::start(replies.into_iter().chain([last]));
    let model = client(&server)
        .tool_choice(ToolChoice::Tool("sq".to_owned()))
        .build()
        .unwrap();
    let agent = Agent::builder(model).tools(tools).build().unwrap();
    assert_eq!(run(agent.invoke("2 squared?")).unwrap().text, "4");
    server.received()
}

#[test]
fn it_leaves_the_body_and_the_messages_stay() {
    let replies = ["c1", "c2", "c3"].map(|id| call(id, "sq")).into();
    let received = bodies(toolset![sq, now], replies);
    let bodies: Vec<Value> = received.iter().map(Received::json).collect();
    for body in &bodies {
        assert_valid(body);
    }
    assert_eq!(names(&bodies[2]), ["sq", "now"]);
    assert_eq!(bodies[2]["tool_choice"]["function"]["name"], "sq");
    assert_eq!(names(&bodies[3]), ["now"]);
    assert_eq!(bodies[3]["tool_choice"], Value::Null);
    let told = bodies[3]["messages"][6]["content"].as_str().unwrap();
    assert!(
        told.ends_with("\nDo not call `sq` again: it failed 3 times in a row and is withdrawn for this question."),
        "{told}"
    );
    for pair in received.windows(2) {
        let (before, after) = (message_bytes(&pair[0]), message_bytes(&pair[1]));
        assert!(after.starts_with(before) && after[before.len()] == b',');
    }
}

#[test]
fn without_its_last_tool_a_body_names_none() {
    let replies = ["c1", "c2", "c3"].map(|id| call(id, "sq")).into();
    let received = bodies(toolset![sq], replies);
    let body = received[3].json();
    assert_valid(&body);
    assert_eq!(body.get("tools"), None);
    assert_eq!(body.get("tool_choice"), None);
}

#[test]
fn what_a_wire_kept_goes_with_the_tools_it_may_name() {
    let request = ChatRequest::new([Message::user("Hello")]);
    let write = |request: &ChatRequest| {
        request.with_wire_body("mine", |body, new| {
            body.extend(request.offered_tools().concat().bytes());
            body.extend(new.len().to_string().bytes());
            Ok::<_, ()>(String::from_utf8(body.clone()).unwrap())
        })
    };
    assert_eq!(write(&request).unwrap(), "1");
    assert_eq!(write(&request).unwrap(), "10");
    let tools: ToolSet = toolset![sq];
    let request = request.with_tools(tools.definitions().clone());
    assert_eq!(write(&request).unwrap(), "sq1");
    let request = request.with_tools(ToolDefinitions::default());
    assert_eq!(write(&request).unwrap(), "1");
}
