//! Saving an invocation while it runs.

use super::Invocation;
use crate::tool::BoxFuture;
use std::error::Error;
use std::future::Future;

type Saved = Result<(), Box<dyn Error + Send + Sync>>;

/// Saves an invocation while an agent runs it, so that another process can go on with it: see
/// [`AgentRequest::checkpoint`](super::AgentRequest::checkpoint) and [`Agent::resume`](super::Agent::resume).
///
/// Closures that serialise the state at once and store it then are checkpoints:
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use toolwright::Agent;
/// use toolwright::agent::Invocation;
/// use toolwright::testing::{ScriptedModel, block_on};
///
/// let agent = Agent::builder(ScriptedModel::new().text("Hello.")).build()?;
/// let saved = Arc::new(Mutex::new(Vec::new()));
/// let kept = saved.clone();
/// let request = agent.request("Hi.").checkpoint(move |invocation: &Invocation| {
///     let text = serde_json::to_string(invocation);
///     let kept = kept.clone();
///     async move {
///         kept.lock().unwrap().push(text?);
///         Ok(())
///     }
/// });
/// block_on(request.invoke())?;
/// // Before the model was asked, and when it had answered.
/// assert_eq!(saved.lock().unwrap().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Checkpoint: Send + Sync {
    /// Saves the state. It is called before every step that is done, and once when there is an answer, a call waits for a
    /// review or a limit is passed; the step waits for it. Any other failure is not saved: its
    /// [`invocation`](crate::InvocationFailure::invocation) is. The last one comes before the conversation is stored in a
    /// memory: who goes on from it stores what is not stored yet.
    ///
    /// # Errors
    ///
    /// Why the state could not be saved, which ends the invocation.
    fn save(&self, invocation: &Invocation) -> impl Future<Output = Saved> + Send;
}

impl<F, Fut> Checkpoint for F
where
    F: Fn(&Invocation) -> Fut + Send + Sync,
    Fut: Future<Output = Saved> + Send,
{
    fn save(&self, invocation: &Invocation) -> impl Future<Output = Saved> + Send {
        self(invocation)
    }
}

/// The object-safe twin of [`Checkpoint`].
pub(super) trait ErasedCheckpoint: Send + Sync {
    fn save<'a>(&'a self, invocation: &'a Invocation) -> BoxFuture<'a, Saved>;
}

impl<C: Checkpoint> ErasedCheckpoint for C {
    fn save<'a>(&'a self, invocation: &'a Invocation) -> BoxFuture<'a, Saved> {
        Box::pin(Checkpoint::save(self, invocation))
    }
}
