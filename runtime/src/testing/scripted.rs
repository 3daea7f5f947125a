//! A model whose turns are written down in advance.

use super::recorded::record;
use crate::message::ToolCall;
use crate::message::transcript::{Fault, fault};
use crate::model::{ChatModel, ChatRequest, ChatResponse, ModelError, ModelErrorKind};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A model whose turns are written down in advance, one a request, and that keeps every request it got.
///
/// Clones share the script: keep one and give one to the agent.
///
/// ```
/// use toolwright::Agent;
/// use toolwright::testing::{ScriptedModel, block_on};
///
/// let model = ScriptedModel::new().text("Good morning.");
/// let agent = Agent::builder(model.clone()).build().unwrap();
/// assert_eq!(block_on(agent.invoke("Hello")).unwrap().text, "Good morning.");
/// assert_eq!(model.requests().len(), 1);
/// model.assert_finished();
/// ```
///
/// It is stricter than providers are: a request in which a call is not followed by its result, a result stands without its
/// call, or an id stands twice makes it panic. No agent sends one.
///
/// Where the environment variable `TOOLWRIGHT_REQUESTS` names a folder, every request is appended to a file in it, one for
/// each process, as a line of JSON: `{"test": …, "request": …}`, with the name of the thread, which is that of the test.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct ScriptedModel(Arc<Mutex<Script>>);

#[derive(Debug, Default)]
struct Script {
    turns: VecDeque<Result<ChatResponse, ModelError>>,
    requests: Vec<ChatRequest>,
}

impl ScriptedModel {
    /// Creates a model without turns.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a turn of calls: id, name and the raw text of the arguments.
    pub fn calls<Id, Name, Arguments>(
        self,
        calls: impl IntoIterator<Item = (Id, Name, Arguments)>,
    ) -> Self
    where
        Id: Into<String>,
        Name: Into<String>,
        Arguments: Into<String>,
    {
        let calls = calls
            .into_iter()
            .map(|(id, name, arguments)| ToolCall::new(id, name, arguments));
        self.respond(ChatResponse::calls(calls.collect()))
    }

    /// Adds a turn of text.
    pub fn text(self, text: impl Into<String>) -> Self {
        self.respond(ChatResponse::text(text))
    }

    /// Adds any turn.
    pub fn respond(self, response: ChatResponse) -> Self {
        self.script().turns.push_back(Ok(response));
        self
    }

    /// Adds a request that fails.
    pub fn fails(self, error: ModelError) -> Self {
        self.script().turns.push_back(Err(error));
        self
    }

    /// Returns every request the model got, in order.
    #[must_use]
    pub fn requests(&self) -> Vec<ChatRequest> {
        self.script().requests.clone()
    }

    /// Checks that every turn was asked for.
    ///
    /// # Panics
    ///
    /// If a turn is left over.
    #[track_caller]
    pub fn assert_finished(&self) {
        let left = self.script().turns.len();
        assert!(left == 0, "{left} turns of the script were never asked for");
    }

    fn script(&self) -> MutexGuard<'_, Script> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ChatModel for ScriptedModel {
    /// # Panics
    ///
    /// If the request is not whole.
    async fn complete(&self, request: &ChatRequest) -> Result<ChatResponse, ModelError> {
        record(request);
        assert_whole(request);
        let mut script = self.script();
        script.requests.push(request.clone());
        let turn = script.turns.pop_front();
        turn.unwrap_or_else(|| {
            Err(ModelError::new(
                ModelErrorKind::Other,
                "the script has no turn left",
            ))
        })
    }
}

#[track_caller]
fn assert_whole(request: &ChatRequest) {
    let Some((place, fault)) = fault(request.messages()) else {
        return;
    };
    let what = match fault {
        Fault::NoResult => "a call before it has no result",
        Fault::NoCall => "it is a result that no call before it waits for",
        Fault::Id => "a call of it has no id, or one that stands twice",
    };
    let is_whole = false;
    assert!(
        is_whole,
        "the model was sent a request that is not whole: at message {place}, {what}: {:?}",
        request.messages()
    );
}
