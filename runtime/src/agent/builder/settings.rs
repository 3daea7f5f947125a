//! What of an agent does not depend on its state.

use crate::agent::Invocation;
use crate::agent::limits::Limits;
use crate::agent::model_hooks::ModelHooks;
use crate::agent::steps::ErasedSteps;
use crate::dispatch::Hooks;
use crate::error_handler::Handlers;
use crate::memory::{ErasedMemory, Window};
use crate::message::Content;
use crate::model::ChatRequest;
use crate::redact::Redactor;
use crate::timer::{SharedTimer, default_timer};
use crate::tool::NO_LIMIT;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

/// So many rounds of tool calls run, unless the builder says otherwise.
const MAX_ROUNDS: u32 = 100;

/// So many calls of one tool in a row may fail.
const MAX_CONSECUTIVE_FAILURES: u32 = 3;

/// So many calls that only read run side by side, unless the builder says otherwise.
const CONCURRENCY: usize = 32;

/// What does not depend on the state.
pub(in crate::agent) struct Settings {
    pub(in crate::agent) handlers: Handlers,
    pub(in crate::agent) system_message: Option<Content>,
    pub(in crate::agent) max_rounds: u32,
    /// `None` without a limit.
    pub(in crate::agent) max_consecutive_failures: Option<u32>,
    pub(in crate::agent) limits: Limits,
    pub(in crate::agent) max_output: usize,
    pub(in crate::agent) redactor: Option<Redactor>,
    pub(in crate::agent) concurrency: usize,
    pub(in crate::agent) steps: Option<Arc<dyn ErasedSteps>>,
    pub(in crate::agent) hooks: Hooks,
    pub(in crate::agent) model_hooks: ModelHooks,
    /// Whether the time of each call is taken.
    pub(in crate::agent) durations: bool,
    pub(in crate::agent) memory: Option<Arc<dyn ErasedMemory>>,
    pub(in crate::agent) window: Option<Window>,
    pub(in crate::agent) timer: Option<SharedTimer>,
    /// For the whole of an invocation.
    pub(in crate::agent) timeout: Option<Duration>,
    /// For one call.
    pub(in crate::agent) tool_timeout: Option<Duration>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            handlers: Handlers::default(),
            system_message: None,
            max_rounds: MAX_ROUNDS,
            max_consecutive_failures: Some(MAX_CONSECUTIVE_FAILURES),
            limits: Limits::default(),
            max_output: NO_LIMIT,
            redactor: None,
            concurrency: CONCURRENCY,
            steps: None,
            hooks: Hooks::default(),
            model_hooks: ModelHooks::default(),
            durations: false,
            memory: None,
            window: None,
            timer: default_timer(),
            timeout: None,
            tool_timeout: None,
        }
    }
}

impl Settings {
    /// Starts an invocation.
    pub(in crate::agent) fn start(&self, request: ChatRequest) -> Invocation {
        let mut invocation = Invocation::new(request);
        invocation.limits.clone_from(&self.limits);
        if let Some(failures) = self.max_consecutive_failures.and_then(NonZeroU32::new) {
            invocation = invocation.with_max_consecutive_failures(failures);
        }
        invocation.set_window(self.window.clone());
        invocation.with_max_rounds(self.max_rounds)
    }
}
