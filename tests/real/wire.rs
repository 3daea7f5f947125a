//! The wire alone: a call is made, and its result is taken.

use serde_json::{Value, json};
use tests::real_model::RealModel;
use tests::run;
use toolwright::model::FinishReason;
use toolwright::model::openai::OpenAi;
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
    let model = OpenAi::builder()
        .base_url(server.base_url())
        .model("needle")
        .temperature(0.0)
        .build()
        .unwrap();
    run(async {
        let question = Message::user("What is the weather in Paris?");
        let request = ChatRequest::new([question.clone()]).with_tools(weather());
        let response = model.complete(&request).await.unwrap();
        assert_eq!(response.finish_reason, FinishReason::ToolCalls);
        let [call] = response.message.tool_calls.as_slice() else {
            panic!("{response:?}");
        };
        assert_eq!(call.name, "get_weather");
        let arguments: Value = serde_json::from_str(&call.arguments).unwrap();
        assert_eq!(arguments, json!({"city": "Paris"}));
        assert!(response.usage.input_tokens > 0);

        let result = ToolResult::new(&call.id, &call.name, "31 degrees, sunny");
        let turn = Message::Assistant(response.message.clone());
        let request = ChatRequest::new([question, turn, Message::Tool(result)]);
        let response = model
            .complete(&request.with_tools(weather()))
            .await
            .unwrap();
        assert_eq!(response.finish_reason, FinishReason::Stop);
        assert_eq!(response.message.tool_calls, []);
        assert!(!response.message.content.is_empty());
    });
}
