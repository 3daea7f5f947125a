//! The traps: where developers say something that is for nobody else.

use super::super::Dice;
use super::super::errors::{self, Boxed};
use super::Case;
use super::desk::{Desk, NoTime};
use std::future::ready;
use std::time::Duration;
use toolwright::agent::{AgentBuilder, ModelContext, ModelDecision, ProviderContext};
use toolwright::dispatch::{ResultDecision, ToolDecision};
use toolwright::{ChatResponse, ToolContext, ToolError, ToolOutput, ToolResult, ToolSet, llm_text};

impl Case {
    pub(super) fn error(&self) -> impl Fn() -> Boxed + Clone + Send + Sync + use<> {
        let (canary, depth, seed) = (self.canary.clone(), self.depth, self.seed);
        move || errors::tree(&canary, depth, &mut Dice::new(seed))
    }

    /// Sets the trap.
    pub(super) fn plant(&self, builder: AgentBuilder<Desk>) -> AgentBuilder<Desk> {
        let (canary, round) = (self.canary.clone(), self.round);
        let error = self.error();
        let in_time = move |context: &ModelContext<'_>| context.round() >= round;
        match self.place {
            "tool times out" => builder.tool_timeout(Duration::from_secs(9)).timer(NoTime),
            "run times out" => builder.timeout(Duration::from_secs(9)).timer(NoTime),
            "before_tool fails" => {
                builder.before_tool(move |_: ToolContext| ready(Err(ToolError::execution(error()))))
            }
            "before_tool panics" => builder.before_tool(move |_: ToolContext| {
                let canary = canary.clone();
                async move { canary.panic() }
            }),
            "before_tool edits" => builder.before_tool(move |context: ToolContext| {
                let arguments = serde_json::json!({"text": canary.text()}).to_string();
                ready(Ok(match context.call().name.as_str() {
                    "measure" => ToolDecision::RunWith(arguments),
                    _ => ToolDecision::Run,
                }))
            }),
            "denied" => builder.before_tool(|_: ToolContext| {
                ready(Ok(ToolDecision::Deny(llm_text!("not today"))))
            }),
            "after_tool fails" => builder.after_tool(move |_: ToolContext, _: ToolResult| {
                ready(Err(ToolError::execution(error())))
            }),
            "after_tool panics" => builder.after_tool(move |_: ToolContext, _: ToolResult| {
                let canary = canary.clone();
                async move { canary.panic() }
            }),
            "after_tool replaces" => builder.after_tool(|_: ToolContext, _: ToolResult| {
                ready(Ok(ResultDecision::Replace(ToolOutput::text("nothing"))))
            }),
            "before_model fails" => builder.before_model(move |context: &ModelContext<'_>| {
                ready(if in_time(context) {
                    Err(error())
                } else {
                    Ok(ModelDecision::Ask)
                })
            }),
            "before_model panics" => builder.before_model(move |context: &ModelContext<'_>| {
                let canary = in_time(context).then(|| canary.clone());
                async move {
                    if let Some(canary) = canary {
                        canary.panic();
                    }
                    Ok(ModelDecision::Ask)
                }
            }),
            "after_model fails" => {
                builder.after_model(move |response: ChatResponse, context: &ModelContext<'_>| {
                    ready(if in_time(context) {
                        Err(error())
                    } else {
                        Ok(response)
                    })
                })
            }
            "provider fails" => builder.tool_provider(move |context: &ProviderContext<'_>| {
                let fails = context.round() >= round;
                ready(if fails {
                    Err(error())
                } else {
                    Ok(ToolSet::default())
                })
            }),
            "provider panics" => builder.tool_provider(move |context: &ProviderContext<'_>| {
                let canary = (context.round() >= round).then(|| canary.clone());
                async move {
                    if let Some(canary) = canary {
                        canary.panic();
                    }
                    Ok(ToolSet::default())
                }
            }),
            "cut" => builder.max_output(200),
            "redacted" => builder.redactor(toolwright::Redactor::credentials()),
            _ => builder,
        }
    }
}
