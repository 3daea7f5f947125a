//! What `toolset!` asks.

use super::probe::{Answer, Probe, answer, leg};
use crate::tool::function::ToolFunction;
use crate::tool::{Tool, ToolSet, ToolSetBuilder};

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

impl<T> Answer<OneTool, T> {
    pub fn add<S>(self, builder: ToolSetBuilder<S>, tool: T) -> ToolSetBuilder<S>
    where
        T: Tool<S>,
    {
        builder.tool(tool)
    }
}

/// The name of a tool.
pub const fn name<T: ToolFunction>(_: &T) -> &'static str {
    T::NAME
}

/// Refuses, while compiling, a name that stands twice in a list of tools.
///
/// # Panics
///
/// If the name at `index` stands before it already.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
pub const fn unique(names: &[&str], index: usize) {
    let mut other = 0;
    while other < index {
        assert!(
            !same(names[other].as_bytes(), names[index].as_bytes()),
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
