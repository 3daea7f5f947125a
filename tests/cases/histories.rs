//! Histories that somebody hands in, whatever their ids are: what goes out has each id once.

use crate::{Log, agent, is_whole, lines};
use std::collections::HashSet;
use toolwright::agent::{EditedRequestError, Invocation, ModelContext, ModelDecision, Step};
use toolwright::message::AssistantMessage;
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{ChatModel, ChatRequest, InvocationFailureKind, Message, ToolCall, ToolResult};

fn calls(ids: &[&str]) -> Message {
    let calls = ids.iter().map(|id| ToolCall::new(*id, "look", "{}"));
    Message::Assistant(AssistantMessage::calls(calls.collect()))
}

fn result(id: &str, text: &str) -> Message {
    Message::Tool(ToolResult::new(id, "look", text))
}

fn ids(request: &ChatRequest) -> Vec<String> {
    let turns = request
        .messages()
        .iter()
        .filter_map(|message| match message {
            Message::Assistant(turn) => Some(&turn.tool_calls),
            _ => None,
        });
    turns.flatten().map(|call| call.id.clone()).collect()
}

/// Some servers write no ids, or one for all, or begin anew in each turn.
fn histories() -> [(Vec<Message>, Vec<&'static str>); 5] {
    [
        (
            vec![calls(&["d", "d"]), result("d", "1"), result("d", "2")],
            vec!["d", "call_1"],
        ),
        (
            vec![
                calls(&["", "\u{200b}"]),
                result("", "1"),
                result("\u{200b}", "2"),
            ],
            vec!["call_1", "call_2"],
        ),
        (
            vec![
                calls(&["0"]),
                result("0", "1"),
                calls(&["0"]),
                result("0", "2"),
            ],
            vec!["0", "call_1"],
        ),
        // No new id is one that stands somewhere.
        (
            vec![
                calls(&["call_2", "call_2", "call_1"]),
                result("call_2", "1"),
                result("call_2", "2"),
                result("call_1", "3"),
            ],
            vec!["call_2", "call_3", "call_1"],
        ),
        (
            vec![
                calls(&["a"]),
                result("a", "1"),
                Message::user("?"),
                calls(&["a"]),
                Message::user("!"),
            ],
            vec!["a", "call_1"],
        ),
    ]
}

#[test]
fn a_history_of_any_ids_goes_out_with_each_id_once() {
    for (mut history, expected) in histories() {
        history.insert(0, Message::user("q"));
        let model = ScriptedModel::new()
            .calls([
                ("d", "look", "{}"),
                ("call_1", "look", "{}"),
                ("", "look", "{}"),
            ])
            .text("done");
        let agent = agent(&model, &Log::default()).build().unwrap();
        block_on(agent.request("go").history(history).invoke()).unwrap();
        let requests = model.requests();
        assert_eq!(ids(&requests[0]), expected);
        for request in &requests {
            let all = ids(request);
            let once: HashSet<_> = all.iter().collect();
            assert_eq!(once.len(), all.len(), "{all:?}");
            assert!(is_whole(request), "{:?}", lines(request.messages()));
        }
        let texts = requests[0].tool_results();
        assert!(
            texts
                .iter()
                .enumerate()
                .all(|(i, r)| r.is_error || r.text() == format!("{}", i + 1))
        );
    }
}

#[test]
fn a_stored_invocation_with_an_id_twice_is_refused() {
    let mut invocation = Invocation::new(ChatRequest::new([Message::user("go")]));
    let both = ["a", "b"].map(|id| ToolCall::new(id, "look", "{}"));
    invocation
        .on_response(toolwright::ChatResponse::calls(both.to_vec()))
        .unwrap();
    let stored = serde_json::to_string(&invocation).unwrap();
    assert!(serde_json::from_str::<Invocation>(&stored).is_ok());
    assert!(matches!(invocation.step(), Step::RunTools(_)));
    for id in ["a", "", " "] {
        let edited = stored.replace(r#""id":"b""#, &format!(r#""id":"{id}""#));
        assert_ne!(edited, stored);
        assert!(serde_json::from_str::<Invocation>(&edited).is_err(), "{id}");
    }
}

#[test]
fn a_hook_sends_no_request_with_an_id_twice() {
    for (history, _) in histories() {
        let model = ScriptedModel::new();
        let agent = agent(&model, &Log::default())
            .before_model(move |_: &ModelContext<'_>| {
                let request = ChatRequest::new(history.clone());
                std::future::ready(Ok(ModelDecision::AskWith(request)))
            })
            .build()
            .unwrap();
        let failure = block_on(agent.invoke("go")).unwrap_err();
        assert_eq!(failure.kind(), InvocationFailureKind::Hook);
        let error = failure.downcast_ref::<EditedRequestError>();
        assert_eq!(error, Some(&EditedRequestError::Unanswered));
        assert!(model.requests().is_empty());
    }
}

/// The test model is stricter than providers are, and says what is wrong.
#[test]
fn the_scripted_model_takes_no_request_that_is_not_whole() {
    let broken = [
        (
            vec![Message::user("q"), calls(&["a"])],
            "at message 2, a call before it has no result",
        ),
        (
            vec![
                Message::user("q"),
                calls(&["a", "b"]),
                result("a", "1"),
                Message::user("?"),
            ],
            "at message 3, a call before it has no result",
        ),
        (
            vec![Message::user("q"), result("a", "1")],
            "at message 1, it is a result that no call before it waits for",
        ),
        (
            vec![calls(&["a", "b"]), result("b", "1"), result("a", "2")],
            "at message 1, it is a result that no call before it waits for",
        ),
        (
            vec![
                calls(&["a"]),
                result("a", "1"),
                calls(&["a"]),
                result("a", "1"),
            ],
            "at message 2, a call of it has no id, or one that stands twice",
        ),
    ];
    for (messages, text) in broken {
        let model = ScriptedModel::new().text("hello");
        let request = ChatRequest::new(messages);
        let asked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            block_on(model.complete(&request))
        }));
        let panic = asked.unwrap_err();
        let said = panic.downcast_ref::<String>().unwrap();
        assert!(said.contains(text), "{said}");
        assert!(model.requests().is_empty());
    }
}
