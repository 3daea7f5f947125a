//! Agents as tools of other agents.

use super::{Agent, Answer};
use crate::extensions::Extensions;
use crate::failure::InvocationFailure;
use crate::tool::arguments::Arguments;
use crate::tool::schema::Describe;
use crate::tool::{
    BoxFuture, Effects, Limits, NeedsDescription, Scope, Tool, ToolContext, ToolDefinition,
    ToolError, ToolOutcome, ToolOutput,
};
use std::fmt;
use std::sync::Arc;

/// The one parameter.
const NAMES: &[&str] = &["request"];

const REQUEST: &str = "What is asked, in full: nothing else of this conversation is known there";

/// So deep agents may ask one another: each is polled inside the one that asked it, and the stack has an end.
const DEEPEST: u8 = 16;

const TOO_DEEP: &str =
    "the call was not run: too many agents have asked one another already; answer without it";

/// An agent as a tool of other agents, whatever their state: [`Agent::as_tool`] makes it.
///
/// The model gives it one text, the request, and reads the text of the agent's answer. Each call is an invocation of its
/// own: it gets the [values](crate::ToolContext::get) of the outer one, and neither its messages nor its state.
///
/// An agent that a [provider](crate::agent::ToolProvider) makes a tool of its own, directly or through others, may ask itself:
/// sixteen deep at the most. The model reads that a call below that was not run.
///
/// A failure of the inner invocation is an [`InvocationFailure`] that is hidden from the outer model. Where it ends the
/// outer invocation, too, the caller finds it, with its transcript, by
/// [`downcast_ref`](InvocationFailure::downcast_ref).
///
/// ```
/// use toolwright::testing::{ScriptedModel, block_on};
/// use toolwright::{Agent, ToolSet};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let translator = Agent::builder(ScriptedModel::new().text("Guten Morgen")).build()?;
/// let tools = ToolSet::builder()
///     .tool(translator.as_tool("translate", "Translates a text into German."))
///     .build();
///
/// let model = ScriptedModel::new()
///     .calls([("c1", "translate", r#"{"request": "Good morning"}"#)])
///     .text("It is \"Guten Morgen\".");
/// let agent = Agent::builder(model.clone()).tools(tools).build()?;
/// block_on(agent.invoke("What is \"Good morning\" in German?"))?;
/// assert_eq!(model.requests()[1].tool_results()[0].text(), "Guten Morgen");
/// # Ok(()) }
/// ```
#[derive(Clone)]
#[must_use]
pub struct AgentTool {
    agent: Arc<dyn ErasedAgent>,
    name: String,
    description: String,
    effects: Effects,
}

impl<S: Send + Sync + 'static> Agent<S> {
    /// Makes a tool of the agent, for other agents. The model of those reads the name and the description.
    ///
    /// A name that is none for a tool and a blank description are found when a set is
    /// [checked](crate::ToolSet::check), as building an agent does.
    pub fn as_tool(&self, name: impl Into<String>, description: impl Into<String>) -> AgentTool {
        AgentTool {
            agent: Arc::new(self.clone()),
            name: name.into(),
            description: description.into(),
            effects: Effects::UNKNOWN,
        }
    }
}

impl AgentTool {
    /// Says what the agent does to the world with all of its tools together; unless said, it has effects.
    pub fn with_effects(mut self, effects: Effects) -> Self {
        self.effects = effects;
        self
    }

    async fn ask(&self, request: String, context: &ToolContext) -> Result<ToolOutput, ToolError> {
        let depth = context.scope.depth + 1;
        if depth > DEEPEST {
            return Err(ToolError::over_limit(TOO_DEEP.to_owned()));
        }
        let scope = Scope {
            depth,
            extensions: context.extensions().clone(),
            cancellation: context.scope.cancellation.clone(),
            ..Scope::default()
        };
        match self.agent.ask(request, scope).await {
            Ok(answer) => Ok(ToolOutput::text(answer.text)),
            // Erased, so that nothing in it counts as written for the outer model.
            Err(failure) => Err(ToolError::execution(failure)),
        }
    }
}

impl<S: Send + Sync + 'static> Tool<S> for AgentTool {
    fn definition(&self) -> ToolDefinition {
        Tool::<S>::described(self).0
    }

    fn described(&self) -> (ToolDefinition, Limits) {
        let mut describe = Describe::new();
        describe.description(&self.description);
        describe.effects(self.effects);
        for name in NAMES {
            describe.parameter::<String>(name, REQUEST);
        }
        describe.into_definition(&self.name)
    }

    fn settings(&self, settings: &mut Extensions) {
        settings.insert(NeedsDescription);
    }

    async fn call(
        &self,
        arguments: &str,
        state: &S,
        context: &ToolContext,
    ) -> Result<ToolOutput, ToolError> {
        match self.outcome(arguments, state, context) {
            ToolOutcome::Ready(result) => result,
            ToolOutcome::Pending(future) => future.await,
        }
    }

    fn outcome<'a>(
        &'a self,
        arguments: &'a str,
        _: &'a S,
        context: &'a ToolContext,
    ) -> ToolOutcome<'a> {
        let mut arguments = Arguments::new(arguments);
        let mut request: Option<String> = None;
        while let Some(i) = arguments.next(NAMES) {
            if i == 0 {
                arguments.read(&mut request);
            }
        }
        let (Some(request), Some(())) = (arguments.take(request), arguments.end()) else {
            return arguments.refuse();
        };
        ToolOutcome::Pending(Box::pin(self.ask(request, context)))
    }
}

/// An agent whose state is its own affair.
trait ErasedAgent: Send + Sync {
    fn ask(
        &self,
        request: String,
        scope: Scope,
    ) -> BoxFuture<'_, Result<Answer, InvocationFailure>>;
}

impl<S: Send + Sync + 'static> ErasedAgent for Agent<S> {
    fn ask(
        &self,
        request: String,
        scope: Scope,
    ) -> BoxFuture<'_, Result<Answer, InvocationFailure>> {
        Box::pin(self.request(request).with_scope(scope).invoke())
    }
}

/// Shows the name.
impl fmt::Debug for AgentTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentTool")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
