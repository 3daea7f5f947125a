//! Files of SQLite that are old, new or foreign.

use crate::{Folder, UNKNOWN, calls, result, wait_until_closed};
use rusqlite::Connection;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::thread;
use toolwright::Message;
use toolwright::memory::{ChatMemory, Conversation, MemoryError, MemoryErrorKind, SqliteMemory};
use toolwright::testing::block_on;

/// A file with the conversation `a` of three messages, closed again.
pub(crate) fn written(folder: &Folder) -> std::path::PathBuf {
    let file = folder.file();
    let memory = SqliteMemory::open(&file).unwrap();
    let messages = [Message::user("SECRET"), calls(&["c1"]), result("c1")];
    block_on(memory.append("a", 0, &messages, false)).unwrap();
    drop(memory);
    wait_until_closed(&file);
    file
}

pub(crate) fn load(file: &Path) -> Result<Conversation, MemoryError> {
    let memory = SqliteMemory::open(file)?;
    block_on(memory.load("a"))
}

fn refused(file: &Path) -> MemoryErrorKind {
    SqliteMemory::open(file).unwrap_err().kind()
}

pub(crate) fn execute(file: &Path, sql: &str) {
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
    // What SQLite takes for no file at all.
    for path in ["", ":memory:"] {
        assert_eq!(refused(Path::new(path)), MemoryErrorKind::Storage);
    }
    let empty = folder.0.join("empty");
    fs::write(&empty, "").unwrap();
    assert_eq!(load(&empty).unwrap(), Conversation::default());
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

#[test]
fn a_file_that_many_create_at_once_is_created_once() {
    for _ in 0..5 {
        let folder = Folder::new();
        let open_as = &|name: &'static str| {
            let memory = SqliteMemory::open(folder.file())?;
            block_on(memory.append(name, 0, &[Message::user(name)], false))
        };
        let names = ["a", "b", "c", "d", "e", "f"];
        thread::scope(|scope| {
            let threads = names.map(|name| scope.spawn(move || open_as(name)));
            for thread in threads {
                assert_eq!(thread.join().unwrap().unwrap(), 1);
            }
        });
        let memory = SqliteMemory::open(folder.file()).unwrap();
        for name in names {
            let stored = block_on(memory.load(name)).unwrap();
            assert_eq!(stored.messages(), [Message::user(name)]);
        }
    }
}
