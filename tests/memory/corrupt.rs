//! Files of SQLite that are broken. Whatever stands in one is an error, and never a panic.

use crate::Folder;
use crate::files::{execute, load, written};
use std::fs;
use tests::everything_of;
use toolwright::Message;
use toolwright::memory::{ChatMemory, Conversation, MemoryErrorKind, SqliteMemory};
use toolwright::testing::block_on;

#[test]
fn what_is_corrupt_is_said_and_never_quoted() {
    let cases = [
        "DELETE FROM messages WHERE seq = 0",
        "DELETE FROM messages WHERE seq = 1",
        "DELETE FROM messages WHERE seq = 2",
        "DELETE FROM messages",
        "UPDATE messages SET seq = -1 WHERE seq = 0",
        "UPDATE messages SET seq = 9223372036854775807 WHERE seq = 2",
        "INSERT INTO messages VALUES ('a', 3, '{\"role\":\"user\",\"content\":\"SECRET\"}')",
        "UPDATE messages SET message = 'SECRET'",
        "UPDATE messages SET message = '' WHERE seq = 1",
        "UPDATE messages SET message = '{\"role\":\"SECRET\",\"content\":\"SECRET\"}' WHERE seq = 1",
        "UPDATE messages SET message = '{\"role\":\"user\",\"content\":{\"SECRET\":1}}' WHERE seq = 1",
        "UPDATE messages SET message = CAST(x'7b22ff' AS TEXT) WHERE seq = 1",
        "UPDATE messages SET message = replace(hex(zeroblob(100000)), '00', '[') WHERE seq = 1",
        "UPDATE conversations SET length = 2",
        "UPDATE conversations SET length = -1",
        "UPDATE conversations SET length = 9223372036854775807",
        "UPDATE conversations SET version = 0",
        "UPDATE conversations SET version = -7",
        "UPDATE conversations SET open_from = 4",
        "UPDATE conversations SET open_from = -1",
        "DROP TABLE messages",
        "DROP TABLE conversations",
        "DROP TABLE messages; CREATE TABLE messages (conversation, seq, message); INSERT INTO messages VALUES ('a', 0, x'00'), ('a', 1, 2), ('a', 2, NULL)",
    ];
    for sql in cases {
        let folder = Folder::new();
        let file = written(&folder);
        execute(&file, sql);
        let error = load(&file).unwrap_err();
        assert_eq!(error.kind(), MemoryErrorKind::Corrupt, "{sql}: {error:?}");
        assert!(
            !everything_of(&error).contains("SECRET"),
            "{sql}: {error:?}"
        );
        // What is added to it is stored or refused; it is never made whole by being written over.
        let Ok(memory) = SqliteMemory::open(&file) else {
            assert!(sql.contains("CREATE TABLE"), "{sql}");
            continue;
        };
        drop(block_on(memory.append(
            "a",
            1,
            &[Message::user("1")],
            false,
        )));
        assert!(block_on(memory.load("a")).is_err(), "{sql}");
    }
}

#[test]
fn a_corrupt_conversation_leaves_the_others_alone_and_can_be_cleared() {
    let folder = Folder::new();
    let file = written(&folder);
    let memory = SqliteMemory::open(&file).unwrap();
    block_on(memory.append("b", 0, &[Message::user("1")], false)).unwrap();
    execute(
        &file,
        "DELETE FROM messages WHERE conversation = 'a' AND seq = 1",
    );
    assert!(block_on(memory.load("a")).is_err());
    assert_eq!(
        block_on(memory.load("b")).unwrap().messages(),
        [Message::user("1")]
    );
    block_on(memory.clear("a")).unwrap();
    assert_eq!(block_on(memory.load("a")).unwrap(), Conversation::default());
}

#[test]
fn a_version_that_ends_is_corrupt() {
    let folder = Folder::new();
    let file = written(&folder);
    execute(
        &file,
        "UPDATE conversations SET version = 9223372036854775807",
    );
    let memory = SqliteMemory::open(&file).unwrap();
    let error = block_on(memory.append("a", i64::MAX.unsigned_abs(), &[], false)).unwrap_err();
    assert_eq!(error.kind(), MemoryErrorKind::Corrupt);
}

#[test]
fn bytes_that_flip_are_an_error_or_nothing() {
    let folder = Folder::new();
    let file = written(&folder);
    let whole = fs::read(&file).unwrap();
    let mut seed = 7_u64;
    let mut random = |below: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % below
    };
    let mut failed = 0;
    for i in 0..200 {
        let mut bytes = whole.clone();
        for _ in 0..=random(8) {
            // Mostly where something stands.
            let at = if i % 2 == 0 {
                random(bytes.len())
            } else {
                random(200) + (random(bytes.len() / 4096)) * 4096
            };
            bytes[at] = u8::try_from(random(256)).unwrap();
        }
        if i % 5 == 0 {
            bytes.truncate(random(whole.len()));
        }
        let broken = folder.0.join(format!("{i}.db"));
        fs::write(&broken, &bytes).unwrap();
        let outcome = SqliteMemory::open(&broken).and_then(|memory| {
            let conversation = block_on(memory.load("a"))?;
            block_on(memory.append("a", conversation.version(), &[Message::user("1")], false))
        });
        failed += usize::from(outcome.is_err());
    }
    assert!(failed > 60, "{failed}");
}
