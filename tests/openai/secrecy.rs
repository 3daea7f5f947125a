//! No key is ever shown: not by the client, not by an error or its sources, not by a log.

use crate::{client, completion, hello};
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tests::http::{Reply, Server};
use tests::{everything_of, run};
use toolwright::model::openai::{OpenAi, OpenAiBuilder};
use toolwright::{ChatModel, ModelError};
use tracing::field::{Field, Visit};
use tracing::span;

/// Every key of these tests.
const KEYS: [&str; 5] = [
    "sk-K3Y/1",
    "pass-K3Y",
    "query-K3Y",
    "header-K3Y",
    "user-K3Y",
];

/// A client with a key in every place that takes one.
fn keyed(server: &Server) -> OpenAiBuilder {
    let base_url = format!(
        "http://user-K3Y:pass-K3Y@{}/v1?key=query-K3Y",
        server.address()
    );
    client(server)
        .base_url(base_url)
        .api_key("sk-K3Y/1")
        .extra_header("x-key", "header-K3Y")
}

fn assert_silent(text: &str) {
    assert!(!text.contains("K3Y"), "{text}");
}

fn fails(reply: Reply) -> ModelError {
    let server = Server::start([reply]);
    let model = keyed(&server).timeout(Duration::from_millis(500));
    run(model.build().unwrap().complete(&hello())).unwrap_err()
}

#[test]
fn a_client_shows_no_key() {
    let server = Server::start([]);
    assert_silent(&format!("{:?} {:#?}", keyed(&server), keyed(&server)));
    let model = keyed(&server).build().unwrap();
    assert_silent(&format!("{model:?} {model:#?}"));
    let expected = format!(
        r#"OpenAi {{ server: "http://{}", model: "m", .. }}"#,
        server.address()
    );
    assert_eq!(format!("{model:?}"), expected);
}

#[test]
fn an_echoed_key_is_hidden() {
    for key in KEYS {
        let echoes = [
            Reply::status(
                401,
                format!(r#"{{"error":{{"message":"bad key {key}!"}}}}"#),
            ),
            Reply::status(
                401,
                format!(r#"{{"error":"bad key {}!"}}"#, key.replace('/', "\\/")),
            ),
            Reply::status(403, format!("bad key {key}!")),
            // Where a bounded excerpt would cut the key in two.
            Reply::status(403, format!("{}bad key {key}!", "x".repeat(285))),
            Reply::ok(format!("bad key {key}!")),
            Reply::ok(format!(r#""bad key {key}!""#)),
            Reply::ok(format!(
                r#"{{"choices":[],"bad":"key {}!"}}"#,
                key.replace('/', "\\/")
            )),
            Reply::ok(format!(r#"{{"error":"bad key {key}!"}}"#)),
            Reply::ok(format!("bad key {key}!")).cut(),
            Reply::status(307, "").header("location", &format!("http://127.0.0.1/{key}")),
        ];
        for reply in echoes {
            let error = fails(reply);
            let text = everything_of(&error);
            assert_silent(&text);
            let told = error.status() != Some(307);
            assert_eq!(
                text.contains("bad key [hidde") || text.contains("[hidden]"),
                told,
                "{text}"
            );
        }
    }
}

#[test]
fn an_error_of_the_connection_shows_no_key() {
    let slow = fails(Reply::ok("{}").after(Duration::from_millis(800)));
    assert_silent(&everything_of(&slow));
    let server = Server::start([]);
    let model = keyed(&server).build().unwrap();
    drop(server);
    let refused = run(model.complete(&hello())).unwrap_err();
    assert_silent(&everything_of(&refused));
    assert!(everything_of(&refused).contains("127.0.0.1"));
}

#[test]
fn a_redirect_takes_the_key_nowhere() {
    let other = Server::start([Reply::ok("{}")]);
    let there = format!("http://{}/v1/chat/completions", other.address());
    let error = fails(Reply::status(308, "").header("location", &there));
    assert_eq!(error.status(), Some(308));
    assert_eq!(other.received().len(), 0);
}

/// Writes down everything that is traced or logged.
#[derive(Clone, Default)]
struct Everything(Arc<Mutex<String>>);

impl Everything {
    fn add(&self, text: &str) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.push_str(text);
        all.push('\n');
    }

    fn text(&self) -> String {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

struct Fields(String);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        write!(self.0, " {field}={value:?}").unwrap();
    }
}

impl tracing::Subscriber for Everything {
    fn enabled(&self, _: &tracing::Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, attributes: &span::Attributes<'_>) -> span::Id {
        let mut fields = Fields(attributes.metadata().name().to_owned());
        attributes.record(&mut fields);
        self.add(&fields.0);
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, record: &span::Record<'_>) {
        let mut fields = Fields(String::new());
        record.record(&mut fields);
        self.add(&fields.0);
    }

    fn event(&self, event: &tracing::Event<'_>) {
        let mut fields = Fields(event.metadata().target().to_owned());
        event.record(&mut fields);
        self.add(&fields.0);
    }

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
    fn enter(&self, _: &span::Id) {}
    fn exit(&self, _: &span::Id) {}
}

impl log::Log for Everything {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        self.add(&format!("{} {}", record.target(), record.args()));
    }

    fn flush(&self) {}
}

#[test]
fn nothing_that_is_logged_shows_a_key() {
    let everything = Everything::default();
    log::set_boxed_logger(Box::new(everything.clone())).unwrap();
    log::set_max_level(log::LevelFilter::Trace);
    tracing::subscriber::with_default(everything.clone(), || {
        fails(Reply::status(401, "bad key sk-K3Y/1"));
        fails(Reply::ok("pass-K3Y").cut());
        let server = Server::start([Reply::ok(completion("{}", "null"))]);
        let model: OpenAi = keyed(&server).build().unwrap();
        run(model.complete(&hello())).unwrap();
        let head = server.received().remove(0).head;
        // They did go where they belong.
        for key in ["sk-K3Y/1", "query-K3Y", "header-K3Y"] {
            assert!(head.contains(key), "{head}");
        }
    });
    let text = everything.text();
    assert!(text.contains("starting new connection"), "{text}");
    assert_silent(&text);
}
