//! What `toolset!` asks.

use super::probe::{Answer, Probe, answer, leg};
use crate::tool::function::ToolFunction;
use crate::tool::instance::{InstanceTools, OneToolsImpl};
use crate::tool::{Tool, ToolSet, ToolSetBuilder};
use std::sync::Arc;

// What is spliced into a set with `..`?
leg!(
    Stateless,
    SpliceStateless,
    __splice,
    [],
    &&Probe<'_, ToolSet>,
    ToolSet
);
leg!(
    SameState,
    SpliceSet,
    __splice,
    [S],
    &Probe<'_, ToolSet<S>>,
    ToolSet<S>
);
leg!(OneInstance, SpliceInstance, __splice, [T: OneToolsImpl], &Probe<'_, T>, T);
leg!(SharedInstance, SpliceShared, __splice, [T: OneToolsImpl], &Probe<'_, Arc<T>>, Arc<T>);
leg!(OneTool, SpliceTool, __splice, [T], Probe<'_, T>, T);

impl Answer<Stateless, ToolSet> {
    pub fn add<S: Send + Sync + 'static>(
        self,
        builder: ToolSetBuilder<S>,
        set: ToolSet,
    ) -> ToolSetBuilder<S> {
        builder.tools(set.for_state())
    }
}

impl<S> Answer<SameState, ToolSet<S>> {
    pub fn add(self, builder: ToolSetBuilder<S>, set: ToolSet<S>) -> ToolSetBuilder<S> {
        builder.tools(set)
    }
}

impl<T: OneToolsImpl> Answer<OneInstance, T> {
    pub fn add<S: 'static>(self, builder: ToolSetBuilder<S>, instance: T) -> ToolSetBuilder<S>
    where
        T: InstanceTools<S, T::Impl>,
    {
        builder.tools(instance)
    }
}

impl<T: OneToolsImpl> Answer<SharedInstance, Arc<T>> {
    pub fn add<S: 'static>(self, builder: ToolSetBuilder<S>, instance: Arc<T>) -> ToolSetBuilder<S>
    where
        T: InstanceTools<S, T::Impl>,
    {
        builder.tools(instance)
    }
}

impl<T> Answer<OneTool, T> {
    pub fn add<S>(self, builder: ToolSetBuilder<S>, tool: T) -> ToolSetBuilder<S>
    where
        T: Tool<S>,
    {
        builder.tool(tool)
    }
}

// What is listed in a set? That it is no tool is said by `name`.
leg!(FunctionTool, Listed, __listed, [T: ToolFunction], &Probe<'_, T>, T);
leg!(NoTool, NotListed, __listed, [T], Probe<'_, T>, T);

impl<T: ToolFunction> Answer<FunctionTool, T> {
    pub fn tool<S>(self, builder: ToolSetBuilder<S>, tool: T) -> ToolSetBuilder<S>
    where
        T: Tool<S>,
    {
        builder.tool(tool)
    }
}

impl<T> Answer<NoTool, T> {
    pub fn tool<S>(self, builder: ToolSetBuilder<S>, _: T) -> ToolSetBuilder<S> {
        builder
    }
}

/// The name of a tool.
pub const fn name<T: ToolFunction>(_: &T) -> &'static str {
    T::NAME
}

/// Refuses, while compiling, a name that stands twice in a list of tools. Tools that are not there have no name.
///
/// # Panics
///
/// If the name at `index` stands before it already.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
pub const fn unique(names: &[&str], index: usize) {
    let mut other = 0;
    while other < index {
        assert!(
            names[index].is_empty() || !same(names[other].as_bytes(), names[index].as_bytes()),
            "two tools of this set have the same name; rename one with `#[tool(name = \"…\")]`"
        );
        other += 1;
    }
}

#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}
