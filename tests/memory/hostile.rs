//! Files that somebody else made, took away or keeps, and ids and messages of any size.

use super::files::{execute, load, written};
use super::{Folder, wait_until_closed};
use rusqlite::Connection;
use std::future::Future;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::mpsc;
use std::task::{Context, Wake, Waker};
use std::time::{Duration, Instant};
use std::{fs, thread};
use toolwright::Message;
use toolwright::memory::{ChatMemory, Conversation, MemoryErrorKind, SqliteMemory};
use toolwright::testing::block_on;

/// What comes of something that may never end.
fn in_time<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(work()));
    let within = Duration::from_secs(20);
    receiver.recv_timeout(within).expect("it hangs")
}

fn append(memory: &SqliteMemory, conversation: &str, text: &str) -> Result<u64, MemoryErrorKind> {
    let version = |found: Conversation| found.version();
    let appended = block_on(async {
        let version = memory.load(conversation).await.map(version)?;
        let messages = [Message::user(text)];
        memory.append(conversation, version, &messages, false).await
    });
    appended.map_err(|error| error.kind())
}

/// What becomes of a file whose tables are something else.
fn with_other_tables(sql: &str) -> MemoryErrorKind {
    let folder = Folder::new();
    let file = written(&folder);
    execute(&file, sql);
    in_time(move || {
        let loaded = load(&file).map_err(|error| error.kind());
        let appended = SqliteMemory::open(&file)
            .map_err(|error| error.kind())
            .and_then(|memory| {
                let messages = [Message::user("more")];
                block_on(memory.append("another", 0, &messages, false)).map_err(|e| e.kind())
            });
        drop(folder);
        loaded.err().or(appended.err()).expect("an error")
    })
}

#[test]
fn tables_that_never_end_are_refused() {
    for sql in [
        "ALTER TABLE messages RENAME TO old;
         CREATE VIEW messages AS
         WITH RECURSIVE n(seq) AS (SELECT 0 UNION ALL SELECT seq + 1 FROM n)
         SELECT 'a' AS conversation, seq, (SELECT message FROM old LIMIT 1) AS message FROM n",
        "CREATE TRIGGER more AFTER INSERT ON messages BEGIN
         INSERT INTO cleared
         WITH RECURSIVE n(v) AS (SELECT 0 UNION ALL SELECT v + 1 FROM n) SELECT v FROM n;
         END",
    ] {
        assert_eq!(with_other_tables(sql), MemoryErrorKind::Corrupt);
    }
}

#[test]
fn a_file_that_is_gone_or_another_takes_no_more() {
    for replaced in [false, true] {
        let folder = Folder::new();
        let memory = SqliteMemory::open(folder.file()).unwrap();
        assert_eq!(append(&memory, "user-7", "one"), Ok(1));
        fs::remove_file(folder.file()).unwrap();
        let other = replaced.then(|| {
            drop(fs::remove_file(folder.file().with_extension("db-wal")));
            drop(fs::remove_file(folder.file().with_extension("db-shm")));
            SqliteMemory::open(folder.file()).unwrap()
        });
        let lost = append(&memory, "user-7", "two");
        assert_eq!(lost, Err(MemoryErrorKind::Storage));
        if let Some(other) = other {
            assert_eq!(append(&other, "user-7", "anew"), Ok(1));
        }
    }
}

#[test]
fn who_waits_for_a_file_that_somebody_keeps_waits_no_longer_behind_others() {
    let folder = Folder::new();
    let memory = SqliteMemory::open(folder.file()).unwrap();
    let keeper = Connection::open(folder.file()).unwrap();
    keeper.execute_batch("BEGIN IMMEDIATE").unwrap();
    let started = Instant::now();
    let threads: Vec<_> = (0..4)
        .map(|n| {
            let memory = memory.clone();
            thread::spawn(move || {
                let messages = [Message::user("hello")];
                let appended = block_on(memory.append(&n.to_string(), 0, &messages, false));
                appended.map_err(|error| error.kind())
            })
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), Err(MemoryErrorKind::Storage));
    }
    let waited = started.elapsed();
    assert!(
        waited > Duration::from_secs(9) && waited < Duration::from_secs(15),
        "{waited:?}"
    );
    drop(keeper);
    assert_eq!(append(&memory, "0", "hello"), Ok(1));
}

/// Panics where it should wake.
struct Panics;

impl Wake for Panics {
    fn wake(self: Arc<Self>) {
        panic!("from a waker");
    }
}

#[test]
fn a_waker_that_panics_leaves_the_memory_to_the_others() {
    let folder = Folder::new();
    let memory = SqliteMemory::open(folder.file()).unwrap();
    let waker = Waker::from(Arc::new(Panics));
    let mut loading: Pin<Box<dyn Future<Output = _>>> = Box::pin(memory.load("user-7"));
    assert!(
        loading
            .as_mut()
            .poll(&mut Context::from_waker(&waker))
            .is_pending()
    );
    thread::sleep(Duration::from_millis(50));
    assert_eq!(append(&memory, "user-7", "one"), Ok(1));
}

#[test]
fn ids_of_any_bytes_are_told_apart() {
    let folder = Folder::new();
    let long = "x".repeat(1 << 20);
    let longer = format!("{long}y");
    let ids = [
        "",
        "\0",
        "\0\0",
        "a",
        "a\0",
        "a\0b",
        "A",
        "a ",
        "é",
        "e\u{301}",
        "'; DROP TABLE messages; --",
        "%",
        "1",
        "1.0",
        "01",
        "null",
        &long,
        &longer,
    ];
    let memory = SqliteMemory::open(folder.file()).unwrap();
    for id in ids {
        assert_eq!(append(&memory, id, id), Ok(1), "{id:.20?}");
    }
    drop(memory);
    let memory = SqliteMemory::open(folder.file()).unwrap();
    for id in ids {
        let found = block_on(memory.load(id)).unwrap();
        assert_eq!(found.messages(), [Message::user(id)], "{id:.20?}");
    }
    for id in ids {
        block_on(memory.clear(id)).unwrap();
        assert_eq!(block_on(memory.load(id)).unwrap().messages(), []);
    }
}

#[test]
fn a_message_of_ten_megabytes_comes_back() {
    let folder = Folder::new();
    let memory = SqliteMemory::open(folder.file()).unwrap();
    let text = "\0\u{1f980}".repeat(2 << 20);
    assert_eq!(append(&memory, "user-7", &text), Ok(1));
    assert_eq!(
        block_on(memory.load("user-7")).unwrap().messages(),
        [Message::user(text)]
    );
}

fn refuse(path: &Path) {
    assert!(SqliteMemory::open(path).is_err(), "{}", path.display());
}

#[test]
fn what_is_no_file_is_refused() {
    let folder = Folder::new();
    refuse(&folder.0);
    refuse(Path::new(""));
    refuse(Path::new(":memory:"));
    refuse(&folder.0.join("no folder").join("file.db"));
    refuse(&folder.0.join("\0"));
}

#[test]
fn what_was_cleared_is_not_in_the_file() {
    let folder = Folder::new();
    let memory = SqliteMemory::open(folder.file()).unwrap();
    for id in 0..50 {
        let text = format!("SECRET{}", "x".repeat(300));
        assert_eq!(append(&memory, &format!("user-{id}"), &text), Ok(1));
    }
    drop(memory);
    wait_until_closed(&folder.file());
    let memory = SqliteMemory::open(folder.file()).unwrap();
    for id in 0..50 {
        block_on(memory.clear(&format!("user-{id}"))).unwrap();
    }
    drop(memory);
    wait_until_closed(&folder.file());
    let bytes = fs::read(folder.file()).unwrap();
    assert!(
        !bytes
            .windows(6)
            .any(|bytes| bytes == b"SECRET" || bytes == b"user-4")
    );
}
