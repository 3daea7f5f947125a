//! The agent: asks the model, runs the calls it makes, and goes on until it answers.
//!
//! The loop itself is [`Invocation`], a state machine of values without any I/O; [`Agent`] is one driver of it. What holds in
//! it, and how to stop it, save it and go on, is told in its [guide](crate::guide::agent).

mod agent_tool;
mod answer;
mod builder;
mod checkpoint;
mod drive;
mod failures;
mod hooks;
mod ids;
mod invocation;
mod limits;
mod mark;
mod model_hooks;
mod outcome;
mod providers;
mod remembering;
mod request;
mod results;
mod review;
mod running;
mod settings;
mod state;
mod step;
mod steps;
mod turn;
mod view;

pub use agent_tool::AgentTool;
pub use answer::{Answer, ToolExecution};
pub use builder::{AgentBuilder, BuildError};
pub use checkpoint::Checkpoint;
pub use hooks::{AfterModel, BeforeModel, EditedRequestError, ModelContext, ModelDecision};
pub use invocation::Invocation;
pub use limits::OnLimit;
pub use providers::{ProviderContext, ToolProvider};
pub use request::AgentRequest;
pub use review::Decision;
pub use step::{Calls, Step, StepError};
pub use steps::{StepName, StepOutput, Steps};

use crate::failure::InvocationFailure;
use crate::message::Content;
use crate::model::{ChatModel, ErasedModel};
use crate::tool::ToolSet;
use builder::Settings;
use providers::Providers;
use std::fmt;
use std::sync::Arc;

/// A model with its tools, its state and its handlers. Cheap to clone; one agent serves any number of invocations.
///
/// ```
/// use toolwright::testing::ScriptedModel;
/// use toolwright::{Agent, tool, toolset};
///
/// /// Adds two numbers.
/// #[tool]
/// fn add(a: i64, b: i64) -> i64 { a + b }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # toolwright::testing::block_on(async {
/// let model = ScriptedModel::new().calls([("c1", "add", r#"{"a": 2, "b": 3}"#)]).text("It is 5.");
/// let agent = Agent::builder(model).tools(toolset![add]).build()?;
/// assert_eq!(agent.invoke("What is 2 + 3?").await?.text, "It is 5.");
/// # Ok(()) })
/// # }
/// ```
pub struct Agent<S = ()>(Arc<Parts<S>>);

struct Parts<S> {
    model: Box<dyn ErasedModel>,
    state: S,
    tools: ToolSet<S>,
    providers: Providers<S>,
    settings: Settings,
}

impl Agent {
    /// Starts an agent on a model. Without [`state`](AgentBuilder::state) its tools can ask for no `#[context]` but
    /// [`ToolContext`](crate::ToolContext).
    pub fn builder(model: impl ChatModel + 'static) -> AgentBuilder {
        AgentBuilder::new(Box::new(model))
    }
}

impl<S: Send + Sync + 'static> Agent<S> {
    /// Asks the agent something and drives the invocation to its answer.
    ///
    /// # Errors
    ///
    /// What ended the invocation before its answer.
    pub async fn invoke(&self, message: impl Into<Content>) -> Result<Answer, InvocationFailure> {
        self.request(message).invoke().await
    }

    /// Starts an invocation that carries more than its message.
    pub fn request(&self, message: impl Into<Content>) -> AgentRequest<'_, S> {
        AgentRequest::new(self, message.into())
    }

    /// Goes on with an invocation that another run left: one that failed, or that a
    /// [`checkpoint`](AgentRequest::checkpoint) saved, here or in another process.
    ///
    /// Its limits are those that it was started with. The tools on offer are this agent's from the next request on. A call
    /// that the other run began is not run again, unless its tool is `read_only` or `idempotent`: the model reads that
    /// nobody knows what came of it. An invocation that is over gives its answer once more. One that was stored in a
    /// [conversation](AgentRequest::conversation) goes on in it.
    ///
    /// What the caller gave to the first run is not stored: give the [`context`](AgentRequest::context), the
    /// [`cancellation`](AgentRequest::cancellation) and the [`checkpoint`](AgentRequest::checkpoint) again.
    pub fn resume(&self, invocation: Invocation) -> AgentRequest<'_, S> {
        AgentRequest::resume(self, invocation)
    }

    /// Returns the tools.
    #[must_use]
    pub fn tools(&self) -> &ToolSet<S> {
        &self.0.tools
    }
}

impl<S> Clone for Agent<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

/// Shows the tools; the model, the state and the texts may be secret.
impl<S> fmt::Debug for Agent<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Agent")
            .field("tools", &self.0.tools)
            .field("handlers", &self.0.settings.handlers)
            .field("max_rounds", &self.0.settings.max_rounds)
            .finish_non_exhaustive()
    }
}
