//! One invocation that carries more than its message.

use super::checkpoint::{Checkpoint, ErasedCheckpoint};
use super::drive::{Drive, bounded};
use super::remembering::Session;
use super::{Agent, Answer, Invocation};
use crate::cancellation::CancellationToken;
use crate::extensions::Extensions;
use crate::failure::InvocationFailure;
use crate::memory::Conversation;
use crate::message::{Content, Message};
use crate::model::ChatRequest;
use crate::tool::Scope;
use std::fmt;
use std::time::Instant;

/// An invocation to be started: its message, and what it carries to the tools.
#[must_use = "an invocation runs when `invoke` is awaited"]
pub struct AgentRequest<'a, S> {
    agent: &'a Agent<S>,
    start: Start,
    history: Vec<Message>,
    scope: Scope,
    checkpoint: Option<Box<dyn ErasedCheckpoint + 'a>>,
}

/// Where an invocation starts.
enum Start {
    Message(Content),
    Resumed(Box<Invocation>),
}

impl<'a, S: Send + Sync + 'static> AgentRequest<'a, S> {
    pub(super) fn new(agent: &'a Agent<S>, message: Content) -> Self {
        Self::starting(agent, Start::Message(message))
    }

    pub(super) fn resume(agent: &'a Agent<S>, invocation: Invocation) -> Self {
        let conversation_id = invocation.conversation().map(str::to_owned);
        let mut request = Self::starting(agent, Start::Resumed(Box::new(invocation)));
        request.scope.conversation_id = conversation_id;
        request
    }

    fn starting(agent: &'a Agent<S>, start: Start) -> Self {
        Self {
            agent,
            start,
            history: Vec::new(),
            scope: Scope::default(),
            checkpoint: None,
        }
    }

    /// Takes over what calls may know of another invocation.
    pub(super) fn with_scope(mut self, scope: Scope) -> Self {
        self.scope = scope;
        self
    }

    /// Says which conversation this belongs to. Tools and handlers can ask for the id; with a
    /// [`memory`](super::AgentBuilder::memory), the invocation begins with what was said in it and is stored in it.
    ///
    /// An invocation that is [resumed](Agent::resume) and was stored in a conversation is in that one unless this says
    /// otherwise.
    pub fn conversation(mut self, id: impl Into<String>) -> Self {
        self.scope.conversation_id = Some(id.into());
        self
    }

    /// Goes on with a conversation: the [`messages`](super::Answer::messages) of an answer, or the
    /// [`transcript`](InvocationFailure::transcript) of a failure. A system message in it gives way to the agent's.
    ///
    /// ```
    /// # use toolwright::testing::{ScriptedModel, block_on};
    /// # use toolwright::Agent;
    /// # block_on(async {
    /// # let agent = Agent::builder(ScriptedModel::new().text("Hello Ada.").text("Ada.")).build().unwrap();
    /// let first = agent.invoke("I am Ada.").await?;
    /// let second = agent.request("Who am I?").history(first.messages).invoke().await?;
    /// assert_eq!(second.messages.len(), 4);
    /// # Ok::<(), toolwright::InvocationFailure>(()) }).unwrap();
    /// ```
    ///
    /// With a memory it comes before what is remembered, and is not stored.
    ///
    /// An invocation that is [resumed](Agent::resume) has its own history, and this is not looked at.
    pub fn history(mut self, messages: impl IntoIterator<Item = Message>) -> Self {
        self.history = messages.into_iter().collect();
        self
    }

    /// Gives tools and handlers a value of this invocation only, found by its type.
    ///
    /// It is never serialised and never sent.
    pub fn context<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.scope.extensions.insert(value);
        self
    }

    /// Replaces all values of this invocation.
    pub fn extensions(mut self, extensions: Extensions) -> Self {
        self.scope.extensions = extensions;
        self
    }

    /// Lets a token end the invocation: what runs is stopped, and the invocation fails with its transcript so far, in which
    /// a call with effects that was running reads that its outcome is unknown. Dropping the future ends it as well, but
    /// leaves no transcript.
    ///
    /// ```
    /// use toolwright::testing::{ScriptedModel, block_on};
    /// use toolwright::{Agent, CancellationToken, InvocationFailureKind};
    ///
    /// let agent = Agent::builder(ScriptedModel::new()).build()?;
    /// let token = CancellationToken::new();
    /// token.cancel();
    /// let failure = block_on(agent.request("Hi.").cancellation(token).invoke()).unwrap_err();
    /// assert_eq!(failure.kind(), InvocationFailureKind::Cancelled);
    /// # Ok::<(), toolwright::BuildError>(())
    /// ```
    pub fn cancellation(mut self, token: CancellationToken) -> Self {
        self.scope.cancellation = Some(token);
        self
    }

    /// Saves the invocation before every step, and once when there is an answer: see [`Checkpoint::save`].
    pub fn checkpoint(mut self, checkpoint: impl Checkpoint + 'a) -> Self {
        self.checkpoint = Some(Box::new(checkpoint));
        self
    }

    /// Drives the invocation to its answer.
    ///
    /// # Errors
    ///
    /// What ended the invocation before its answer.
    pub async fn invoke(mut self) -> Result<Answer, InvocationFailure> {
        self.scope.started = Instant::now();
        let parts = &*self.agent.0;
        let settings = &parts.settings;
        let resumed = match &mut self.start {
            Start::Message(_) => None,
            Start::Resumed(invocation) => Some(&mut **invocation),
        };
        // What is over and stored gives its answer, whatever was said since.
        let is_stored = |id: &&str| {
            let resumed = resumed.as_deref();
            resumed.is_some_and(|invocation| invocation.is_stored_in(id))
        };
        let conversation = self.scope.conversation_id.as_deref();
        let session = match (&settings.memory, conversation.filter(|id| !is_stored(id))) {
            (Some(memory), Some(id)) => {
                // Before the run itself, and so not for long: a run has no room for it.
                let mut begin = Box::pin(Session::begin(&**memory, id, resumed));
                let (token, started) = (self.scope.cancellation.as_ref(), self.scope.started);
                Some(bounded(settings, started, token, begin.as_mut()).await)
            }
            _ => None,
        };
        let session = match session.transpose() {
            Ok(session) => session,
            Err(failure) => return Err(self.start.failed(failure)),
        };
        let (session, found) = session.unzip();
        let mut invocation = match self.start {
            Start::Message(message) => {
                let system = settings.system_message.clone().map(Message::system);
                let remembered = found.as_ref().map(Conversation::messages);
                let mut history = self.history;
                history.extend_from_slice(remembered.unwrap_or_default());
                if system.is_some() {
                    history.retain(|message| !matches!(message, Message::System { .. }));
                }
                let question = Message::user(message);
                let messages = system.into_iter().chain(history).chain([question]);
                let request =
                    ChatRequest::new(messages).with_tools(parts.tools.definitions().clone());
                settings.start(request)
            }
            Start::Resumed(mut invocation) => {
                invocation.take_over();
                invocation.set_window(settings.window.clone());
                invocation.will_offer(parts.tools.definitions());
                *invocation
            }
        };
        if let (Some(found), Some(id)) = (&found, &self.scope.conversation_id) {
            invocation.remember_in(id, found);
        }
        Drive::new(parts, invocation, self.scope, self.checkpoint, session)
            .run()
            .await
    }
}

impl Start {
    /// A failure before the first step: what was resumed can be resumed once more.
    #[cold]
    fn failed(self, failure: InvocationFailure) -> InvocationFailure {
        match self {
            Self::Message(_) => failure,
            Self::Resumed(mut invocation) => {
                invocation.on_failure(&failure);
                invocation.into_failure(failure)
            }
        }
    }
}

impl<S> fmt::Debug for AgentRequest<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentRequest")
            .field("start", &self.start)
            .field("scope", &self.scope)
            .finish_non_exhaustive()
    }
}

/// Shows how it starts, never what is said.
impl fmt::Debug for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Message(message) => message.fmt(f),
            Self::Resumed(invocation) => invocation.fmt(f),
        }
    }
}
