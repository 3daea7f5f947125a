//! Tools that come and go while an invocation runs.

use super::model_hooks::logged;
use crate::dispatch::guarded;
use crate::extensions::Extensions;
use crate::failure::{InvocationFailure, InvocationFailureKind};
use crate::message::Message;
use crate::tool::{BoxFuture, Scope, ToolSet, ToolSetBuilder};
use std::error::Error;
use std::fmt;
use std::future::Future;
use std::sync::Arc;

type BoxError = Box<dyn Error + Send + Sync>;

/// Gives an agent tools before each request to the model, as the conversation goes.
///
/// What it gives takes the place of what it gave before: a tool that it leaves out is offered no more. A name that an
/// agent's own tool has, or that of another provider, ends the invocation, as does a set that
/// [cannot be used](ToolSet::check), an error or a panic: with
/// [`InvocationFailureKind::Tools`](crate::InvocationFailureKind::Tools). A tool that was withdrawn from an invocation
/// stays withdrawn, whatever a provider gives. See the [guide](crate::guide::hooks).
///
/// Closures are providers, too, where the future holds nothing of the context. A set that does not change is best made once
/// and cloned:
///
/// ```
/// use toolwright::agent::ProviderContext;
/// use toolwright::testing::{ScriptedModel, block_on};
/// use toolwright::{Agent, ToolSet, tool, toolset};
///
/// struct IsManager;
///
/// /// Pays money back.
/// #[tool]
/// fn refund(cents: u32) -> String { format!("paid {cents} cents back") }
///
/// let model = ScriptedModel::new().text("Hello.").text("Hello, boss.");
/// let refunds: ToolSet = toolset![refund];
/// let agent = Agent::builder(model.clone())
///     .tool_provider(move |context: &ProviderContext<'_>| {
///         let is_manager = context.extensions().get::<IsManager>().is_some();
///         let tools = if is_manager { refunds.clone() } else { ToolSet::default() };
///         async { Ok(tools) }
///     })
///     .build()
///     .unwrap();
/// block_on(agent.invoke("Hello")).unwrap();
/// block_on(agent.request("Hello").context(IsManager).invoke()).unwrap();
/// let requests = model.requests();
/// assert!(requests[0].offered_tools().is_empty());
/// assert_eq!(requests[1].offered_tools(), ["refund"]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` gives no tools to agents whose state is `{S}`",
    note = "implement `ToolProvider<{S}>`, or use a closure: `|context: &ProviderContext<'_>| async {{ Ok(tools) }}`"
)]
pub trait ToolProvider<S = ()>: Send + Sync {
    /// Returns the tools for the next request.
    ///
    /// # Errors
    ///
    /// Why the invocation ends.
    fn tools(
        &self,
        context: &ProviderContext<'_>,
    ) -> impl Future<Output = Result<ToolSet<S>, BoxError>> + Send;
}

#[diagnostic::do_not_recommend]
impl<S, F, Fut> ToolProvider<S> for F
where
    F: Fn(&ProviderContext<'_>) -> Fut + Send + Sync,
    Fut: Future<Output = Result<ToolSet<S>, BoxError>> + Send,
{
    fn tools(
        &self,
        context: &ProviderContext<'_>,
    ) -> impl Future<Output = Result<ToolSet<S>, BoxError>> + Send {
        self(context)
    }
}

impl<S, P: ToolProvider<S>> ToolProvider<S> for Arc<P> {
    fn tools(
        &self,
        context: &ProviderContext<'_>,
    ) -> impl Future<Output = Result<ToolSet<S>, BoxError>> + Send {
        (**self).tools(context)
    }
}

/// Where an invocation stands, for a [`ToolProvider`].
#[derive(Clone, Copy)]
pub struct ProviderContext<'a> {
    pub(super) messages: &'a [Message],
    pub(super) scope: &'a Scope,
    pub(super) round: u32,
}

impl<'a> ProviderContext<'a> {
    /// Returns the conversation so far, with the question in it.
    #[must_use]
    pub fn messages(&self) -> &'a [Message] {
        self.messages
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

/// Shows who spoke, never what was said.
impl fmt::Debug for ProviderContext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProviderContext")
            .field("messages", &self.messages)
            .field("round", &self.round)
            .finish_non_exhaustive()
    }
}

/// The object-safe twin of [`ToolProvider`].
trait ErasedProvider<S>: Send + Sync {
    fn ask<'a>(
        &'a self,
        context: &'a ProviderContext<'a>,
    ) -> BoxFuture<'a, Result<ToolSet<S>, BoxError>>;
}

impl<S: 'static, P: ToolProvider<S>> ErasedProvider<S> for P {
    fn ask<'a>(
        &'a self,
        context: &'a ProviderContext<'a>,
    ) -> BoxFuture<'a, Result<ToolSet<S>, BoxError>> {
        Box::pin(self.tools(context))
    }
}

/// A provider of tools that need no state.
struct Stateless(Arc<dyn ErasedProvider<()>>);

impl<S: Send + Sync + 'static> ToolProvider<S> for Stateless {
    async fn tools(&self, context: &ProviderContext<'_>) -> Result<ToolSet<S>, BoxError> {
        Ok(self.0.ask(context).await?.for_state())
    }
}

/// The providers of an agent, in the order in which they are asked.
pub(super) struct Providers<S>(Vec<Arc<dyn ErasedProvider<S>>>);

/// The tools of an invocation, as they are now.
pub(super) struct Gathered<S> {
    /// What each provider gave last.
    given: Vec<ToolSet<S>>,
    /// The agent's own and those, once there are any.
    all: Option<ToolSet<S>>,
}

impl<S> Gathered<S> {
    /// All tools that there are.
    pub(super) fn all<'g>(&'g self, own: &'g ToolSet<S>) -> &'g ToolSet<S> {
        self.all.as_ref().unwrap_or(own)
    }
}

impl<S> Default for Gathered<S> {
    fn default() -> Self {
        Self {
            given: Vec::new(),
            all: None,
        }
    }
}

impl<S: Send + Sync + 'static> Providers<S> {
    pub(super) fn add(&mut self, provider: impl ToolProvider<S> + 'static) {
        self.0.push(Arc::new(provider));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Asks all of them. What is given again costs nothing more.
    pub(super) async fn gather(
        &self,
        own: &ToolSet<S>,
        gathered: &mut Gathered<S>,
        context: ProviderContext<'_>,
    ) -> Result<(), InvocationFailure> {
        let mut given = Vec::with_capacity(self.0.len());
        for provider in &self.0 {
            let tools = match guarded(|| provider.ask(&context)).await {
                Ok(Ok(tools)) => tools,
                Ok(Err(error)) => return Err(failure(error)),
                Err(panicked) => {
                    return Err(failure(logged(panicked, "a provider of tools panicked")));
                }
            };
            given.push(tools);
        }
        let is_same = |(new, old): (&ToolSet<S>, &ToolSet<S>)| new.is_same(old);
        if given.len() == gathered.given.len() && given.iter().zip(&gathered.given).all(is_same) {
            return Ok(());
        }
        let sets = given
            .iter()
            .fold(ToolSet::builder().tools(own), ToolSetBuilder::tools);
        let all = sets.build();
        all.check().map_err(failure)?;
        *gathered = Gathered {
            given,
            all: Some(all),
        };
        Ok(())
    }
}

impl Providers<()> {
    /// The same for agents with a state.
    pub(super) fn for_state<S: Send + Sync + 'static>(self) -> Providers<S> {
        let mut providers = Providers::default();
        for provider in self.0 {
            providers.add(Stateless(provider));
        }
        providers
    }
}

fn failure(error: impl Into<BoxError>) -> InvocationFailure {
    InvocationFailure::new(InvocationFailureKind::Tools).with_source(error)
}

impl<S> Default for Providers<S> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<S> fmt::Debug for Providers<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Providers({})", self.0.len())
    }
}
