//! How a client is set up.

use crate::bodies::sent;
use crate::{client, completion, hello};
use serde_json::json;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::thread;
use tests::http::{Reply, Server};
use tests::run;
use toolwright::ChatModel;
use toolwright::model::ModelErrorKind::{Connection, Request};
use toolwright::model::openai::{OpenAi, OpenAiBuilder, ToolChoice};
use toolwright::tool::{ToolDefinition, ToolDefinitions};

#[test]
fn options_are_fields_of_the_body() {
    let body = sent(&hello(), |builder| {
        builder
            .temperature(0.0)
            .max_output_tokens(100)
            .extra_field("seed", 1)
            .extra_field("seed", 7)
            .extra_field("stop", json!(["END"]))
    });
    let expected = json!({
        "model": "m", "messages": [{"role": "user", "content": "Hello"}],
        "temperature": 0.0, "max_completion_tokens": 100, "seed": 7, "stop": ["END"],
    });
    assert_eq!(body, expected);
}

#[test]
fn a_tool_is_only_asked_for_where_it_is_offered() {
    let tools = ToolDefinitions::new([ToolDefinition::new("sq", "Squares.", json!({}))]);
    let named = |name: &str| ToolChoice::Tool(name.to_owned());
    let table = [
        (ToolChoice::Auto, Some(json!("auto"))),
        (ToolChoice::None, Some(json!("none"))),
        (ToolChoice::Required, Some(json!("required"))),
        (
            named("sq"),
            Some(json!({"type": "function", "function": {"name": "sq"}})),
        ),
        (named("gone"), None),
    ];
    for (choice, expected) in table {
        let setup = |builder: OpenAiBuilder| {
            builder
                .tool_choice(choice.clone())
                .parallel_tool_calls(false)
        };
        let body = sent(&hello().with_tools(tools.clone()), setup);
        assert_eq!(body.get("tool_choice"), expected.as_ref());
        assert_eq!(body["parallel_tool_calls"], json!(false));
        let body = sent(&hello(), setup);
        assert_eq!(body.get("tool_choice"), None);
        assert_eq!(body.get("parallel_tool_calls"), None);
    }
}

/// Sends one request and returns its line and headers, in lower case.
fn head(setup: impl FnOnce(&Server) -> OpenAiBuilder) -> String {
    let server = Server::start([Reply::ok(completion("{}", r#""stop""#))]);
    run(setup(&server).build().unwrap().complete(&hello())).unwrap();
    server.received().remove(0).head.to_lowercase()
}

#[test]
fn headers_carry_the_key_and_what_is_added() {
    let head = head(|server| {
        client(server)
            .api_key(" sk-k3y\n")
            .extra_header("x-team", "blue")
    });
    assert!(
        head.starts_with("post /v1/chat/completions http/1.1\r\n"),
        "{head}"
    );
    for line in [
        "authorization: bearer sk-k3y",
        "content-type: application/json",
        "x-team: blue",
    ] {
        assert!(head.lines().any(|had| had == line), "{line}: {head}");
    }
}

#[test]
fn base_urls_in_every_shape() {
    let table = [
        ("", "/chat/completions"),
        ("/", "/chat/completions"),
        ("/v1/", "/v1/chat/completions"),
        ("/v1/chat/completions", "/v1/chat/completions"),
        ("/v1?api-version=1", "/v1/chat/completions?api-version=1"),
        ("/v1#fragment", "/v1/chat/completions"),
    ];
    for (path, expected) in table {
        let head = head(|server| {
            let base_url = format!("http://{}{path}", server.address());
            OpenAi::builder().base_url(base_url).model("m")
        });
        assert!(
            head.starts_with(&format!("post {expected} http/1.1\r\n")),
            "{head}"
        );
        assert!(!head.contains("authorization"), "{head}");
    }
    let head = head(|server| {
        let base_url = format!("http://user:pass@{}/v1", server.address());
        OpenAi::builder().base_url(base_url).model("m")
    });
    assert!(head.contains("authorization: basic dxnlcjpwyxnz"), "{head}");
}

#[test]
fn what_cannot_be_used_is_said_when_the_client_is_built() {
    let local = || {
        OpenAi::builder()
            .base_url("http://127.0.0.1:1/v1")
            .model("m")
    };
    let table = [
        (
            OpenAi::builder().api_key("k"),
            "no model is named; call `.model(…)` or set OPENAI_MODEL",
        ),
        (
            OpenAi::builder().model("m"),
            "no key for OpenAI; call `.api_key(…)` or set OPENAI_API_KEY",
        ),
        (local().base_url("K3Y"), "the base URL is not a URL"),
        (
            local().base_url("ftp://host/K3Y"),
            "the base URL is neither http nor https",
        ),
        (
            local().api_key("K3\nY"),
            "the key has characters that no header takes",
        ),
        (
            local().extra_header("a b", "K3Y"),
            "an extra header has a name that HTTP does not take",
        ),
        (
            local().extra_header("a", "K3\nY"),
            "an extra header has a value that HTTP does not take",
        ),
        (
            local().temperature(f64::NAN),
            "the temperature is not a number",
        ),
        (
            local().extra_field("messages", json!([])),
            "an extra field bears a name that this client writes itself; use its setter",
        ),
    ];
    for (builder, expected) in table {
        let error = builder.build().unwrap_err();
        assert_eq!(error.kind(), Request);
        assert_eq!(error.to_string(), expected);
        assert!(!tests::everything_of(&error).contains("K3Y"));
    }
}

/// TLS starts without a choice made for the whole process, and finds out that the other side speaks none.
#[test]
fn https_needs_no_provider_of_the_process() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let base_url = format!("https://{}/v1", listener.local_addr().unwrap());
    let server = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut hello = [0; 1];
        stream.read_exact(&mut hello).unwrap();
        stream
            .write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            .unwrap();
        hello
    });
    let model = OpenAi::builder().base_url(base_url).model("m").build();
    let error = run(model.unwrap().complete(&hello())).unwrap_err();
    assert_eq!(
        server.join().unwrap(),
        [22],
        "not the start of a TLS handshake"
    );
    assert_eq!(error.kind(), Connection);
    let text = tests::everything_of(&error);
    assert!(text.contains("InvalidContentType"), "{text}");
}
