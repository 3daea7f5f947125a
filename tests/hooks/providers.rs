//! Tools that come and go.

use super::{Log, add, closed};
use std::error::Error;
use std::future::ready;
use std::sync::{Arc, Mutex};
use toolwright::agent::{ProviderContext, ToolProvider};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{
    Agent, ChatModel, ChatRequest, ChatResponse, Message, ModelError, ToolCall, ToolSet, ToolState,
    tool, toolset,
};

pub(super) type Given<S = ()> = Result<ToolSet<S>, Box<dyn Error + Send + Sync>>;

/// A provider that gives what `give` says.
pub(super) struct Give<F>(pub(super) F);

impl<S, F: Fn(&ProviderContext<'_>) -> ToolSet<S> + Send + Sync> ToolProvider<S> for Give<F> {
    async fn tools(&self, context: &ProviderContext<'_>) -> Given<S> {
        Ok((self.0)(context))
    }
}

/// Tells the time.
#[tool]
pub(super) fn now() -> &'static str {
    "noon"
}

const ADD: &str = r#"{"a": 2, "b": 3}"#;

pub(super) fn offered(model: &ScriptedModel) -> Vec<Vec<String>> {
    let requests = model.requests();
    let names = |request: &ChatRequest| {
        request
            .offered_tools()
            .into_iter()
            .map(str::to_owned)
            .collect()
    };
    requests.iter().map(names).collect()
}

#[test]
fn tools_come_and_go() {
    let model = ScriptedModel::new()
        .calls([("c1", "now", "{}")])
        .calls([("c2", "now", "{}"), ("c3", "add", ADD)])
        .calls([("c4", "closed", "{}"), ("c5", "now", "{}")])
        .text("Done.");
    let agent = Agent::builder(model.clone())
        .tools(toolset![add])
        .tool_provider(Give(|context: &ProviderContext<'_>| {
            match context.round() {
                0 => toolset![now],
                1 => ToolSet::default(),
                2 => toolset![closed],
                _ => toolset![now, closed],
            }
        }))
        .build()
        .unwrap();
    block_on(agent.invoke("Go.")).unwrap();
    assert_eq!(
        offered(&model),
        [
            vec!["add", "now"],
            vec!["add"],
            vec!["add", "closed"],
            vec!["add", "now", "closed"]
        ]
    );
    let requests = model.requests();
    let results = requests[3].tool_results();
    let texts: Vec<_> = results
        .iter()
        .map(|result| result.text().into_owned())
        .collect();
    assert_eq!(
        texts,
        [
            "noon",
            "there is no tool of that name. The tools are: `add`",
            "5",
            "the desk is closed",
            "there is no tool of that name. The tools are: `add`, `closed`",
        ]
    );
}

#[test]
fn the_provider_sees_the_conversation_so_far() {
    struct Tenant(u32);

    let log = Log::default();
    let model = ScriptedModel::new()
        .calls([("c1", "now", "{}")])
        .text("Noon.");
    let agent = Agent::builder(model)
        .system_message("Be brief.")
        .tool_provider({
            let log = log.clone();
            Give(move |context: &ProviderContext<'_>| {
                log.add(format!(
                    "round {}, {} messages, tenant {}, {}",
                    context.round(),
                    context.messages().len(),
                    context.extensions().get::<Tenant>().unwrap().0,
                    context.conversation_id().unwrap(),
                ));
                assert_eq!(context.messages()[1], Message::user("What time is it?"));
                toolset![now]
            })
        })
        .build()
        .unwrap();
    let request = agent.request("What time is it?");
    block_on(request.context(Tenant(7)).conversation("user-7").invoke()).unwrap();
    assert_eq!(
        log.lines(),
        [
            "round 0, 2 messages, tenant 7, user-7",
            "round 1, 4 messages, tenant 7, user-7"
        ]
    );
}

/// Keeps how much of the body each request wrote anew.
#[derive(Clone, Default)]
struct Wire(Arc<Mutex<Vec<usize>>>);

impl ChatModel for Wire {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatResponse, ModelError> {
        let mut written = self.0.lock().unwrap();
        request.with_wire_body("test", |_, new| {
            written.push(new.len());
            Ok::<(), ModelError>(())
        })?;
        let id = format!("c{}", written.len());
        Ok(match written.len() {
            1..=3 => ChatResponse::calls(vec![ToolCall::new(id, "now", "{}")]),
            _ => ChatResponse::text("Noon."),
        })
    }
}

/// The body that a wire has written is dropped only where the definitions change, and not where they are made anew.
#[test]
fn what_a_wire_has_written_stays_while_the_tools_do() {
    let wire = Wire::default();
    let agent = Agent::builder(wire.clone())
        .tool_provider(Give(|context: &ProviderContext<'_>| {
            match context.round() {
                // In another order the third time.
                0 | 1 => toolset![now, add],
                2 => toolset![add, now],
                _ => toolset![now],
            }
        }))
        .build()
        .unwrap();
    block_on(agent.invoke("What time is it?")).unwrap();
    assert_eq!(*wire.0.lock().unwrap(), [1, 2, 2, 7]);
}

/// The newest tool of a name runs, also where its definition is the old one.
#[test]
fn the_tool_that_was_given_last_runs() {
    use toolwright::tool::{Tool, ToolContext, ToolDefinition, ToolError, ToolOutput};

    struct Counter(u32);

    impl Tool for Counter {
        fn definition(&self) -> ToolDefinition {
            ToolDefinition::new("count", "Counts.", serde_json::json!({"type": "object"}))
        }

        async fn call(&self, _: &str, _: &(), _: &ToolContext) -> Result<ToolOutput, ToolError> {
            Ok(ToolOutput::text(self.0.to_string()))
        }
    }

    let model = ScriptedModel::new()
        .calls([("c1", "count", "{}")])
        .calls([("c2", "count", "{}")])
        .text("2");
    let agent = Agent::builder(model.clone())
        .tool_provider(Give(|context: &ProviderContext<'_>| {
            ToolSet::builder()
                .tool(Counter(context.round() + 1))
                .build()
        }))
        .build()
        .unwrap();
    block_on(agent.invoke("Count.")).unwrap();
    let requests = model.requests();
    let texts: Vec<_> = requests[2]
        .tool_results()
        .iter()
        .map(|result| result.text().into_owned())
        .collect();
    assert_eq!(texts, ["1", "2"]);
}

#[derive(ToolState)]
struct App {
    log: Log,
}

/// Notes something.
#[tool]
fn note(#[context] log: &Log) {
    log.add("noted");
}

#[test]
fn tools_with_a_state_and_without() {
    let log = Log::default();
    let model = ScriptedModel::new()
        .calls([("c1", "now", "{}"), ("c2", "note", "{}")])
        .text("Done.");
    let agent = Agent::builder(model.clone())
        .tool_provider(Arc::new(Give(|_: &ProviderContext<'_>| toolset![now])))
        .state(App { log: log.clone() })
        .tool_provider(|_: &ProviderContext<'_>| {
            let tools: ToolSet<App> = toolset![note];
            ready(Ok(tools))
        })
        .build()
        .unwrap();
    block_on(agent.invoke("Go.")).unwrap();
    assert_eq!(offered(&model)[0], ["now", "note"]);
    assert_eq!(log.lines(), ["noted"]);
}
