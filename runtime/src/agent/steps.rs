//! The hook around everything that an agent does to the world.

use crate::failure::InvocationFailure;
use crate::message::ToolResult;
use crate::model::ChatResponse;
use crate::tool::BoxFuture;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::future::Future;
use std::sync::Arc;

/// Which step of an invocation is about to be done. The same invocation gives the same names in the same order, wherever
/// and however often it runs, and never one name twice.
///
/// Its `Display` is a key for a journal: `model/2`, `tool/order_status/call_7`. A `/` in a name that the model made up is
/// written `%2F`, and a `%` is `%25`, so that no two steps have one key.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum StepName {
    /// The model is asked.
    #[non_exhaustive]
    Model {
        /// The number of the question, from 1.
        turn: u32,
    },
    /// A tool is called.
    #[non_exhaustive]
    Tool {
        /// The name of the tool.
        name: String,
        /// The id of the call, unique in the conversation.
        call_id: String,
    },
}

impl fmt::Display for StepName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Model { turn } => write!(f, "model/{turn}"),
            Self::Tool { name, call_id } if name.contains(['/', '%']) => {
                let name = name.replace('%', "%25").replace('/', "%2F");
                write!(f, "tool/{name}/{call_id}")
            }
            Self::Tool { name, call_id } => write!(f, "tool/{name}/{call_id}"),
        }
    }
}

/// What came of a step, for a journal: what is read back stands for the step itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum StepOutput {
    /// The model's turn.
    Model(ChatResponse),
    /// The result of a call.
    Tool(ToolResult),
}

/// A hook around every call of the model and of a tool, set with
/// [`AgentBuilder::steps`](super::AgentBuilder::steps): a durable execution engine runs the step and writes its output down,
/// or, if it has the output from an earlier run, gives that and drops the step unpolled.
///
/// It stands around all invocations of the agent, and the names of steps tell those of one invocation apart, not two
/// invocations: an agent with a journal is built for one.
///
/// ```
/// use std::collections::HashMap;
/// use std::sync::Mutex;
/// use toolwright::InvocationFailure;
/// use toolwright::agent::{StepName, StepOutput, Steps};
///
/// #[derive(Default)]
/// struct Journal(Mutex<HashMap<String, StepOutput>>);
///
/// impl Steps for Journal {
///     async fn step(
///         &self,
///         name: StepName,
///         run: impl Future<Output = Result<StepOutput, InvocationFailure>> + Send,
///     ) -> Result<StepOutput, InvocationFailure> {
///         let known = self.0.lock().unwrap().get(&name.to_string()).cloned();
///         if let Some(output) = known {
///             return Ok(output);
///         }
///         let output = run.await?;
///         self.0.lock().unwrap().insert(name.to_string(), output.clone());
///         Ok(output)
///     }
/// }
/// ```
pub trait Steps: Send + Sync {
    /// Does the step, or gives what came of it before.
    ///
    /// # Errors
    ///
    /// What the step returned; any failure ends the invocation, which can be resumed.
    fn step(
        &self,
        name: StepName,
        run: impl Future<Output = Result<StepOutput, InvocationFailure>> + Send,
    ) -> impl Future<Output = Result<StepOutput, InvocationFailure>> + Send;
}

impl<H: Steps> Steps for Arc<H> {
    fn step(
        &self,
        name: StepName,
        run: impl Future<Output = Result<StepOutput, InvocationFailure>> + Send,
    ) -> impl Future<Output = Result<StepOutput, InvocationFailure>> + Send {
        (**self).step(name, run)
    }
}

type Output = Result<StepOutput, InvocationFailure>;

/// The object-safe twin of [`Steps`].
pub(super) trait ErasedSteps: Send + Sync {
    fn step<'a>(&'a self, name: StepName, run: BoxFuture<'a, Output>) -> BoxFuture<'a, Output>;
}

impl<H: Steps> ErasedSteps for H {
    fn step<'a>(&'a self, name: StepName, run: BoxFuture<'a, Output>) -> BoxFuture<'a, Output> {
        Box::pin(Steps::step(self, name, run))
    }
}
