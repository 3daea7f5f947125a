//! Asking the model where providers or hooks are asked as well.

use super::drive::{Drive, WRONG_OUTPUT, misfit, of_model};
use super::model_hooks::Asked;
use super::providers::ProviderContext;
use super::step::Step;
use super::steps::{StepName, StepOutput};
use crate::failure::InvocationFailure;
use crate::model::ChatResponse;
use crate::tool::{BoxFuture, ToolDefinition};
use std::future::Future;

impl<S: Send + Sync + 'static> Drive<'_, S> {
    /// Asks the providers what there is to call now.
    pub(super) async fn gather(&mut self) -> Result<(), InvocationFailure> {
        let Self {
            parts,
            gathered,
            invocation,
            dispatcher,
            ..
        } = self;
        let context = ProviderContext {
            messages: invocation.request.messages(),
            scope: dispatcher.scope(),
            round: invocation.rounds(),
        };
        let own = &parts.tools;
        parts.providers.gather(own, gathered, context).await?;
        let all = gathered.all(own);
        dispatcher.set_tools(all);
        invocation.will_offer(all.definitions());
        Ok(())
    }

    /// Asks the model, with the hooks around it.
    pub(super) async fn call_hooked(&mut self) -> Result<(), InvocationFailure> {
        let Step::CallModel(request) = self.invocation.step() else {
            return Ok(());
        };
        let hooks = &self.parts.settings.model_hooks;
        let (scope, round) = (self.dispatcher.scope(), self.invocation.rounds());
        let mut left_out = Vec::new();
        let response = match hooks.before(request, scope, round).await? {
            Asked::Answered(response) => hooks.after(response, request, scope, round).await?,
            asked => {
                let asked = match &asked {
                    Asked::With(other) => {
                        let offered = request.tools().iter().map(ToolDefinition::name);
                        let is_left_out = |name: &&str| other.tools().get(name).is_none();
                        left_out.extend(offered.filter(is_left_out).map(str::to_owned));
                        other
                    }
                    _ => request,
                };
                let model = &self.parts.model;
                let complete = async {
                    let response = model.complete(asked).await.map_err(of_model)?;
                    hooks.after(response, asked, scope, round).await
                };
                self.as_step(complete).await?
            }
        };
        self.take(response)?;
        self.invocation.leave_out(left_out);
        Ok(())
    }

    /// Asks the model, as a step of its own where somebody asked for it.
    pub(super) async fn as_step(
        &self,
        complete: impl Future<Output = Result<ChatResponse, InvocationFailure>> + Send,
    ) -> Result<ChatResponse, InvocationFailure> {
        let Some(steps) = &self.parts.settings.steps else {
            return complete.await;
        };
        let name = StepName::Model {
            turn: self.invocation.next_turn(),
        };
        let run: BoxFuture<'_, _> = Box::pin(async { complete.await.map(StepOutput::Response) });
        match steps.step(name, run).await? {
            StepOutput::Response(response) => Ok(response),
            StepOutput::Result(_) => Err(misfit(WRONG_OUTPUT)),
        }
    }
}
