//! Files of SQLite that are old, new, foreign or broken.

use crate::{Folder, UNKNOWN, calls, result, wait_until_closed};
use rusqlite::Connection;
use std::error::Error;
use std::fs;
use std::path::Path;
use tests::everything_of;
use toolwright::Message;
use toolwright::memory::{ChatMemory, Conversation, MemoryError, MemoryErrorKind, SqliteMemory};
use toolwright::testing::block_on;

/// A file with the conversation `a` of three messages, closed again.
fn written(folder: &Folder) -> std::path::PathBuf {
    let file = folder.file();
    let memory = SqliteMemory::open(&file).unwrap();
    let messages = [Message::user("SECRET"), calls(&["c1"]), result("c1")];
    block_on(memory.append("a", 0, &messages, false)).unwrap();
    drop(memory);
    wait_until_closed(&file);
    file
}

fn load(file: &Path) -> Result<Conversation, MemoryError> {
    let memory = SqliteMemory::open(file)?;
    block_on(memory.load("a"))
}

fn refused(file: &Path) -> MemoryErrorKind {
    SqliteMemory::open(file).unwrap_err().kind()
}

fn execute(file: &Path, sql: &str) {
    let connection = Connection::open(file).unwrap();
    connection.execute_batch(sql).unwrap();
}

#[test]
fn a_file_is_there_again_and_can_be_inspected() {
    let folder = Folder::new();
    let file = written(&folder);
    let conversation = load(&file).unwrap();
    assert_eq!(
        (conversation.version(), conversation.messages().len()),
        (1, 3)
    );
    let connection = Connection::open(&file).unwrap();
    let text: String = connection
        .query_row(
            "SELECT message FROM messages WHERE conversation = 'a' AND seq = 0",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(text, r#"{"role":"user","content":"SECRET"}"#);
    let number = |pragma| {
        connection
            .pragma_query_value(None, pragma, |row| row.get::<_, i64>(0))
            .unwrap()
    };
    assert_eq!(
        (number("user_version"), number("application_id")),
        (1, 0x7477_6d63)
    );
}

#[test]
fn an_open_invocation_is_remembered_by_the_file() {
    let folder = Folder::new();
    let file = folder.file();
    let memory = SqliteMemory::open(&file).unwrap();
    block_on(memory.append("a", 0, &[Message::user("q"), calls(&["c1"])], true)).unwrap();
    drop(memory);
    wait_until_closed(&file);
    let conversation = load(&file).unwrap();
    assert_eq!(
        (conversation.open_from(), conversation.version()),
        (Some(0), 1)
    );
    let Message::Tool(result) = &conversation.messages()[2] else {
        panic!("no result")
    };
    assert_eq!(result.text(), UNKNOWN);
}

#[test]
fn a_newer_file_is_refused_and_not_touched() {
    let folder = Folder::new();
    let file = written(&folder);
    execute(&file, "PRAGMA user_version = 2");
    let before = fs::read(&file).unwrap();
    let error = SqliteMemory::open(&file).unwrap_err();
    assert_eq!(error.kind(), MemoryErrorKind::Version);
    assert_eq!(
        error.source().unwrap().to_string(),
        "a memory of format 2; this is format 1"
    );
    assert_eq!(fs::read(&file).unwrap(), before);
    for version in [0, -1] {
        execute(&file, &format!("PRAGMA user_version = {version}"));
        assert_eq!(refused(&file), MemoryErrorKind::Version);
    }
}

#[test]
fn a_file_of_something_else_is_refused_and_not_touched() {
    let folder = Folder::new();
    let text = folder.0.join("text");
    fs::write(&text, "Dear diary, ".repeat(200)).unwrap();
    let short = folder.0.join("short");
    fs::write(&short, "x").unwrap();
    let zeros = folder.0.join("zeros");
    fs::write(&zeros, [0; 4096]).unwrap();
    let foreign = folder.0.join("foreign");
    execute(&foreign, "CREATE TABLE messages (body TEXT)");
    let named = folder.0.join("named");
    execute(&named, "PRAGMA application_id = 7");
    for file in [text, short, zeros, foreign, named] {
        let before = fs::read(&file).unwrap();
        assert_eq!(
            refused(&file),
            MemoryErrorKind::Foreign,
            "{}",
            file.display()
        );
        assert_eq!(fs::read(&file).unwrap(), before);
    }
    assert_eq!(refused(&folder.0), MemoryErrorKind::Storage);
    assert_eq!(
        refused(&folder.0.join("no/such/folder/file")),
        MemoryErrorKind::Storage
    );
    let empty = folder.0.join("empty");
    fs::write(&empty, "").unwrap();
    assert_eq!(load(&empty).unwrap(), Conversation::default());
}

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
        let memory = SqliteMemory::open(&file).unwrap();
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
    for i in 0..300 {
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
    assert!(failed > 100, "{failed}");
}

#[test]
fn one_file_opened_twice_is_one_memory() {
    let folder = Folder::new();
    let (one, two) = (
        SqliteMemory::open(folder.file()).unwrap(),
        SqliteMemory::open(folder.file()).unwrap(),
    );
    block_on(one.append("a", 0, &[Message::user("1")], false)).unwrap();
    let late = block_on(two.append("a", 0, &[Message::user("2")], false)).unwrap_err();
    assert_eq!(late.kind(), MemoryErrorKind::ConversationBusy);
    assert_eq!(
        late.to_string(),
        "the conversation was written to by somebody else in the meantime"
    );
    block_on(two.append("a", 1, &[Message::user("2")], false)).unwrap();
    assert_eq!(block_on(one.load("a")).unwrap().messages().len(), 2);
}

#[test]
fn the_thread_ends_with_the_last_clone() {
    let folder = Folder::new();
    let memory = SqliteMemory::open(folder.file()).unwrap();
    let clone = memory.clone();
    drop(memory);
    block_on(clone.append("a", 0, &[Message::user("1")], false)).unwrap();
    assert!(folder.0.join("conversations.db-wal").exists());
    drop(clone);
    wait_until_closed(&folder.file());
}
