//! The agent on a real model: plain calls, and an error that it never hears of.

use crate::transcript::{argument, calls, model};
use std::error::Error;
use tests::everything_of;
use tests::real_model::RealModel;
use tests::recorder::Recorder;
use tests::run;
use toolwright::{
    Agent, InvocationFailure, InvocationFailureKind, LlmVisible, ToolErrorKind, tool, toolset,
};

const CANARY: &str = "hunter2-CANARY";

#[derive(Debug, thiserror::Error, LlmVisible)]
enum DeskError {
    #[error("postgres://desk:{CANARY}@10.0.0.7/orders")]
    #[llm(hidden)]
    Database(#[source] std::io::Error),
}

/// Returns the current weather in a city.
#[tool]
async fn get_weather(
    /// The name of the city
    city: String,
) -> String {
    format!("31 degrees in {city}, sunny")
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

#[test]
fn a_plain_call_gets_its_result_and_an_answer() {
    let Some(server) = RealModel::start() else {
        return;
    };
    let agent = Agent::builder(model(&server.base_url()))
        .tools(toolset![get_weather])
        .max_rounds(6);
    let agent = agent.build().unwrap();
    let mut answered = 0;
    for city in ["Paris", "London", "Oslo"] {
        let question = format!("What is the weather in {city}?");
        println!("{question}");
        let answer = run(agent.invoke(question)).unwrap();
        let calls = calls(&answer.messages);
        for (call, result) in &calls {
            if let Some(city) = argument(call, "city").as_ref().and_then(|it| it.as_str()) {
                assert_eq!(result.text(), format!("31 degrees in {city}, sunny"));
                assert!(!result.is_error);
            }
        }
        let asked = |(call, _): &(_, _)| argument(call, "city").is_some_and(|it| it == city);
        answered += usize::from(calls.iter().any(asked) && !answer.text.is_empty());
    }
    assert!(answered >= 1, "the model called for none of three cities");
}

#[test]
fn a_hidden_error_reaches_the_caller_and_never_the_model() {
    let Some(server) = RealModel::start() else {
        return;
    };
    let recorder = Recorder::start(server.address());
    let desk = Agent::builder(model(&recorder.base_url()))
        .tools(toolset![refund_order])
        .max_rounds(6);
    let desk = desk.build().unwrap();
    let mut failed = 0;
    for question in ["Refund order 4711", "Refund order 17", "Pay back order 12"] {
        println!("{question}");
        let Err(failure) = run(desk.invoke(question)) else {
            continue;
        };
        failed += 1;
        check(&failure);
    }
    assert!(failed >= 1, "the model called for none of three orders");
    let sent = recorder.sent();
    assert!(sent.contains("Refund order 4711"));
    assert!(!sent.contains("CANARY"), "developer text went out");
}

fn check(failure: &InvocationFailure) {
    assert_eq!(
        failure.kind(),
        InvocationFailureKind::Tool(ToolErrorKind::Execution)
    );
    let call = failure.tool_call().unwrap();
    assert_eq!(call.name, "refund_order");
    let id = argument(call, "id").unwrap();
    let all = everything_of(failure as &(dyn Error + 'static));
    println!("    the caller: {failure}");
    assert!(all.contains(&format!(
        "{CANARY}: row {}",
        id.to_string().trim_matches('"')
    )));
}
