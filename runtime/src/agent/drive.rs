//! The agent's driver of an invocation.

use super::{Answer, Invocation, Parts, Step};
use crate::dispatch::Dispatcher;
use crate::failure::{InvocationFailure, InvocationFailureKind};
use crate::model::FinishReason;
use crate::tool::{Scope, ToolDefinition, ToolError};

pub(super) async fn drive<S: Sync>(
    parts: &Parts<S>,
    mut invocation: Invocation,
    scope: Scope,
) -> Result<Answer, InvocationFailure> {
    let mut dispatcher = Dispatcher::of_agent(
        &parts.tools,
        &parts.state,
        &parts.handlers,
        scope,
        parts.max_output,
    );
    if let Some(redactor) = &parts.redactor {
        dispatcher = dispatcher.redactor(redactor.clone());
    }
    loop {
        let failure = match invocation.step() {
            Step::CallModel(request) => match parts.model.complete(request).await {
                Ok(response) => match invocation.on_response(response) {
                    Ok(()) => continue,
                    Err(error) => {
                        InvocationFailure::new(InvocationFailureKind::Model).with_source(error)
                    }
                },
                Err(error) => {
                    InvocationFailure::new(InvocationFailureKind::Model).with_source(error)
                }
            },
            Step::RunTools(call) => {
                let call = call.clone();
                let standing = invocation.standing(&call);
                let refused = match invocation.cut_off() {
                    Some(reason) => Some(ToolError::truncated(*reason == FinishReason::Refused)),
                    None if invocation.is_withdrawn(&call.name) => {
                        let offered = standing.offered.iter().map(ToolDefinition::name);
                        Some(ToolError::not_offered(&call.name, offered))
                    }
                    None => None,
                };
                let result = match refused {
                    None => dispatcher.call_of(call, &standing).await,
                    Some(error) => dispatcher.refuse_of(call, error, &standing),
                };
                match result.map(|result| invocation.on_result(result)) {
                    Ok(Ok(())) => continue,
                    Ok(Err(error)) => {
                        InvocationFailure::new(InvocationFailureKind::Model).with_source(error)
                    }
                    Err(failure) => failure,
                }
            }
            Step::Finished => return Ok(invocation.into_answer()),
            Step::Failed(kind) => InvocationFailure::new(kind),
        };
        let rounds = invocation.rounds();
        return Err(failure
            .with_rounds(rounds)
            .with_transcript(invocation.into_transcript()));
    }
}
