//! Asking the hooks around the model.

use super::hooks::{AfterModel, BeforeModel, EditedRequestError, ModelContext, ModelDecision};
use crate::dispatch::{Panicked, guarded};
use crate::failure::{InvocationFailure, InvocationFailureKind};
use crate::message::transcript::is_whole;
use crate::model::{ChatRequest, ChatResponse};
use crate::tool::{BoxFuture, PanicError, Scope};
use std::error::Error;
use std::fmt;
use std::sync::Arc;

type BoxError = Box<dyn Error + Send + Sync>;

/// The object-safe twin of [`BeforeModel`].
trait ErasedBefore: Send + Sync {
    fn ask<'a>(
        &'a self,
        context: &'a ModelContext<'a>,
    ) -> BoxFuture<'a, Result<ModelDecision, BoxError>>;
}

impl<H: BeforeModel> ErasedBefore for H {
    fn ask<'a>(
        &'a self,
        context: &'a ModelContext<'a>,
    ) -> BoxFuture<'a, Result<ModelDecision, BoxError>> {
        Box::pin(self.before_model(context))
    }
}

/// The object-safe twin of [`AfterModel`].
trait ErasedAfter: Send + Sync {
    fn ask<'a>(
        &'a self,
        response: ChatResponse,
        context: &'a ModelContext<'a>,
    ) -> BoxFuture<'a, Result<ChatResponse, BoxError>>;
}

impl<H: AfterModel> ErasedAfter for H {
    fn ask<'a>(
        &'a self,
        response: ChatResponse,
        context: &'a ModelContext<'a>,
    ) -> BoxFuture<'a, Result<ChatResponse, BoxError>> {
        Box::pin(self.after_model(response, context))
    }
}

/// The hooks around the model, in the order in which they are asked.
#[derive(Clone, Default)]
pub(super) struct ModelHooks {
    before: Vec<Arc<dyn ErasedBefore>>,
    after: Vec<Arc<dyn ErasedAfter>>,
}

/// What the hooks before the model want.
pub(super) enum Asked {
    /// What would be asked anyway.
    AsIs,
    With(ChatRequest),
    /// In the model's place, to what would be asked: the request of those before, if they made another.
    Answered(ChatResponse, Option<ChatRequest>),
}

impl ModelHooks {
    pub(super) fn add_before(&mut self, hook: impl BeforeModel + 'static) {
        self.before.push(Arc::new(hook));
    }

    pub(super) fn add_after(&mut self, hook: impl AfterModel + 'static) {
        self.after.push(Arc::new(hook));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }

    /// Asks the hooks before the model.
    pub(super) async fn before(
        &self,
        request: &ChatRequest,
        scope: &Scope,
        round: u32,
    ) -> Result<Asked, InvocationFailure> {
        let mut edited: Option<ChatRequest> = None;
        for hook in &self.before {
            let context = ModelContext {
                request: edited.as_ref().unwrap_or(request),
                scope,
                round,
            };
            let decision = guarded(|| hook.ask(&context)).await;
            match settled(decision)? {
                ModelDecision::Ask => {}
                ModelDecision::AskWith(other) => {
                    // What one hook took from the offer no later one can put back.
                    check(&other, context.request).map_err(failure)?;
                    edited = Some(other);
                }
                ModelDecision::Answer(response) => {
                    return Ok(Asked::Answered(response, edited));
                }
            }
        }
        Ok(edited.map_or(Asked::AsIs, Asked::With))
    }

    /// Asks the hooks after the model.
    pub(super) async fn after(
        &self,
        mut response: ChatResponse,
        request: &ChatRequest,
        scope: &Scope,
        round: u32,
    ) -> Result<ChatResponse, InvocationFailure> {
        let context = ModelContext {
            request,
            scope,
            round,
        };
        let mut cut_off = None;
        for hook in &self.after {
            if response.finish_reason.is_cut_off() {
                cut_off.get_or_insert_with(|| response.finish_reason.clone());
            }
            let returned = guarded(|| hook.ask(response, &context)).await;
            response = settled(returned)?;
            // Nothing makes the calls of a turn run that was not whole, also where one hook took them and another has some.
            if let Some(reason) = &cut_off
                && !response.message.tool_calls.is_empty()
            {
                response.finish_reason = reason.clone();
            }
        }
        Ok(response)
    }
}

impl fmt::Debug for ModelHooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, after) = (self.before.len(), self.after.len());
        write!(f, "ModelHooks(before: {before}, after: {after})")
    }
}

/// Refuses a request that no agent would make.
fn check(request: &ChatRequest, instead_of: &ChatRequest) -> Result<(), EditedRequestError> {
    if request.messages().is_empty() {
        return Err(EditedRequestError::Empty);
    }
    if !is_whole(request.messages()) {
        return Err(EditedRequestError::Unanswered);
    }
    let offered = instead_of.offered_tools();
    for name in request.offered_tools() {
        if !offered.contains(&name) {
            let name = name.to_owned();
            return Err(EditedRequestError::NotOffered { name });
        }
    }
    Ok(())
}

fn settled<T>(returned: Result<Result<T, BoxError>, Panicked>) -> Result<T, InvocationFailure> {
    match returned {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(failure(error)),
        Err(panicked) => Err(failure(logged(
            panicked,
            "a hook around the model panicked",
        ))),
    }
}

fn failure(error: impl Into<BoxError>) -> InvocationFailure {
    InvocationFailure::new(InvocationFailureKind::Hook).with_source(error)
}

/// The error of what panicked in the agent's loop; the payload is logged.
pub(super) fn logged(panicked: Panicked, text: &'static str) -> PanicError {
    let error = panicked.into_error(text);
    tracing::error!(payload = error.payload().unwrap_or("(no text)"), "{text}");
    error
}
