//! Bugs of other projects' memories, through agents: B85 to B95. What windows and stores do alone is in `tests/memory`.

use crate::{Log, NOT_ANSWERED, agent, is_whole, lines};
use toolwright::agent::{Decision, Invocation, Step};
use toolwright::memory::{ChatMemory, InMemory, SqliteMemory, Window};
use toolwright::message::AssistantMessage;
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{InvocationFailureKind, Message, ToolCall, ToolResult, llm_text};

fn calls(ids: &[&str]) -> Message {
    let calls = ids.iter().map(|id| ToolCall::new(*id, "look", "{}"));
    Message::Assistant(AssistantMessage::calls(calls.collect()))
}

fn result(id: &str) -> Message {
    Message::Tool(ToolResult::new(id, "look", format!("seen by {id}")))
}

fn file(name: &str) -> (std::path::PathBuf, SqliteMemory) {
    let name = format!("toolwright-cases-{}-{name}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let memory = SqliteMemory::open(folder.join("conversations.db")).unwrap();
    (folder, memory)
}

/// The flag of an error comes back from where it was stored, into the next request.
#[test]
fn b85_the_flag_of_an_error_survives_a_file() {
    let (folder, memory) = file("b85");
    let model = ScriptedModel::new()
        .calls([("a", "ok", "{}"), ("b", "boom", "{}"), ("c", "ghost", "{}")])
        .text("done")
        .text("done");
    let agent = agent(&model, &Log::default())
        .memory(memory)
        .build()
        .unwrap();
    for question in ["go", "again"] {
        block_on(agent.request(question).conversation("7").invoke()).unwrap();
    }
    let requests = model.requests();
    let flags: Vec<_> = requests[2]
        .tool_results()
        .iter()
        .map(|r| r.is_error)
        .collect();
    assert_eq!(flags, [false, true, true]);
    drop(agent);
    drop(std::fs::remove_dir_all(folder));
}

/// B86, B87: whatever the window, no result is read without its call, nor the reverse, also of turns of earlier questions.
#[test]
fn b86_b87_a_turn_goes_with_its_results_through_several_questions() {
    for limit in 0..12 {
        let memory = InMemory::new();
        let model = (0..4).fold(ScriptedModel::new(), |model, n| {
            model
                .calls([
                    (format!("{n}a"), "look", "{}"),
                    (format!("{n}b"), "look", "{}"),
                ])
                .text("done")
        });
        let agent = agent(&model, &Log::default())
            .system_message("Be brief.")
            .window(Window::messages(limit))
            .memory(memory.clone())
            .build()
            .unwrap();
        for n in 0..4 {
            let question = format!("question {n}");
            block_on(agent.request(question).conversation("7").invoke()).unwrap();
        }
        for (i, request) in model.requests().iter().enumerate() {
            let read = lines(request.messages());
            assert!(is_whole(request), "{limit}: {read:?}");
            assert_eq!(read[0], "system Be brief.");
            assert!(read[1].starts_with("user "), "{limit}: {read:?}");
            assert!(read.contains(&format!("user question {}", i / 2)));
        }
        let stored = block_on(memory.load("7")).unwrap();
        assert_eq!(stored.messages().len(), 20, "nothing is lost");
    }
}

/// A conversation whose process stopped between a call and its result, or that something else stored so.
#[test]
fn b89_a_conversation_with_a_hole_is_gone_on_with_and_stays_whole() {
    let unknown = "reads! c2 the outcome is unknown: the call was begun, and the run ended before it answered. It may have taken effect or not; find out before you repeat it, do not repeat it blindly";
    let holes: [(&str, Vec<Message>, Vec<&str>); 4] = [
        (
            "the last result is missing",
            vec![Message::user("q"), calls(&["c1", "c2"]), result("c1")],
            vec![
                "user q",
                "calls look#c1 look#c2",
                "reads c1 seen by c1",
                unknown,
                crate::CLOSED,
            ],
        ),
        (
            "the first result is missing, in the middle",
            vec![
                Message::user("q"),
                calls(&["c1", "c2"]),
                result("c2"),
                Message::assistant("a"),
            ],
            vec![
                "user q",
                "calls look#c1 look#c2",
                NOT_ANSWERED,
                "reads c2 seen by c2",
                "says a",
            ],
        ),
        (
            "a result without a call",
            vec![Message::user("q"), result("c1"), Message::assistant("a")],
            vec!["user q", "says a"],
        ),
        (
            "one id for all",
            vec![
                Message::user("q"),
                calls(&["c1", "c1"]),
                result("c1"),
                result("c1"),
                Message::assistant("a"),
            ],
            vec![
                "user q",
                "calls look#c1 look#call_1",
                "reads c1 seen by c1",
                "reads call_1 seen by c1",
                "says a",
            ],
        ),
    ];
    for (n, (name, stored, expected)) in holes.into_iter().enumerate() {
        // A file of its own each time: what closes it does so later.
        let of = format!("b89-{n}");
        let (folder, memory) = file(&of);
        let version = block_on(memory.append("7", 0, &stored, false)).unwrap();
        assert!(version > 0);
        let model = ScriptedModel::new().calls([("c1", "ok", "{}")]).text("hi");
        let agent = agent(&model, &Log::default())
            .memory(memory)
            .build()
            .unwrap();
        let answer = block_on(agent.request("hello").conversation("7").invoke()).unwrap();
        let read = lines(model.requests()[0].messages());
        assert_eq!(read.len(), expected.len() + 1, "{name}: {read:?}");
        for (read, expected) in read.iter().zip(&expected) {
            assert!(
                read == expected || read == &format!("reads! c1 {expected}"),
                "{name}: {read}"
            );
        }
        assert_eq!(read.last().unwrap(), "user hello");
        // A second question finds all of it, and whole.
        let (_, memory) = file(&of);
        let model = ScriptedModel::new().text("bye");
        let again = crate::agent(&model, &Log::default()).memory(memory);
        let again = again.build().unwrap();
        block_on(again.request("and?").conversation("7").invoke()).unwrap();
        let mut read = lines(model.requests()[0].messages());
        assert_eq!(read.pop().unwrap(), "user and?");
        assert_eq!(read, lines(&answer.messages), "{name}");
        drop((agent, again));
        drop(std::fs::remove_dir_all(folder));
    }
}

/// Of two calls one is declined in a review, and both have their result.
#[test]
fn b91_a_call_that_is_declined_has_its_result() {
    for declined in ["a", "b"] {
        let log = Log::default();
        let model = ScriptedModel::new().text("done");
        let agent = agent(&model, &log).build().unwrap();
        let request = toolwright::ChatRequest::new([Message::user("go")])
            .with_tools(agent.tools().definitions().clone());
        let mut invocation = Invocation::new(request);
        let both = vec![
            ToolCall::new("a", "ok", "{}"),
            ToolCall::new("b", "ok", "{}"),
        ];
        invocation
            .on_response(toolwright::ChatResponse::calls(both))
            .unwrap();
        invocation.hold(declined).unwrap();
        let failure = block_on(agent.resume(invocation).invoke()).unwrap_err();
        assert_eq!(failure.kind(), InvocationFailureKind::Approval);
        let mut invocation = failure.into_invocation().unwrap();
        assert!(matches!(invocation.step(), Step::AwaitApproval(_)));
        let reason = llm_text!("the user declined this call");
        invocation
            .on_decision(declined, Decision::Deny(reason))
            .unwrap();
        block_on(agent.resume(invocation).invoke()).unwrap();
        let read = lines(model.requests()[0].messages());
        let expected = ["a", "b"].map(|id| {
            if id == declined {
                format!("reads! {id} the user declined this call")
            } else {
                format!("reads {id} done 1")
            }
        });
        assert_eq!(read[2..], expected);
        assert_eq!(log.lines(), ["ok"]);
    }
}

/// B95: five rounds in a window of six, with an old conversation before them, sequential or of several calls.
#[test]
fn b95_the_question_is_in_every_request_of_its_turn() {
    for width in [1, 3] {
        let memory = InMemory::new();
        let old = [Message::user("old"), Message::assistant("answer")];
        block_on(memory.append("7", 0, &old, false)).unwrap();
        let model = (0..5).fold(ScriptedModel::new(), |model, n| {
            model.calls((0..width).map(|k| (format!("c{n}-{k}"), "look", "{}")))
        });
        let model = model.text("done");
        let agent = agent(&model, &Log::default())
            .window(Window::messages(6))
            .memory(memory)
            .build()
            .unwrap();
        block_on(agent.request("the question").conversation("7").invoke()).unwrap();
        let requests = model.requests();
        assert_eq!(requests.len(), 6);
        for request in &requests {
            let read = lines(request.messages());
            assert!(read.contains(&"user the question".to_owned()), "{read:?}");
            assert!(read.len() <= 6 && is_whole(request), "{read:?}");
        }
    }
}
