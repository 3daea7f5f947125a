//! Asking the model where providers or hooks are asked as well.

use crate::agent::drive::{Drive, of_model};
use crate::agent::model_hooks::Asked;
use crate::agent::providers::ProviderContext;
use crate::agent::step::Step;
use crate::failure::InvocationFailure;
use crate::tool::ToolDefinition;

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
        let (answered, edited) = match hooks.before(request, scope, round).await? {
            Asked::AsIs => (None, None),
            Asked::With(other) => (None, Some(other)),
            Asked::Answered(response, other) => (Some(response), other),
        };
        let asked = edited.as_ref().unwrap_or(request);
        let left_out: Vec<String> = match &edited {
            None => Vec::new(),
            Some(other) => {
                let offered = request.tools().iter().map(ToolDefinition::name);
                let is_left_out = |name: &&str| other.tools().get(name).is_none();
                offered.filter(is_left_out).map(str::to_owned).collect()
            }
        };
        let response = if let Some(response) = answered {
            hooks.after(response, asked, scope, round).await?
        } else {
            let model = &self.parts.model;
            let complete = async {
                let response = model.complete(asked).await.map_err(of_model)?;
                hooks.after(response, asked, scope, round).await
            };
            self.as_step(complete).await?
        };
        self.take(response)?;
        self.invocation.leave_out(left_out);
        Ok(())
    }
}
