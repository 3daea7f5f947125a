//! The wire alone: a call is made, and its result is taken.

use crate::transcript::model;
use serde_json::{Value, json};
use tests::real_model::RealModel;
use tests::run;
use toolwright::model::openai::OpenAi;
use toolwright::model::{ChatResponse, FinishReason};
use toolwright::tool::{ToolDefinition, ToolDefinitions};
use toolwright::{ChatModel, ChatRequest, Message, ToolResult};

fn weather() -> ToolDefinitions {
    let schema = json!({
        "type": "object",
        "properties": {"city": {"type": "string", "description": "The name of the city"}},
        "required": ["city"],
        "additionalProperties": false,
    });
    let description = "Returns the current weather in a city.";
    ToolDefinitions::new([ToolDefinition::new("get_weather", description, schema)])
}

#[test]
fn a_call_is_made_and_its_result_is_taken() {
    let Some(server) = RealModel::start() else {
        return;
    };
    let model = model(&server.base_url());
    // The model is free to do something else; one of three cities is enough to see the wire at work.
    let taken = ["Paris", "London", "Oslo"].map(|city| {
        let taken = run(ask(&model, city));
        println!("{city}: {taken:?}");
        taken.is_ok()
    });
    assert!(taken.contains(&true));
}

/// Asks for the weather of a city; the error is what the model did instead.
async fn ask(model: &OpenAi, city: &str) -> Result<(), ChatResponse> {
    let question = Message::user(format!("What is the weather in {city}?"));
    let request = ChatRequest::new([question.clone()]).with_tools(weather());
    let response = model.complete(&request).await.unwrap();
    assert!(response.usage.input_tokens > 0);
    let [call] = response.message.tool_calls.as_slice() else {
        return Err(response);
    };
    assert_eq!(response.finish_reason, FinishReason::ToolCalls);
    assert_eq!(call.name, "get_weather");
    let arguments: Value = serde_json::from_str(&call.arguments).unwrap();
    if arguments != json!({"city": city}) {
        return Err(response);
    }

    let result = ToolResult::new(&call.id, &call.name, "31 degrees, sunny");
    let turn = Message::Assistant(response.message.clone());
    let request = ChatRequest::new([question, turn, Message::Tool(result)]);
    let response = model
        .complete(&request.with_tools(weather()))
        .await
        .unwrap();
    if !response.message.tool_calls.is_empty() {
        return Err(response);
    }
    assert_eq!(response.finish_reason, FinishReason::Stop);
    assert!(!response.message.content.is_empty());
    Ok(())
}
