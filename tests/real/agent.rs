//! The agent on a real model: a plain call, a call that it repairs, and an error that it never hears of.

use std::error::Error;
use tests::real_model::RealModel;
use tests::recorder::Recorder;
use tests::run;
use toolwright::model::openai::OpenAi;
use toolwright::{
    Agent, InvocationFailure, InvocationFailureKind, LlmVisible, Message, ToolErrorKind, tool,
    toolset,
};

const CANARY: &str = "hunter2-CANARY";

#[derive(Debug, thiserror::Error, LlmVisible)]
enum DeskError {
    #[error("no row {id} at {CANARY}")]
    #[llm("error: unknown order {id}; call order_status again with id {known}")]
    NoSuchOrder { id: u32, known: u32 },
    #[error("unknown city {city} at {CANARY}")]
    #[llm("Error: unknown city '{city}'; did you mean '{near}'?")]
    NoSuchCity { city: String, near: &'static str },
    #[error("postgres://desk:{CANARY}@10.0.0.7/orders")]
    #[llm(hidden)]
    Database(#[source] std::io::Error),
}

/// Returns the current weather in a city.
#[tool]
async fn get_weather(
    /// The name of the city
    city: String,
) -> Result<&'static str, DeskError> {
    match city.as_str() {
        "Bombay" => Err(DeskError::NoSuchCity {
            city,
            near: "Mumbai",
        }),
        _ => Ok("31 degrees, sunny"),
    }
}

/// Returns the status of an order.
#[tool]
fn order_status(
    /// The number of the order
    id: u32,
) -> Result<&'static str, DeskError> {
    match id {
        4711 => Ok("shipped"),
        _ => Err(DeskError::NoSuchOrder { id, known: 4711 }),
    }
}

/// Pays the price of an order back to the customer.
#[tool]
async fn refund_order(
    /// The number of the order
    id: u32,
) -> Result<(), DeskError> {
    let cause = std::io::Error::other(format!("{CANARY}: row {id} is locked"));
    Err(DeskError::Database(cause))
}

fn model(base_url: String) -> OpenAi {
    let builder = OpenAi::builder()
        .base_url(base_url)
        .model("needle")
        .temperature(0.0);
    builder.build().unwrap()
}

/// Calls and results in the order in which the model saw them, without its own prose.
fn seen(messages: &[Message]) -> Vec<String> {
    let mut lines = Vec::new();
    for message in messages {
        match message {
            Message::Assistant(turn) => {
                lines.extend(
                    turn.tool_calls
                        .iter()
                        .map(|call| format!("{} {}", call.name, call.arguments)),
                );
            }
            Message::Tool(result) => {
                let mark = if result.is_error { "error" } else { "result" };
                lines.push(format!("{mark}: {}", result.text()));
            }
            _ => {}
        }
    }
    for line in &lines {
        println!("    {line}");
    }
    lines
}

fn chain(failure: &InvocationFailure) -> String {
    let mut text = failure.to_string();
    let mut source = failure.source();
    while let Some(error) = source {
        text = format!("{text}: {error}");
        source = error.source();
    }
    text
}

#[test]
fn a_plain_call_a_repaired_one_and_a_hidden_error() {
    let Some(server) = RealModel::start() else {
        return;
    };
    let recorder = Recorder::start(server.address());
    run(async {
        let weather = Agent::builder(model(recorder.base_url()))
            .tools(toolset![get_weather])
            .max_rounds(6);
        let weather = weather.build().unwrap();
        println!("What is the weather in Paris?");
        let answer = weather
            .invoke("What is the weather in Paris?")
            .await
            .unwrap();
        assert_eq!(
            seen(&answer.messages),
            [
                r#"get_weather {"city": "Paris"}"#,
                "result: 31 degrees, sunny"
            ]
        );
        assert!(!answer.text.is_empty());

        println!("Call get_weather for Bombay");
        let answer = weather.invoke("Call get_weather for Bombay").await.unwrap();
        assert_eq!(
            seen(&answer.messages),
            [
                r#"get_weather {"city": "Bombay"}"#,
                "error: Error: unknown city 'Bombay'; did you mean 'Mumbai'?",
                r#"get_weather {"city": "Mumbai"}"#,
                "result: 31 degrees, sunny",
            ]
        );

        let desk = Agent::builder(model(recorder.base_url()))
            .tools(toolset![order_status, refund_order])
            .max_rounds(6);
        let desk = desk.build().unwrap();
        println!("What is the status of order 17?");
        let answer = desk
            .invoke("What is the status of order 17?")
            .await
            .unwrap();
        assert_eq!(
            seen(&answer.messages),
            [
                r#"order_status {"id": 17}"#,
                "error: error: unknown order 17; call order_status again with id 4711",
                r#"order_status {"id": 4711}"#,
                "result: shipped",
            ]
        );

        println!("Refund order 4711");
        let failure = desk.invoke("Refund order 4711").await.unwrap_err();
        let lines = seen(failure.transcript());
        assert_eq!(
            lines.first().map(String::as_str),
            Some(r#"refund_order {"id": 4711}"#)
        );
        assert_eq!(
            failure.kind(),
            InvocationFailureKind::Tool(ToolErrorKind::Execution)
        );
        println!("    the caller: {}", chain(&failure));
        assert!(
            chain(&failure).contains(CANARY),
            "the caller gets all of it"
        );
    });
    let sent = recorder.sent();
    assert!(sent.contains("did you mean 'Mumbai'?") && sent.contains("Refund order 4711"));
    assert!(!sent.contains("CANARY"), "developer text went out");
}
