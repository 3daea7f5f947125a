//! Secrets that a server echoes in another form than it got them, and answers that cost more than they say.

use crate::hello;
use tests::http::{Reply, Server};
use tests::{everything_of, run};
use toolwright::ChatModel;
use toolwright::model::openai::{OpenAi, OpenAiBuilder};

/// Everything that a developer can read of the error.
fn told(server: &Server, builder: OpenAiBuilder) -> String {
    let model = builder.model("m").build().unwrap();
    let error = run(model.complete(&hello())).unwrap_err();
    assert_eq!(server.received().len(), 1);
    everything_of(&error)
}

#[test]
fn the_header_made_of_user_and_password_is_hidden() {
    for (user, encoded) in [
        ("user-K3Y:pass-K3Y", "dXNlci1LM1k6cGFzcy1LM1k="),
        ("k%40y:", "a0B5Og=="),
    ] {
        let body = format!(r#"{{"error":{{"message":"bad credentials: Basic {encoded}"}}}}"#);
        let server = Server::start([Reply::status(401, body)]);
        let base = format!("http://{user}@{}/v1", server.address());
        let told = told(&server, OpenAi::builder().base_url(base));
        assert!(
            !told.contains(encoded) && told.contains("bad credentials"),
            "{told}"
        );
    }
}

#[test]
fn the_token_inside_a_header_is_hidden() {
    for value in ["Bearer tok-K3Y", "Token tok-K3Y", "session=tok-K3Y; path=/"] {
        let server = Server::start([Reply::status(
            401,
            r#"{"error":{"message":"no such key: tok-K3Y, Bearer"}}"#,
        )]);
        let builder = OpenAi::builder()
            .base_url(server.base_url())
            .extra_header("Authorization", value);
        let told = told(&server, builder);
        assert!(!told.contains("K3Y") && told.contains("Bearer"), "{told}");
    }
}

#[test]
fn a_key_as_json_writes_it_is_hidden() {
    let server = Server::start([Reply::ok(r#"{"choices":1,"echo":"a\"b-K3Y"}"#)]);
    let builder = OpenAi::builder()
        .base_url(server.base_url())
        .api_key("a\"b-K3Y");
    let told = told(&server, builder);
    assert!(!told.contains("K3Y"), "{told}");
}

#[test]
fn a_turn_has_a_limit() {
    for (count, taken) in [(1024, true), (1025, false), (100_000, false)] {
        let calls = vec!["{}"; count].join(",");
        let body = format!(r#"{{"choices":[{{"message":{{"tool_calls":[{calls}]}}}}]}}"#);
        let server = Server::start([Reply::ok(body)]);
        let model = OpenAi::builder()
            .base_url(server.base_url())
            .model("m")
            .build()
            .unwrap();
        let answer = run(model.complete(&hello()));
        assert_eq!(
            answer
                .map(|response| response.message.tool_calls.len())
                .ok(),
            taken.then_some(count)
        );
    }
}

#[test]
fn a_refusal_nested_without_end_is_told() {
    let body = format!("{}1{}", r#"{"error":"#.repeat(100_000), "}".repeat(100_000));
    let server = Server::start([Reply::status(500, body)]);
    let told = told(&server, OpenAi::builder().base_url(server.base_url()));
    assert!(told.contains("status 500") && told.len() < 10_000);
}
