//! Every way in which a server fails to answer.

use crate::{ask, client, completion, hello};
use std::error::Error;
use std::net::{Ipv4Addr, TcpListener};
use std::time::Duration;
use tests::http::{Reply, Server};
use tests::run;
use toolwright::ChatModel;
use toolwright::model::ModelErrorKind::{Connection, Request, Response, Status};
use toolwright::model::openai::OpenAi;
use toolwright::testing::block_on;

#[test]
fn nobody_listens() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let model = OpenAi::builder()
        .base_url(format!("http://127.0.0.1:{port}/v1"))
        .model("m");
    let error = run(model.build().unwrap().complete(&hello())).unwrap_err();
    assert_eq!((error.kind(), error.status()), (Connection, None));
    let expected = format!("no connection to the model's server at http://127.0.0.1:{port}");
    assert_eq!(error.to_string(), expected);
    assert!(error.source().is_some());
}

#[test]
fn a_server_that_refuses_says_why() {
    let table = [
        (
            400,
            r#"{"error":{"message":"no such model","type":"x"}}"#,
            "no such model",
        ),
        (401, r#"{"error":{"message":"bad\n  key"}}"#, "bad key"),
        (404, r#"{"error":"not here"}"#, "not here"),
        (
            422,
            r#"{"detail":[{"loc":["body"]}]}"#,
            r#"[{"loc":["body"]}]"#,
        ),
        (429, r#"{"message":"slow down"}"#, "slow down"),
        (500, r#"{"error":{"code":7}}"#, r#"{"code":7}"#),
        (500, r#"{"error":null}"#, r#"{"error":null}"#),
        (
            502,
            "<html>\r\n<h1>Bad\tGateway</h1>",
            "<html> <h1>Bad Gateway</h1>",
        ),
        (503, "", "it does not say why"),
        (307, "", "it points elsewhere, which is not followed"),
    ];
    for (status, body, said) in table {
        let error = ask(Reply::status(status, body)).unwrap_err();
        assert_eq!((error.kind(), error.status()), (Status, Some(status)));
        let expected = format!("the model's server refused the request: {said} (status {status})");
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn a_refusal_is_bounded_and_on_one_line() {
    let error = ask(Reply::status(500, "é\n".repeat(100_000))).unwrap_err();
    let text = error.to_string();
    assert!(text.chars().count() < 400, "{}", text.len());
    assert!(!text.contains('\n') && text.contains('…'));
}

#[test]
fn the_server_says_when_to_come_back() {
    let reply = Reply::status(429, "").header("retry-after", "7");
    assert_eq!(
        ask(reply).unwrap_err().retry_after(),
        Some(Duration::from_secs(7))
    );
    let reply = Reply::status(429, "").header("retry-after", "Fri, 31 Dec 1999 23:59:59 GMT");
    assert_eq!(ask(reply).unwrap_err().retry_after(), None);
}

#[test]
fn nothing_is_asked_twice() {
    for status in [307, 400, 429, 503] {
        let server = Server::start([Reply::status(status, "{}").header("location", "/v2")]);
        let model = client(&server).build().unwrap();
        run(model.complete(&hello())).unwrap_err();
        assert_eq!(server.received().len(), 1, "{status}");
    }
}

#[test]
fn what_is_no_completion() {
    let table = [
        (
            "",
            "the answer of the model's server is not a completion: nothing (status 200)",
        ),
        (
            "<html>",
            "the answer of the model's server is not a completion: `<html>` (status 200)",
        ),
        (
            r#"{"choices":[{"mess"#,
            r#"the answer of the model's server is not a completion: `{"choices":[{"mess` (status 200)"#,
        ),
        (
            "[]",
            "the answer of the model's server is not a completion: `[]` (status 200)",
        ),
        (
            r#""text""#,
            r#"the answer of the model's server is not a completion: `"text"` (status 200)"#,
        ),
        (
            "{}",
            "the answer of the model's server holds no choice: `{}` (status 200)",
        ),
        (
            r#"{"choices":[]}"#,
            r#"the answer of the model's server holds no choice: `{"choices":[]}` (status 200)"#,
        ),
        (
            r#"{"choices":null}"#,
            r#"the answer of the model's server holds no choice: `{"choices":null}` (status 200)"#,
        ),
        (
            r#"{"choices":[null]}"#,
            r#"the answer of the model's server holds no message: `{"choices":[null]}` (status 200)"#,
        ),
        (
            r#"{"choices":[{"text":"hi"}]}"#,
            r#"the answer of the model's server holds no message: `{"choices":[{"text":"hi"}]}` (status 200)"#,
        ),
        (
            r#"{"error":{"message":"overloaded"}}"#,
            "the model's server reports an error: `overloaded` (status 200)",
        ),
    ];
    for (body, expected) in table {
        let error = ask(Reply::ok(body)).unwrap_err();
        assert_eq!(
            (error.kind(), error.status()),
            (Response, Some(200)),
            "{body}"
        );
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn nesting_without_end_is_refused() {
    let body = format!(r#"{{"choices":[{{"message":{}"#, "[".repeat(200_000));
    assert_eq!(ask(Reply::ok(body)).unwrap_err().kind(), Response);
    let deep = format!(
        r#"{{"content":{}1{}}}"#,
        "[".repeat(200_000),
        "]".repeat(200_000)
    );
    let response = ask(Reply::ok(completion(&deep, r#""stop""#)));
    assert!(response.is_ok_and(|response| response.message.content.is_empty()));
}

#[test]
fn an_answer_that_breaks_off() {
    let error = ask(Reply::ok(r#"{"choices":[{"#).cut()).unwrap_err();
    assert_eq!((error.kind(), error.status()), (Response, Some(200)));
    let expected =
        r#"the answer of the model's server broke off after `{"choices":[{` (status 200)"#;
    assert_eq!(error.to_string(), expected);
    assert!(error.source().is_some());
    // Under an error status, the status is what counts.
    let error = ask(Reply::status(500, "oops").cut()).unwrap_err();
    assert_eq!((error.kind(), error.status()), (Status, Some(500)));
}

#[test]
fn an_answer_without_end_is_given_up() {
    let error = ask(Reply::ok(vec![b' '; (32 << 20) + 1])).unwrap_err();
    assert_eq!((error.kind(), error.status()), (Response, Some(200)));
    assert!(
        error.to_string().contains("more than 33554432 bytes"),
        "{error}"
    );
}

#[test]
fn a_server_that_is_too_slow() {
    let server = Server::start([Reply::ok("{}").after(Duration::from_millis(600))]);
    let model = client(&server).timeout(Duration::from_millis(100));
    let error = run(model.build().unwrap().complete(&hello())).unwrap_err();
    assert_eq!(error.kind(), Connection);
    assert!(
        error.to_string().ends_with("did not answer in time"),
        "{error}"
    );
}

#[test]
fn without_a_runtime_there_is_an_error_and_no_panic() {
    let server = Server::start([]);
    let model = client(&server).build().unwrap();
    let error = block_on(model.complete(&hello())).unwrap_err();
    assert_eq!(error.kind(), Request);
    assert!(error.to_string().contains("Tokio"), "{error}");
}
