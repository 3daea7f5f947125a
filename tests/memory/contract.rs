//! What every memory has to do: one suite, for all of them.

use crate::{ENDED, Folder, UNKNOWN, calls, result, told};
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Waker};
use std::thread;
use toolwright::memory::{ChatMemory, Conversation, InMemory, MemoryErrorKind, SqliteMemory};
use toolwright::message::{AssistantMessage, Content, ContentPart, Image};
use toolwright::testing::block_on;
use toolwright::{Message, ToolCall, ToolResult};

#[test]
fn in_memory() {
    suite(InMemory::new);
}

#[test]
fn shared_in_memory() {
    suite(|| Arc::new(InMemory::new()));
}

#[test]
fn sqlite() {
    let folder = Folder::new();
    let mut n = 0;
    suite(|| {
        n += 1;
        SqliteMemory::open(folder.0.join(format!("{n}.db"))).unwrap()
    });
}

fn suite<M: ChatMemory + Clone + 'static>(mut memory: impl FnMut() -> M) {
    starts_empty_and_grows(&memory());
    refuses_who_has_not_seen_all(&memory());
    remembers_where_an_open_invocation_began(&memory());
    clears(&memory());
    keeps_conversations_apart(&memory());
    lets_one_of_many_through(&memory());
    stores_all_or_nothing_of_a_dropped_append(&memory());
    assert!(memory().locks().is_some());
}

fn load(memory: &impl ChatMemory, conversation: &str) -> Conversation {
    block_on(memory.load(conversation)).unwrap()
}

fn append(memory: &impl ChatMemory, version: u64, messages: &[Message], open: bool) -> u64 {
    block_on(memory.append("a", version, messages, open)).unwrap()
}

fn is_busy(memory: &impl ChatMemory, version: u64) -> bool {
    let late = block_on(memory.append("a", version, &[Message::user("late")], false));
    late.is_err_and(|error| error.kind() == MemoryErrorKind::ConversationBusy)
}

fn starts_empty_and_grows(memory: &impl ChatMemory) {
    assert_eq!(load(memory, "a"), Conversation::default());
    // L71, L75.
    let mut turn = AssistantMessage::calls(vec![ToolCall::new("c1", "look", "no { json")]);
    turn.content = Content::text("Let me see.");
    let image = Image::new("image/png", &[1, 2, 3]).unwrap();
    let parts = Content::parts(vec![ContentPart::text("seen"), image.into()]);
    let messages = [
        Message::system("s"),
        Message::user("q\0\u{1f980}\u{fffd}\"'"),
        Message::Assistant(turn),
        told("c1", "there is nothing"),
        calls(&["c2", "c3"]),
        result("c2"),
        Message::Tool(ToolResult::new("c3", "look", parts)),
        Message::assistant(""),
    ];
    assert_eq!(append(memory, 0, &messages[..2], false), 1);
    assert_eq!(append(memory, 1, &[], false), 2);
    assert_eq!(append(memory, 2, &messages[2..], false), 3);
    assert_eq!(
        load(memory, "a"),
        Conversation::new(messages.to_vec(), 3, None)
    );
}

fn refuses_who_has_not_seen_all(memory: &impl ChatMemory) {
    assert!(is_busy(memory, 1));
    assert!(is_busy(memory, u64::MAX));
    assert_eq!(load(memory, "a"), Conversation::default());
    append(memory, 0, &[Message::user("1")], false);
    append(memory, 1, &[Message::user("2")], true);
    let stored = load(memory, "a");
    for version in [0, 1, 3, u64::MAX] {
        assert!(is_busy(memory, version), "{version}");
    }
    assert_eq!(load(memory, "a"), stored);
}

fn remembers_where_an_open_invocation_began(memory: &impl ChatMemory) {
    let old = [Message::user("old"), Message::assistant("answer")];
    append(memory, 0, &old, false);
    append(memory, 1, &[Message::user("q"), calls(&["c1"])], true);
    let open = load(memory, "a");
    assert_eq!(open.open_from(), Some(2));
    assert_eq!(
        open.messages()[4..],
        [told("c1", UNKNOWN), Message::assistant(ENDED)]
    );
    // Still the same one.
    append(memory, 2, &[result("c1"), calls(&["c2"])], true);
    let open = load(memory, "a");
    assert_eq!((open.open_from(), open.version()), (Some(2), 3));
    assert_eq!(open.messages()[4..6], [result("c1"), calls(&["c2"])]);
    append(
        memory,
        3,
        &[result("c2"), Message::assistant("done")],
        false,
    );
    let closed = load(memory, "a");
    assert_eq!((closed.open_from(), closed.messages().len()), (None, 8));
    // A new one begins where it begins.
    append(memory, 4, &[Message::user("next")], true);
    assert_eq!(load(memory, "a").open_from(), Some(8));
}

fn clears(memory: &impl ChatMemory) {
    block_on(memory.clear("a")).unwrap();
    append(memory, 0, &[Message::user("1")], false);
    append(memory, 1, &[Message::user("2")], true);
    block_on(memory.append("b", 0, &[Message::user("other")], false)).unwrap();
    block_on(memory.clear("a")).unwrap();
    assert_eq!(load(memory, "a"), Conversation::default());
    assert_eq!(load(memory, "b").messages(), [Message::user("other")]);
    // Who was in it when it was cleared stays out, also when there is something new.
    assert!(is_busy(memory, 2));
    let version = append(memory, 0, &[Message::user("anew")], false);
    assert!(version > 2);
    assert!(is_busy(memory, 1) && is_busy(memory, 2));
    assert_eq!(
        load(memory, "a"),
        Conversation::new(vec![Message::user("anew")], version, None)
    );
}

fn keeps_conversations_apart(memory: &(impl ChatMemory + Clone)) {
    let names = [
        "",
        " ",
        "a",
        "A",
        "a\0b",
        "a\0c",
        "'; DROP TABLE messages; --",
        "\u{1f980}",
        "ä",
        "a\u{308}",
    ];
    thread::scope(|scope| {
        for name in names {
            let memory = memory.clone();
            scope.spawn(move || {
                for version in 0..10 {
                    let message = [Message::user(format!("{name} {version}"))];
                    block_on(memory.append(name, version, &message, false)).unwrap();
                }
            });
        }
    });
    for name in names {
        let expected: Vec<_> = (0..10)
            .map(|i| Message::user(format!("{name} {i}")))
            .collect();
        assert_eq!(load(memory, name).messages(), expected, "{name:?}");
    }
}

fn lets_one_of_many_through(memory: &(impl ChatMemory + Clone)) {
    for version in 0..20 {
        let won: usize = thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|i| {
                    let memory = memory.clone();
                    scope.spawn(move || {
                        let message = [Message::user(format!("{version} {i}"))];
                        block_on(memory.append("a", version, &message, false)).is_ok()
                    })
                })
                .collect();
            threads
                .into_iter()
                .map(|thread| usize::from(thread.join().unwrap()))
                .sum()
        });
        assert_eq!(won, 1);
    }
    assert_eq!(load(memory, "a").messages().len(), 20);
}

fn stores_all_or_nothing_of_a_dropped_append(memory: &impl ChatMemory) {
    let messages = [Message::user("1"), Message::user("2")];
    for _ in 0..20 {
        let before = load(memory, "a");
        {
            let append = pin!(memory.append("a", before.version(), &messages, false));
            drop(append.poll(&mut Context::from_waker(Waker::noop())));
        }
        let after = load(memory, "a");
        let added = after.messages().len() - before.messages().len();
        assert!(added == 0 || added == 2);
        assert_eq!(after.version() - before.version(), added as u64 / 2);
    }
}
