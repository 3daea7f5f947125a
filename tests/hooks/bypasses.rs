//! What several hooks together cannot make run.

use super::model_hooks::{ADD, before};
use super::{Log, add};
use serde::{Serialize, Serializer};
use toolwright::agent::{ModelContext, ModelDecision};
use toolwright::dispatch::ResultDecision;
use toolwright::error_handler::{ToolErrorHandlerResult, from_fn};
use toolwright::model::FinishReason;
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{
    Agent, ChatRequest, ChatResponse, InvocationFailure, InvocationFailureKind, Message, ToolCall,
    ToolContext, ToolError, ToolErrorKind, ToolResult, llm_text, tool, toolset,
};

fn calls_add() -> ChatResponse {
    ChatResponse::calls(vec![ToolCall::new("c1", "add", ADD)])
}

#[test]
fn a_tool_that_one_hook_left_out_is_not_called_by_the_answer_of_another() {
    let model = ScriptedModel::new().text("done");
    let seen = Log::default();
    let agent = Agent::builder(model)
        .tools(toolset![add])
        .before_model(before(|context| {
            let messages = context.request().messages().to_vec();
            Ok(ModelDecision::AskWith(ChatRequest::new(messages)))
        }))
        .before_model(before(|context| {
            Ok(match context.round() {
                0 => ModelDecision::Answer(calls_add()),
                _ => ModelDecision::Ask,
            })
        }))
        .after_model({
            let seen = seen.clone();
            move |response: ChatResponse, context: &ModelContext<'_>| {
                seen.add(format!("{:?}", context.request().offered_tools()));
                async { Ok(response) }
            }
        })
        .build()
        .unwrap();
    let answer = block_on(agent.invoke("Add.")).unwrap();
    let result = &answer.tool_executions[0].result;
    assert!(result.is_error, "{}", result.text());
    assert_eq!(seen.lines(), ["[]", "[]"]);
}

#[test]
fn calls_that_a_hook_took_from_a_refused_turn_come_not_back_through_another() {
    let model = ScriptedModel::new()
        .respond(calls_add().with_finish_reason(FinishReason::Refused))
        .text("done");
    let agent = Agent::builder(model)
        .tools(toolset![add])
        .after_model(|response: ChatResponse, context: &ModelContext<'_>| {
            let round = context.round();
            async move {
                Ok(match round {
                    0 => ChatResponse::text("nothing"),
                    _ => response,
                })
            }
        })
        .after_model(|response: ChatResponse, context: &ModelContext<'_>| {
            let round = context.round();
            async move {
                Ok(match round {
                    0 => calls_add(),
                    _ => response,
                })
            }
        })
        .build()
        .unwrap();
    let answer = block_on(agent.invoke("Add.")).unwrap();
    let result = &answer.tool_executions[0].result;
    assert!(result.is_error, "{}", result.text());
}
