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

/// Pays, and never says so.
#[tool(timeout = "5ms")]
async fn pay() -> u32 {
    std::future::pending().await
}

/// Pays, and falls.
#[tool]
fn pay_and_fall() -> u32 {
    panic!("fell")
}

struct Unsaid;

impl Serialize for Unsaid {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("no words for it"))
    }
}

/// Pays, and cannot say so.
#[tool]
fn pay_unsaid() -> Unsaid {
    Unsaid
}

fn unknown(failure: &InvocationFailure) -> bool {
    let Some(Message::Tool(result)) = failure.transcript().last() else {
        panic!("no result")
    };
    result.text().contains("unknown")
}

#[test]
fn a_hook_that_fails_behind_a_call_of_unknown_outcome_leaves_it_unknown() {
    for name in ["pay", "pay_and_fall", "pay_unsaid"] {
        let agent = Agent::builder(ScriptedModel::new().calls([("c1", name, "{}")]))
            .tools(toolset![pay, pay_and_fall, pay_unsaid])
            .on_error(from_fn(|_, context| match context.kind() {
                ToolErrorKind::Execution => Err(context.fail()),
                _ => Ok(ToolErrorHandlerResult::text(llm_text!(
                    "something went wrong"
                ))),
            }))
            .after_tool(|_: ToolContext, _: ToolResult| async {
                Err::<ResultDecision, _>(ToolError::execution("the auditor is away"))
            })
            .build()
            .unwrap();
        let failure = block_on(agent.invoke("Pay.")).unwrap_err();
        assert_eq!(
            failure.kind(),
            InvocationFailureKind::Tool(ToolErrorKind::Execution)
        );
        assert!(unknown(&failure), "{name}");
    }
}

#[test]
fn a_tool_whose_output_cannot_be_shown_has_run() {
    let agent = Agent::builder(ScriptedModel::new().calls([("c1", "pay_unsaid", "{}")]))
        .tools(toolset![pay_unsaid])
        .build()
        .unwrap();
    let failure = block_on(agent.invoke("Pay.")).unwrap_err();
    assert_eq!(
        failure.kind(),
        InvocationFailureKind::Tool(ToolErrorKind::Output)
    );
    assert!(unknown(&failure));
}
