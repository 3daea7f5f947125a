//! What generated scripts found, once and for all.

use crate::tools::{given, own};
use crate::world::World;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use toolwright::agent::{Invocation, ProviderContext};
use toolwright::model::{ChatRequest, ChatResponse};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{Agent, Message, ToolCall};

const TOLD: &str = r#"{"does":"told","n":0}"#;

/// An agent whose provider gives `extra` in the first round only.
fn agent(model: &ScriptedModel) -> toolwright::agent::AgentBuilder<World> {
    Agent::builder(model.clone())
        .state(World::default())
        .tools(own())
        .tool_provider(|context: &ProviderContext<'_>| {
            let mask = u8::from(context.round() == 0);
            async move { Ok(given(mask)) }
        })
}

fn results(model: &ScriptedModel) -> Vec<String> {
    let requests = model.requests();
    let results = requests.last().unwrap().tool_results();
    let texts = results.iter().map(|result| result.text().into_owned());
    texts.collect()
}

#[test]
fn failures_of_a_tool_that_went_are_no_calls_of_made_up_names() {
    let model = ScriptedModel::new()
        .calls([("a", "extra", TOLD), ("b", "extra", TOLD)])
        .calls([("c", "extra", TOLD)])
        .text("done");
    block_on(agent(&model).build().unwrap().invoke("go")).unwrap();
    assert_eq!(
        results(&model)[2],
        "there is no tool of that name. The tools are: `look`, `peek`, `put`, `wipe`, `pay`"
    );
}

#[test]
fn a_tool_that_was_withdrawn_and_went_is_no_tool() {
    let model = ScriptedModel::new()
        .calls([("a", "extra", TOLD)])
        .calls([
            ("b", "extra", TOLD),
            ("c", "look", r#"{"does":"told","n":1}"#),
        ])
        .calls([("d", "extra", TOLD)])
        .text("done");
    let agent = agent(&model).max_consecutive_failures(1).build().unwrap();
    block_on(agent.invoke("go")).unwrap();
    let results = results(&model);
    assert!(
        results[1].starts_with("there is no tool of that name"),
        "{}",
        results[1]
    );
    assert!(
        results[3].starts_with("there is no tool of that name"),
        "{}",
        results[3]
    );
}

#[test]
fn a_turn_at_the_end_of_the_address_space_is_refused() {
    let mut invocation = Invocation::new(ChatRequest::new([Message::user("go")]));
    let calls = vec![ToolCall::new("a", "look", "{}")];
    invocation.on_response(ChatResponse::calls(calls)).unwrap();
    let stored = serde_json::to_string(&invocation).unwrap();
    let changed = stored.replace(r#""at":1"#, r#""at":18446744073709551615"#);
    assert_ne!(stored, changed);
    let error = serde_json::from_str::<Invocation>(&changed).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("results that do not fit their calls"),
        "{error}"
    );
}

#[test]
fn providers_are_asked_once_where_a_turn_is_resumed() {
    let asked = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&asked);
    let model = ScriptedModel::new()
        .calls([("a", "look", r#"{"does":"flaky","n":0}"#)])
        .text("done");
    let agent = Agent::builder(model)
        .state(World::default())
        .tools(own())
        .tool_provider(move |_: &ProviderContext<'_>| {
            count.fetch_add(1, Ordering::SeqCst);
            async { Ok(given(0)) }
        })
        .build()
        .unwrap();
    let failure = block_on(agent.invoke("go")).unwrap_err();
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    block_on(agent.resume(failure.into_invocation().unwrap()).invoke()).unwrap();
    // For the turn that was left, and for the last request.
    assert_eq!(asked.load(Ordering::SeqCst), 3);
}

#[test]
fn what_is_ready_when_a_sibling_ends_the_run_is_taken() {
    let model = ScriptedModel::new().calls([
        ("a", "peek", r#"{"does":"late","n":1}"#),
        ("b", "peek", r#"{"does":"yields","n":1}"#),
        ("c", "look", r#"{"does":"text","n":2}"#),
        ("d", "peek", r#"{"does":"yields","n":2}"#),
    ]);
    let failure = block_on(agent(&model).build().unwrap().invoke("go")).unwrap_err();
    let texts = failure
        .transcript()
        .iter()
        .filter_map(|message| match message {
            Message::Tool(result) => Some(result.text().into_owned()),
            _ => None,
        });
    let none = "the call has no answer: the invocation ended before it could be given";
    assert_eq!(texts.collect::<Vec<_>>(), [none, "done 1", "done 2", none]);
}
