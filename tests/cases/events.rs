//! What happens in which order, and what is stored when: L68, L77, L79.

use crate::{App, Log, lines};
use std::future::ready;
use toolwright::agent::ModelContext;
use toolwright::dispatch::{ResultDecision, ToolDecision};
use toolwright::memory::{ChatMemory, InMemory};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{Agent, ChatResponse, ToolContext, ToolResult, ToolState, tool, toolset};

#[derive(Clone, Default, ToolState)]
struct Remembering {
    memory: InMemory,
}

/// Says what is stored while it runs.
#[tool]
async fn stored(#[context] memory: &InMemory) -> String {
    stored_now(memory).await
}

/// Says what is stored while it runs, and changes nothing.
#[tool(read_only)]
async fn stored_so_far(#[context] memory: &InMemory) -> String {
    stored_now(memory).await
}

async fn stored_now(memory: &InMemory) -> String {
    let conversation = memory.load("7").await.unwrap();
    format!(
        "{} stored, open from {:?}",
        conversation.messages().len(),
        conversation.open_from()
    )
}

/// L68: the turn is stored before a call of it runs that may do something, with all that came before. Nothing else is
/// stored before the end. What has no result yet reads so, and the run is marked as open.
#[test]
fn l68_a_turn_is_stored_before_a_call_with_effects_runs() {
    let state = Remembering::default();
    let memory = state.memory.clone();
    let model = ScriptedModel::new()
        .calls([("a", "stored_so_far", "{}")])
        .calls([("b", "stored_so_far", "{}"), ("c", "stored", "{}")])
        .calls([("d", "stored_so_far", "{}")])
        .text("done");
    let agent = Agent::builder(model)
        .state(state)
        .tools(toolset![stored, stored_so_far])
        .memory(memory.clone())
        .build()
        .unwrap();
    let answer = block_on(agent.request("go").conversation("7").invoke()).unwrap();
    let texts: Vec<_> = answer
        .tool_executions
        .iter()
        .map(|e| e.result.text().into_owned())
        .collect();
    assert_eq!(
        texts,
        [
            "0 stored, open from None",
            "0 stored, open from None",
            // The question, the first turn and its result, this turn and its first result, and what stands for the rest.
            "7 stored, open from Some(0)",
            // With the result of the call, and the note that an open run is closed with.
            "7 stored, open from Some(0)",
        ]
    );
    let conversation = block_on(memory.load("7")).unwrap();
    assert_eq!(conversation.messages(), answer.messages);
    assert_eq!(conversation.open_from(), None);
}

/// L77, L79: hooks are asked around each model and each call, in turn; a result is seen as soon as it is there.
#[test]
fn l77_l79_hooks_are_asked_in_turn() {
    let log = Log::default();
    let note = |line: &'static str| {
        let log = log.clone();
        move |context: &ModelContext<'_>| {
            log.add(format!("{line}, {}", context.request().messages().len()));
        }
    };
    let (request, response) = (note("request"), note("response"));
    let model = ScriptedModel::new()
        .calls([("a", "ok", "{}"), ("b", "boom", "{}")])
        .text("done");
    let agent = Agent::builder(model)
        .state(App { log: log.clone() })
        .tools(toolset![crate::ok, crate::boom])
        .before_model(move |context: &ModelContext<'_>| {
            request(context);
            ready(Ok(toolwright::agent::ModelDecision::Ask))
        })
        .after_model(move |given: ChatResponse, context: &ModelContext<'_>| {
            response(context);
            ready(Ok(given))
        })
        .before_tool({
            let log = log.clone();
            move |context: ToolContext| {
                log.add(format!("before {}", context.call().id));
                ready(Ok(ToolDecision::Run))
            }
        })
        .after_tool({
            let log = log.clone();
            move |context: ToolContext, _: ToolResult| {
                log.add(format!("after {}", context.call().id));
                ready(Ok(ResultDecision::Keep))
            }
        })
        .build()
        .unwrap();
    let answer = block_on(agent.invoke("go")).unwrap();
    log.add(format!("answer, {}", lines(&answer.messages).len()));
    assert_eq!(
        log.lines(),
        [
            "request, 1",
            "response, 1",
            "before a",
            "ok",
            "after a",
            "before b",
            "boom",
            "after b",
            "request, 4",
            "response, 4",
            "answer, 5",
        ]
    );
}
