//! What is asked before and after the model.

use crate::extensions::Extensions;
use crate::model::{ChatRequest, ChatResponse};
use crate::tool::Scope;
use std::error::Error;
use std::fmt;
use std::future::Future;
use std::sync::Arc;

type BoxError = Box<dyn Error + Send + Sync>;

/// Is asked before each request to the model, and decides what the model is asked.
///
/// Several are asked in the order in which they were added; each sees the request that those before it made, and the first
/// that [answers](ModelDecision::Answer) is the last that is asked. An error, and a panic, ends the invocation with
/// [`InvocationFailureKind::Hook`](crate::InvocationFailureKind::Hook). See the [guide](crate::guide::hooks).
///
/// Closures are hooks, too, where the future holds nothing of the context:
///
/// ```
/// use toolwright::agent::{ModelContext, ModelDecision};
/// use toolwright::testing::{ScriptedModel, block_on};
/// use toolwright::{Agent, ChatResponse};
///
/// let agent = Agent::builder(ScriptedModel::new())
///     .before_model(|context: &ModelContext<'_>| {
///         let is_long = context.request().messages().len() > 100;
///         async move {
///             Ok(if is_long {
///                 ModelDecision::Answer(ChatResponse::text("Let us start anew."))
///             } else {
///                 ModelDecision::Answer(ChatResponse::text("The model is on holiday."))
///             })
///         }
///     })
///     .build()
///     .unwrap();
/// assert_eq!(block_on(agent.invoke("Hello")).unwrap().text, "The model is on holiday.");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not asked before the model",
    note = "implement `BeforeModel`, or use a closure: `|context: &ModelContext<'_>| async {{ Ok(ModelDecision::Ask) }}`"
)]
pub trait BeforeModel: Send + Sync {
    /// Decides what the model is asked.
    ///
    /// # Errors
    ///
    /// Why the invocation ends.
    fn before_model(
        &self,
        context: &ModelContext<'_>,
    ) -> impl Future<Output = Result<ModelDecision, BoxError>> + Send;
}

#[diagnostic::do_not_recommend]
impl<F, Fut> BeforeModel for F
where
    F: Fn(&ModelContext<'_>) -> Fut + Send + Sync,
    Fut: Future<Output = Result<ModelDecision, BoxError>> + Send,
{
    fn before_model(
        &self,
        context: &ModelContext<'_>,
    ) -> impl Future<Output = Result<ModelDecision, BoxError>> + Send {
        self(context)
    }
}

impl<H: BeforeModel> BeforeModel for Arc<H> {
    fn before_model(
        &self,
        context: &ModelContext<'_>,
    ) -> impl Future<Output = Result<ModelDecision, BoxError>> + Send {
        (**self).before_model(context)
    }
}

/// Is asked after each response of the model, and returns the one to go on with.
///
/// It sees the response before anything else does: ids are made unique, and what does not fit is refused, afterwards. What
/// a hook [answered](ModelDecision::Answer) in the model's place it sees as well. Calls of a turn that was cut off or
/// refused stay unrun, whatever finish reason comes back. An error, and a panic, ends the invocation with
/// [`InvocationFailureKind::Hook`](crate::InvocationFailureKind::Hook). See the [guide](crate::guide::hooks).
///
/// ```
/// use toolwright::agent::ModelContext;
/// use toolwright::testing::{ScriptedModel, block_on};
/// use toolwright::{Agent, ChatResponse};
///
/// let agent = Agent::builder(ScriptedModel::new().text("It is 5"))
///     .after_model(|response: ChatResponse, _: &ModelContext<'_>| async move {
///         let text = format!("{}.", response.message.content.to_text());
///         Ok(response.with_content(text))
///     })
///     .build()
///     .unwrap();
/// assert_eq!(block_on(agent.invoke("What is 2 + 3?")).unwrap().text, "It is 5.");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not asked after the model",
    note = "implement `AfterModel`, or use a closure: `|response: ChatResponse, _: &ModelContext<'_>| async {{ Ok(response) }}`"
)]
pub trait AfterModel: Send + Sync {
    /// Returns the response to go on with.
    ///
    /// # Errors
    ///
    /// Why the invocation ends.
    fn after_model(
        &self,
        response: ChatResponse,
        context: &ModelContext<'_>,
    ) -> impl Future<Output = Result<ChatResponse, BoxError>> + Send;
}

#[diagnostic::do_not_recommend]
impl<F, Fut> AfterModel for F
where
    F: Fn(ChatResponse, &ModelContext<'_>) -> Fut + Send + Sync,
    Fut: Future<Output = Result<ChatResponse, BoxError>> + Send,
{
    fn after_model(
        &self,
        response: ChatResponse,
        context: &ModelContext<'_>,
    ) -> impl Future<Output = Result<ChatResponse, BoxError>> + Send {
        self(response, context)
    }
}

impl<H: AfterModel> AfterModel for Arc<H> {
    fn after_model(
        &self,
        response: ChatResponse,
        context: &ModelContext<'_>,
    ) -> impl Future<Output = Result<ChatResponse, BoxError>> + Send {
        (**self).after_model(response, context)
    }
}

/// What the model is asked, as a [`BeforeModel`] decides.
///
/// ```
/// use toolwright::agent::ModelDecision;
/// use toolwright::{ChatRequest, Message};
///
/// let decision = ModelDecision::AskWith(ChatRequest::new([Message::user("Hello")]));
/// # let _ = decision;
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ModelDecision {
    /// The model is asked what it would be asked anyway.
    Ask,
    /// The model is asked this instead, this once; the conversation stays what it is.
    ///
    /// Every call in it has to have its result, and it can offer only tools that are on offer anyway, else the invocation
    /// ends. A tool that it leaves out cannot be called in the turn that comes of it.
    AskWith(ChatRequest),
    /// The model is not asked, and this is its turn.
    Answer(ChatResponse),
}

/// A request to the model, for the hooks around it.
#[derive(Clone, Copy)]
pub struct ModelContext<'a> {
    pub(super) request: &'a ChatRequest,
    pub(super) scope: &'a Scope,
    pub(super) round: u32,
}

impl<'a> ModelContext<'a> {
    /// Returns the request: the conversation so far, and the tools on offer. For a hook after the model it is the one that
    /// the model was asked.
    #[must_use]
    pub fn request(&self) -> &'a ChatRequest {
        self.request
    }

    /// Returns how many rounds of tool calls there were so far: 0 before the first.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.round
    }

    /// Returns the id of the conversation, if the invocation has one.
    #[must_use]
    pub fn conversation_id(&self) -> Option<&'a str> {
        self.scope.conversation_id.as_deref()
    }

    /// Returns the values that the caller gave to this invocation with `.context(…)`.
    #[must_use]
    pub fn extensions(&self) -> &'a Extensions {
        &self.scope.extensions
    }
}

/// Shows who spoke and what is offered, never what was said.
impl fmt::Debug for ModelContext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModelContext")
            .field("request", &self.request)
            .field("round", &self.round)
            .finish_non_exhaustive()
    }
}

/// What is wrong with a request that a hook made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditedRequestError {
    /// It has no message.
    #[error("a hook made a request without a message")]
    Empty,
    /// A call in it is without its result, or the reverse.
    #[error("a hook made a request with a call that lacks its result, or the reverse")]
    Unanswered,
    /// It offers a tool that is not on offer.
    #[error("a hook made a request that offers `{name}`, which is not on offer")]
    #[non_exhaustive]
    NotOffered {
        /// The name of the tool.
        name: String,
    },
}
