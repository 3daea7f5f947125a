//! The agent's driver of an invocation.

use super::{Answer, Invocation, Parts, Step};
use crate::dispatch::Dispatcher;
use crate::failure::{InvocationFailure, InvocationFailureKind};
use crate::model::FinishReason;
use crate::tool::{Scope, ToolError};

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
                let result = match invocation.cut_off() {
                    None => dispatcher.call(call).await,
                    Some(reason) => dispatcher
                        .refuse(call, ToolError::truncated(*reason == FinishReason::Refused)),
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
