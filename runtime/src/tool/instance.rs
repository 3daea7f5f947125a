//! What `#[tools]` generates, and the tools that an instance of its type becomes.

use super::arguments::Arguments;
use super::schema::Describe;
use super::{Entry, ErasedTool, IntoToolSet, ToolContext, ToolOutcome, ToolSet, ToolSetBuilder};
use crate::extensions::Extensions;
use std::sync::Arc;

/// A type whose instances are tools, whatever the state.
pub trait Instance {}

/// A type whose instances are tools for the state `S`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` gives no tools for the state `{S}`",
    note = "put `#[tools]` on the `impl` of the type; every `#[context]` it asks for has to be in the agent's state"
)]
pub trait InstanceTools<S>: Instance + Send + Sync + Sized + 'static {
    /// Lists the methods under `#[tool]`.
    fn methods(methods: &mut Methods<Self, S>);
}

type Call<T, S> =
    for<'a, 'b> fn(&'a Arc<T>, &'b mut Arguments<'a>, &'a S, &'a ToolContext) -> ToolOutcome<'a>;

/// Collects the tools of an instance.
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct Methods<T, S> {
    instance: Arc<T>,
    tools: Vec<Entry<S>>,
}

impl<T: Send + Sync + 'static, S: 'static> Methods<T, S> {
    /// Adds the tool `name`.
    pub fn add(
        &mut self,
        name: &str,
        describe: fn(&mut Describe),
        settings: fn(&mut Extensions),
        call: Call<T, S>,
    ) {
        let mut description = Describe::new();
        describe(&mut description);
        let mut extensions = Extensions::default();
        settings(&mut extensions);
        self.tools.push(Entry {
            definition: description.into_definition(name),
            settings: extensions,
            tool: Arc::new(Method {
                instance: Arc::clone(&self.instance),
                call,
            }),
        });
    }
}

/// One tool of an instance.
struct Method<T, S> {
    instance: Arc<T>,
    call: Call<T, S>,
}

impl<T: Send + Sync, S> ErasedTool<S> for Method<T, S> {
    fn outcome<'a>(
        &'a self,
        arguments: &'a str,
        state: &'a S,
        context: &'a ToolContext,
    ) -> ToolOutcome<'a> {
        (self.call)(
            &self.instance,
            &mut Arguments::new(arguments),
            state,
            context,
        )
    }
}

fn tools<S: 'static, T: InstanceTools<S>>(instance: Arc<T>) -> ToolSet<S> {
    let mut methods = Methods {
        instance,
        tools: Vec::new(),
    };
    T::methods(&mut methods);
    ToolSetBuilder::of(methods.tools).build()
}

/// The tools of a type under `#[tools]`.
// `Instance` is named for coherence: a trait without `S` is what tells instances from sets.
impl<S: 'static, T: Instance + InstanceTools<S>> IntoToolSet<S> for T {
    fn into_tool_set(self) -> ToolSet<S> {
        tools(Arc::new(self))
    }
}

/// The tools of an instance that is held elsewhere as well.
impl<S: 'static, T: InstanceTools<S>> IntoToolSet<S> for Arc<T> {
    fn into_tool_set(self) -> ToolSet<S> {
        tools(self)
    }
}

/// The tools of an instance that is held elsewhere as well.
impl<S: 'static, T: InstanceTools<S>> IntoToolSet<S> for &Arc<T> {
    fn into_tool_set(self) -> ToolSet<S> {
        tools(Arc::clone(self))
    }
}

/// As what a method may take its instance.
#[diagnostic::on_unimplemented(
    message = "a tool's method cannot take its instance as `{Self}`",
    label = "neither `&Self` nor `&Arc<Self>`",
    note = "the instance is held in an `Arc`: take `&self`, `self: &Arc<Self>` or `self: Arc<Self>`"
)]
pub trait Receiver<'a, T> {
    /// Takes the instance out of where it is held.
    fn of(instance: &'a Arc<T>) -> Self;
}

impl<'a, T> Receiver<'a, T> for &'a T {
    #[inline]
    fn of(instance: &'a Arc<T>) -> Self {
        instance
    }
}

impl<'a, T> Receiver<'a, T> for &'a Arc<T> {
    #[inline]
    fn of(instance: &'a Arc<T>) -> Self {
        instance
    }
}

impl<'a, T> Receiver<'a, T> for Arc<T> {
    #[inline]
    fn of(instance: &'a Arc<T>) -> Self {
        Arc::clone(instance)
    }
}
