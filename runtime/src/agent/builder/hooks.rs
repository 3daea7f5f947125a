//! The hooks of an agent, and what gives it tools.

use crate::agent::AgentBuilder;
use crate::agent::hooks::{AfterModel, BeforeModel};
use crate::agent::providers::ToolProvider;
use crate::dispatch::{AfterTool, BeforeTool};

impl<S: Send + Sync + 'static> AgentBuilder<S> {
    /// Adds a hook that is asked before each call of a tool: it may let it run, with other arguments as well, answer in the
    /// tool's place, or deny it. Several are asked in the order in which they were added, until the first that decides
    /// otherwise than to run.
    #[doc(alias = "beforeToolExecution")]
    pub fn before_tool(mut self, hook: impl BeforeTool + 'static) -> Self {
        self.settings.hooks.add_before(hook);
        self
    }

    /// Adds a hook that is asked after each call of a tool, and may replace what the model reads of it. Several are asked in
    /// the order in which they were added; each sees what those before it made of the result.
    #[doc(alias = "afterToolExecution")]
    pub fn after_tool(mut self, hook: impl AfterTool + 'static) -> Self {
        self.settings.hooks.add_after(hook);
        self
    }

    /// Adds a hook that is asked before each request to the model: it may have something else asked this once, or answer in
    /// the model's place. It is asked outside of the [steps](Self::steps) that a journal keeps, and so once more where an
    /// invocation is replayed.
    pub fn before_model(mut self, hook: impl BeforeModel + 'static) -> Self {
        self.settings.model_hooks.add_before(hook);
        self
    }

    /// Adds a hook that is asked after each response of the model, and returns the one to go on with. It is a part of the
    /// [step](Self::steps) in which the model is asked: a journal keeps what it returns.
    pub fn after_model(mut self, hook: impl AfterModel + 'static) -> Self {
        self.settings.model_hooks.add_after(hook);
        self
    }

    /// Adds a provider, which is asked for tools before each request to the model. Those that need no state may be added
    /// before [`state`](AgentBuilder::state) as well.
    #[doc(alias = "toolProvider")]
    pub fn tool_provider(mut self, provider: impl ToolProvider<S> + 'static) -> Self {
        self.providers.add(provider);
        self
    }
}
