//! What runs the calls of a script: an agent, or a dispatcher.

use super::model::Speaker;
use super::{handler, hook};
use crate::script::Script;
use crate::settings::{DEADLINE, TOOL_TIMEOUT};
use crate::tools::{given, own};
use crate::world::World;
use toolwright::agent::{ModelContext, ModelDecision, ProviderContext};
use toolwright::dispatch::Dispatcher;
use toolwright::memory::{InMemory, Window};
use toolwright::tool::ToolDefinitions;
use toolwright::{Agent, ChatRequest, ToolSet};

pub(super) fn agent(
    script: &Script,
    world: &World,
    speaker: &Speaker,
    memory: &InMemory,
) -> Agent<World> {
    let settings = &script.settings;
    let mut builder = Agent::builder(speaker.clone())
        .state(world.clone())
        .tools(own())
        .on_error(handler(settings.handler))
        .timer(world.clock.clone())
        .concurrency(settings.concurrency)
        .max_rounds(settings.max_rounds)
        .on_limit(settings.on_limit());
    builder = match settings.max_failures {
        Some(n) => builder.max_consecutive_failures(n),
        None => builder.unlimited_failures(),
    };
    if let Some(n) = settings.max_calls {
        builder = builder.max_calls(n);
    }
    if let Some((name, n)) = settings.max_calls_of {
        builder = builder.max_calls_of(name, n);
    }
    if let Some(n) = settings.max_tokens {
        builder = builder.max_tokens(n);
    }
    if let Some(duration) = settings.max_duration() {
        builder = builder.max_duration(duration);
    }
    if settings.memory {
        builder = builder.memory(memory.clone());
    }
    if let Some(n) = settings.window {
        builder = builder.window(Window::messages(n));
    }
    if settings.hook {
        builder = builder.before_tool(hook);
    }
    if let Some(name) = settings.left_out {
        builder = builder.before_model(move |context: &ModelContext<'_>| {
            let request = context.request();
            let left = request.tools().iter().filter(|tool| tool.name() != name);
            let left = ToolDefinitions::new(left.cloned());
            let other = ChatRequest::new(request.messages().to_vec()).with_tools(left);
            async move { Ok(ModelDecision::AskWith(other)) }
        });
    }
    if settings.tool_timeout {
        builder = builder.tool_timeout(TOOL_TIMEOUT);
    }
    if settings.deadline {
        builder = builder.timeout(DEADLINE);
    }
    if !settings.given.is_empty() {
        let masks = settings.given.clone();
        builder = builder.tool_provider(move |context: &ProviderContext<'_>| {
            let mask = masks[context.round() as usize % masks.len()];
            async move { Ok(given(mask)) }
        });
    }
    builder.build().expect("the tools fit together")
}

pub(super) fn dispatcher<'a>(
    script: &Script,
    tools: &'a ToolSet<World>,
    world: &'a World,
) -> Dispatcher<'a, World> {
    let mut dispatcher = Dispatcher::new(tools, world)
        .on_error(handler(script.settings.handler))
        .timer(world.clock.clone());
    if script.settings.hook {
        dispatcher = dispatcher.before_tool(hook);
    }
    if script.settings.tool_timeout {
        dispatcher = dispatcher.tool_timeout(TOOL_TIMEOUT);
    }
    dispatcher
}
