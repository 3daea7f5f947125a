//! What ends an invocation before its answer.

use crate::message::{Message, ToolCall};
use crate::tool::{ToolError, ToolErrorKind, chain};
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::error::Error;
use std::fmt;

/// Why an invocation ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum InvocationFailureKind {
    /// A call failed and its handler ended the invocation.
    Tool(ToolErrorKind),
    /// The model could not be asked, or did not answer in a way that can be used.
    Model,
    /// The model asked for more rounds of tool calls than allowed.
    MaxRounds,
    /// A handler panicked.
    Handler,
    /// A [hook](crate::agent::BeforeModel) around the model failed, or wanted what cannot be.
    Hook,
    /// A [provider](crate::agent::ToolProvider) of tools failed, or what it gave does not fit.
    Tools,
    /// The model went on calling tools after as many calls as are allowed.
    MaxCalls,
    /// The model went on calling tools after as many tokens as are allowed.
    MaxTokens,
    /// The model went on calling tools after as much time as is allowed.
    MaxDuration,
    /// The invocation was not over in time.
    Timeout,
    /// The invocation was cancelled.
    Cancelled,
    /// A call waits for an approval that nobody gave; the invocation can be resumed once somebody decided.
    Approval,
    /// The state of the invocation could not be saved.
    Checkpoint,
    /// The memory could not be read or written.
    Memory,
    /// Somebody else went on with the conversation in the meantime. Nothing was stored.
    ConversationBusy,
}

impl InvocationFailureKind {
    /// What developers read, where there is no more to say.
    fn text(self) -> &'static str {
        match self {
            Self::MaxCalls => "the model went on calling tools after as many calls as are allowed",
            Self::MaxTokens => {
                "the model went on calling tools after as many tokens as are allowed"
            }
            Self::MaxDuration => "the model went on calling tools after as much time as is allowed",
            Self::Timeout => "the invocation was not over in time",
            Self::Cancelled => "the invocation was cancelled",
            Self::Approval => "a call waits for approval",
            Self::Checkpoint => "the state of the invocation could not be saved",
            Self::Memory => "the memory could not be read or written",
            Self::ConversationBusy => "somebody else went on with the conversation",
            Self::Hook => "a hook around the model failed",
            Self::Tools => "the tools for the next request could not be gathered",
            _ => "the invocation failed",
        }
    }
}

/// An invocation that ended without an answer. For the caller; never sent to a model.
///
/// A tool that asks another agent and returns its failure, as it is or in an erased error, stays hidden with it: what is
/// below it was written for the other agent's model.
///
/// [`source`](Error::source) is the error itself: what the tool returned, or a
/// [`ModelError`](crate::model::ModelError).
///
/// ```
/// # use toolwright::InvocationFailure;
/// # fn example(failure: &InvocationFailure) {
/// use std::error::Error;
///
/// if let Some(call) = failure.tool_call() {
///     eprintln!("{failure} (call {}): {:?}", call.id, failure.source());
/// }
/// # }
/// ```
pub struct InvocationFailure(Box<Inner>);

struct Inner {
    kind: InvocationFailureKind,
    rounds: u32,
    call: Option<ToolCall>,
    tool_error: Option<ToolError>,
    source: Option<Box<dyn Error + Send + Sync>>,
    transcript: Vec<Message>,
    /// What the invocation can be resumed from.
    state: Option<Box<dyn Any + Send + Sync>>,
    tool_ran: bool,
}

impl InvocationFailure {
    #[cold]
    pub(crate) fn new(kind: InvocationFailureKind) -> Self {
        Self(Box::new(Inner {
            kind,
            rounds: 0,
            call: None,
            tool_error: None,
            source: None,
            transcript: Vec::new(),
            state: None,
            tool_ran: false,
        }))
    }

    pub(crate) fn with_kind(mut self, kind: InvocationFailureKind) -> Self {
        self.0.kind = kind;
        self
    }

    pub(crate) fn is_cancelled_call(&self) -> bool {
        self.0.kind == InvocationFailureKind::Tool(ToolErrorKind::Cancelled)
    }

    pub(crate) fn with_source(mut self, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.0.source = Some(source.into());
        self
    }

    /// Says that the tool of the call did what it does, and that what failed came after.
    pub(crate) fn after_the_tool(mut self, tool_ran: bool) -> Self {
        self.0.tool_ran = tool_ran;
        self
    }

    pub(crate) fn tool_ran(&self) -> bool {
        self.0.tool_ran
    }

    pub(crate) fn with_rounds(mut self, rounds: u32) -> Self {
        self.0.rounds = rounds;
        self
    }

    pub(crate) fn with_transcript(mut self, transcript: Vec<Message>) -> Self {
        self.0.transcript = transcript;
        self
    }

    pub(crate) fn with_state(mut self, state: impl Any + Send + Sync) -> Self {
        self.0.state = Some(Box::new(state));
        self
    }

    pub(crate) fn state<T: 'static>(&self) -> Option<&T> {
        self.0.state.as_deref()?.downcast_ref()
    }

    pub(crate) fn into_state<T: 'static>(self) -> Option<T> {
        self.0.state?.downcast().ok().map(|state| *state)
    }

    /// Adds the call and its error, whoever made the failure.
    pub(crate) fn with_call(mut self, call: ToolCall, error: ToolError) -> Self {
        self.0.call = Some(call);
        self.0.tool_error = Some(error);
        self
    }

    /// Returns what ended the invocation.
    #[must_use]
    pub fn kind(&self) -> InvocationFailureKind {
        self.0.kind
    }

    /// Returns the call that failed, if it was one.
    #[must_use]
    pub fn tool_call(&self) -> Option<&ToolCall> {
        self.0.call.as_ref()
    }

    /// Returns the failure of the call, if it was one.
    #[must_use]
    pub fn tool_error(&self) -> Option<&ToolError> {
        self.0.tool_error.as_ref()
    }

    /// Returns the original error of type `E`: what the tool returned, or the first of that type in its chain, or in
    /// that of the error which a handler put [in its place](crate::ToolErrorContext::fail_with).
    ///
    /// It is found in whatever the tool returned it: as itself, in a `Box<dyn Error + Send + Sync>`, in an
    /// `anyhow::Error` or an `eyre::Report`. Values behind their `.context(…)` are found with the features of their
    /// names. An error that is `Debug` but no [`Error`] is found as [`DebugError<E>`](crate::tool::DebugError).
    ///
    /// ```
    /// use toolwright::testing::{block_on, dispatch};
    /// use toolwright::{InvocationFailureKind, ToolErrorKind, tool, toolset};
    ///
    /// /// Reads a number.
    /// #[tool]
    /// fn read() -> Result<u8, Box<dyn std::error::Error + Send + Sync>> { Ok("x".parse()?) }
    ///
    /// let failure = block_on(dispatch(&toolset![read], &(), "read", "{}")).unwrap_err();
    /// assert_eq!(failure.kind(), InvocationFailureKind::Tool(ToolErrorKind::Execution));
    /// assert_eq!(failure.tool_call().unwrap().name, "read");
    /// assert!(failure.downcast_ref::<std::num::ParseIntError>().is_some());
    /// ```
    #[must_use]
    pub fn downcast_ref<E: Error + Send + Sync + 'static>(&self) -> Option<&E> {
        let source = self.0.source.as_deref();
        source
            .and_then(|source| chain(source).find_map(|error| error.downcast_ref()))
            .or_else(|| self.0.tool_error.as_ref()?.downcast_ref())
    }

    /// Returns the conversation up to the failure, with no call that lacks its result.
    #[must_use]
    pub fn transcript(&self) -> &[Message] {
        &self.0.transcript
    }

    /// Turns the failure into its [`transcript`](Self::transcript).
    #[must_use]
    pub fn into_transcript(self) -> Vec<Message> {
        self.0.transcript
    }

    /// Returns how many rounds of tool calls there were.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.0.rounds
    }
}

impl fmt::Display for InvocationFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0.kind, &self.0.call, &self.0.tool_error) {
            (InvocationFailureKind::Handler, Some(call), _) => {
                write!(f, "the error handler of tool `{}` panicked", call.name)
            }
            (_, Some(call), Some(error)) => write!(f, "tool `{}`: {error}", call.name),
            (InvocationFailureKind::Model, ..) => {
                f.write_str("the model could not be asked, or gave no usable answer")
            }
            (InvocationFailureKind::MaxRounds, ..) => {
                write!(
                    f,
                    "the model asked for more than {} rounds of tool calls",
                    self.0.rounds
                )
            }
            (kind, ..) => f.write_str(kind.text()),
        }
    }
}

impl fmt::Debug for InvocationFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InvocationFailure")
            .field("kind", &self.0.kind)
            .field("call", &self.0.call)
            .field("source", &self.source())
            .field("transcript", &self.0.transcript)
            .finish()
    }
}

impl Error for InvocationFailure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match (&self.0.source, &self.0.tool_error) {
            (Some(source), _) => Some(&**source),
            (None, Some(error)) => Some(error.error()),
            (None, None) => None,
        }
    }
}
