//! What `#[tools]` generates, and the tools that an instance of its type becomes.

use super::arguments::Arguments;
use super::schema::Describe;
use super::{Entry, ErasedTool, IntoToolSet, ToolContext, ToolOutcome, ToolSet, ToolSetBuilder};
use crate::extensions::Extensions;
use std::sync::Arc;

/// A type whose instances are tools, whatever the state. Its name is what the compiler says of a second `impl`.
pub trait OneToolsImpl {
    /// Stands for the `impl`.
    type Impl;
}

/// A type whose instances are tools for the state `S`, by the `impl` that `I` stands for.
#[diagnostic::on_unimplemented(
    message = "`{Self}` gives no tools for the state `{S}`",
    note = "put `#[tools]` on the `impl` of the type; every `#[context]` it asks for has to be in the agent's state"
)]
pub trait InstanceTools<S, I>: Send + Sync + Sized + 'static {
    /// Lists the methods under `#[tool]`.
    fn methods(methods: &mut Methods<Self, S>);
}

type Call<T, S> =
    for<'a, 'b> fn(&'a Arc<T>, &'b mut Arguments<'a>, &'a S, &'a ToolContext) -> ToolOutcome<'a>;

/// Collects the methods that are tools.
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct Methods<T, S>(Vec<Listed<T, S>>);

struct Listed<T, S> {
    name: &'static str,
    describe: fn(&mut Describe),
    settings: fn(&mut Extensions),
    call: Call<T, S>,
}

// Without bounds: that a type is not `Send` is said once, by `InstanceTools`.
impl<T, S> Methods<T, S> {
    /// Adds the tool `name`.
    pub fn add(
        &mut self,
        name: &'static str,
        describe: fn(&mut Describe),
        settings: fn(&mut Extensions),
        call: Call<T, S>,
    ) {
        self.0.push(Listed {
            name,
            describe,
            settings,
            call,
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

fn tools<S: 'static, I, T: InstanceTools<S, I>>(instance: &Arc<T>) -> ToolSet<S> {
    let mut methods = Methods(Vec::new());
    T::methods(&mut methods);
    let entries = methods.0.into_iter().map(|listed| {
        let (mut describe, mut settings) = (Describe::new(), Extensions::default());
        (listed.describe)(&mut describe);
        (listed.settings)(&mut settings);
        let method = Method {
            instance: Arc::clone(instance),
            call: listed.call,
        };
        Entry::new(
            describe.into_definition(listed.name),
            settings,
            Arc::new(method),
        )
    });
    ToolSetBuilder::of(entries.collect()).build()
}

/// The tools of a type under `#[tools]`.
// `OneToolsImpl` is named for coherence as well: a trait without `S` is what tells instances from sets.
impl<S: 'static, T: OneToolsImpl + InstanceTools<S, T::Impl>> IntoToolSet<S> for T {
    fn into_tool_set(self) -> ToolSet<S> {
        tools(&Arc::new(self))
    }
}

/// The tools of an instance that is held elsewhere as well.
impl<S: 'static, T: OneToolsImpl + InstanceTools<S, T::Impl>> IntoToolSet<S> for Arc<T> {
    fn into_tool_set(self) -> ToolSet<S> {
        tools(&self)
    }
}

/// The tools of an instance that is held elsewhere as well.
impl<S: 'static, T: OneToolsImpl + InstanceTools<S, T::Impl>> IntoToolSet<S> for &Arc<T> {
    fn into_tool_set(self) -> ToolSet<S> {
        tools(self)
    }
}

/// Another owner of the instance, for a call that runs elsewhere.
#[must_use]
pub fn shared<T>(instance: &Arc<T>) -> Arc<T> {
    Arc::clone(instance)
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
