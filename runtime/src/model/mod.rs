//! The models that an agent asks, and what goes to them and comes back.

mod error;
#[cfg(feature = "openai")]
pub mod openai;
mod request;
mod response;
pub mod schema;

pub use error::{ModelError, ModelErrorKind};
pub use request::ChatRequest;
pub use response::{ChatResponse, FinishReason, Usage};

use crate::tool::BoxFuture;
use std::future::Future;
use std::sync::Arc;

/// A model that takes a conversation and gives its next turn.
///
/// ```
/// use toolwright::model::{ChatModel, ChatRequest, ChatResponse, ModelError};
///
/// struct Parrot;
///
/// impl ChatModel for Parrot {
///     async fn complete(&self, request: &ChatRequest) -> Result<ChatResponse, ModelError> {
///         Ok(ChatResponse::text(format!("you sent {} messages", request.messages().len())))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a model",
    note = "use a model of `toolwright::model`, or implement `ChatModel` for a client of your own"
)]
pub trait ChatModel: Send + Sync {
    /// Asks the model for its next turn. The request is lent: nothing of the conversation is copied to ask.
    ///
    /// # Errors
    ///
    /// Why the model could not be asked or gave nothing that can be used.
    fn complete(
        &self,
        request: &ChatRequest,
    ) -> impl Future<Output = Result<ChatResponse, ModelError>> + Send;
}

impl<M: ChatModel + ?Sized> ChatModel for Arc<M> {
    fn complete(
        &self,
        request: &ChatRequest,
    ) -> impl Future<Output = Result<ChatResponse, ModelError>> + Send {
        (**self).complete(request)
    }
}

/// The object-safe twin of [`ChatModel`].
pub(crate) trait ErasedModel: Send + Sync {
    fn complete<'a>(
        &'a self,
        request: &'a ChatRequest,
    ) -> BoxFuture<'a, Result<ChatResponse, ModelError>>;
}

impl<M: ChatModel> ErasedModel for M {
    fn complete<'a>(
        &'a self,
        request: &'a ChatRequest,
    ) -> BoxFuture<'a, Result<ChatResponse, ModelError>> {
        Box::pin(ChatModel::complete(self, request))
    }
}
