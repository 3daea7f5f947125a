//! What holds whatever the script.

use crate::lines::shown;
use crate::tools::find;
use crate::world::{Event, Log};
use std::collections::HashSet;
use toolwright::Message;
use toolwright::agent::Invocation;
use toolwright::model::ChatRequest;

/// Every call has its result right behind its turn, in order, and no result stands anywhere else.
pub(crate) fn is_whole(messages: &[Message]) -> bool {
    let mut expected: Vec<&str> = Vec::new();
    for message in messages {
        match message {
            Message::Tool(result) if expected.first().is_none_or(|id| *id != result.call_id) => {
                return false;
            }
            Message::Tool(_) => {
                expected.remove(0);
            }
            _ if !expected.is_empty() => return false,
            Message::Assistant(turn) => {
                expected = turn.tool_calls.iter().map(|call| &*call.id).collect();
            }
            _ => {}
        }
    }
    expected.is_empty()
}

pub(crate) fn assert_whole(what: &str, messages: &[Message]) {
    assert!(
        is_whole(messages),
        "{what} is not whole: {}",
        shown(messages)
    );
}

/// No two calls of the conversation have one id, and none has a blank one.
pub(crate) fn assert_unique(what: &str, messages: &[Message]) {
    let mut ids = HashSet::new();
    for message in messages {
        if let Message::Assistant(turn) = message {
            for call in &turn.tool_calls {
                let is_blank = call.id.trim_matches(['\u{200b}', ' ']).is_empty();
                assert!(
                    !is_blank && ids.insert(call.id.clone()),
                    "{what}: the id {:?} stands twice, or is blank",
                    call.id
                );
            }
        }
    }
}

pub(crate) fn assert_request(
    request: &ChatRequest,
    whole: Option<&[Message]>,
    limit: Option<usize>,
) {
    assert_whole("a request", request.messages());
    assert_unique("a request", request.messages());
    assert!(!request.messages().is_empty());
    // A view of all that was said.
    if let (Some(limit), Some(whole)) = (limit, whole) {
        let view = toolwright::memory::Window::messages(limit).view(whole);
        assert!(
            view == request.messages(),
            "not the view: {}",
            shown(request.messages())
        );
    }
}

/// What tools did: those with effects alone, no more at once than may be, none with effects twice, each in its turn.
pub(crate) fn assert_order(log: &Log, concurrency: usize) {
    let mut live: Vec<(String, String)> = Vec::new();
    let mut seen = HashSet::new();
    for event in log.events() {
        match event {
            Event::Started { id, name } => {
                let reads = |name: &str| find(name).effects.read_only();
                assert!(
                    live.is_empty() || (reads(&name) && live.iter().all(|(_, other)| reads(other))),
                    "{name} {id} runs beside {live:?}"
                );
                assert!(
                    // An id may come again where nothing is remembered of the run that had it.
                    seen.insert((id.clone(), name.clone())) || find(&name).effects.idempotent(),
                    "{name} {id} ran twice"
                );
                live.push((id, name));
                assert!(live.len() <= concurrency, "{live:?} run at once");
            }
            Event::Gone { id } => live.retain(|(other, _)| *other != id),
        }
    }
}

/// What was run was called and offered in the request of its turn, and the turn was whole.
pub(crate) fn assert_offered(log: &Log, asked: &[(ChatRequest, Option<Message>)]) {
    for event in log.events() {
        let Event::Started { id, name } = event else {
            continue;
        };
        // The turn as the model said it: of several that used one id before they were made unique, any.
        let is_offered = asked.iter().any(|(request, said)| {
            let calls = match said {
                Some(Message::Assistant(turn)) => &turn.tool_calls[..],
                _ => &[],
            };
            let is_called = calls
                .iter()
                .any(|call| call.name.trim_start_matches("functions.") == name);
            is_called && request.offered_tools().contains(&&*name)
        });
        assert!(is_offered, "{name} {id} ran and was not offered");
    }
}

/// Through bytes and back, which changes nothing.
pub(crate) fn elsewhere(invocation: &Invocation) -> Invocation {
    let text = serde_json::to_string(invocation).unwrap();
    let again: Invocation = serde_json::from_str(&text).expect("what was stored is read");
    assert_eq!(serde_json::to_string(&again).unwrap(), text);
    again
}
