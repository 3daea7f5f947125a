//! Several processes on one file, and processes that are killed.

use crate::{Folder, calls, is_whole, result};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use std::{env, thread};
use toolwright::Message;
use toolwright::memory::{ChatMemory, MemoryErrorKind, SqliteMemory};
use toolwright::testing::block_on;

const TASK: &str = "TOOLWRIGHT_TEST_MEMORY_TASK";
const FILE: &str = "TOOLWRIGHT_TEST_MEMORY_FILE";
const NAME: &str = "TOOLWRIGHT_TEST_MEMORY_NAME";

/// How often each of the processes adds something.
const APPENDS: usize = 150;

/// This very binary, doing what [`child`] does.
fn start(task: &str, file: &Path, name: &str) -> Child {
    Command::new(env::current_exe().unwrap())
        .args([
            "--exact",
            "processes::child",
            "--nocapture",
            "--test-threads=1",
        ])
        .env(TASK, task)
        .env(FILE, file)
        .env(NAME, name)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// What the processes do that the tests start; nothing in any other run.
#[test]
fn child() {
    let (Ok(task), Ok(file), Ok(name)) = (env::var(TASK), env::var(FILE), env::var(NAME)) else {
        return;
    };
    let memory = SqliteMemory::open(file).unwrap();
    match &*task {
        "compete" => compete(&memory, &name),
        _ => go_on(&memory, &name),
    }
}

/// Adds to the conversation of all, and tries again whenever another was faster.
fn compete(memory: &SqliteMemory, name: &str) {
    let mut n = 0;
    while n < APPENDS {
        let seen = block_on(memory.load("shared")).unwrap();
        let own = [
            Message::user(format!("{name} {n}")),
            Message::assistant("so it is"),
        ];
        match block_on(memory.append("shared", seen.version(), &own, false)) {
            Ok(version) => {
                assert_eq!(version, seen.version() + 1);
                n += 1;
            }
            Err(error) => assert_eq!(error.kind(), MemoryErrorKind::ConversationBusy, "{error:?}"),
        }
    }
}

/// The appends of a run that calls two tools, one after the other.
fn run(n: usize) -> [(Vec<Message>, bool); 3] {
    let text = "x".repeat(n % 7 * 1_000);
    [
        (
            vec![Message::user(format!("{n} {text}")), calls(&["c1", "c2"])],
            true,
        ),
        (vec![result("c1")], true),
        (vec![result("c2"), Message::assistant(text)], false),
    ]
}

/// Adds to its conversation until it is killed, and says of each append that it is done.
fn go_on(memory: &SqliteMemory, name: &str) {
    let mut version = 0;
    for n in 0.. {
        for (messages, open) in run(n) {
            version = block_on(memory.append(name, version, &messages, open)).unwrap();
            println!("\nstored {version}");
        }
    }
}

#[test]
fn of_two_processes_none_loses_and_none_doubles() {
    let folder = Folder::new();
    // Both create the file.
    let children = ["one", "two"].map(|name| start("compete", &folder.file(), name));
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stdout)
        );
    }
    let memory = SqliteMemory::open(folder.file()).unwrap();
    let conversation = block_on(memory.load("shared")).unwrap();
    assert_eq!(conversation.version(), 2 * APPENDS as u64);
    assert_eq!(conversation.messages().len(), 4 * APPENDS);
    for name in ["one", "two"] {
        let own: Vec<_> = (0..APPENDS)
            .map(|n| Message::user(format!("{name} {n}")))
            .collect();
        let is_own = |message: &&Message| own.contains(message);
        let stored: Vec<_> = conversation
            .messages()
            .iter()
            .filter(is_own)
            .cloned()
            .collect();
        assert_eq!(stored, own);
    }
}

#[test]
fn a_process_that_is_killed_leaves_no_half_append() {
    let folder = Folder::new();
    let mut ends = [0; 3];
    for round in 0..20_u64 {
        let name = format!("round {round}");
        let mut child = start("go on", &folder.file(), &name);
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        while !line.starts_with("stored") {
            line.clear();
            assert_ne!(output.read_line(&mut line).unwrap(), 0, "the child ended");
        }
        // At whatever moment it is; the time only sets how much there is.
        thread::sleep(Duration::from_micros(round * 3_571 % 40_000));
        child.kill().unwrap();
        child.wait().unwrap();
        let mut rest = String::new();
        output.read_to_string(&mut rest).unwrap();
        let lines = line.lines().chain(rest.lines());
        let said = lines
            .filter_map(|line| line.strip_prefix("stored "))
            .count() as u64;

        let memory = SqliteMemory::open(folder.file()).unwrap();
        let conversation = block_on(memory.load(&name)).unwrap();
        // What was said to be stored is; of what was not said, at most the one in between.
        let stored = conversation.version();
        assert!(stored == said || stored == said + 1, "{stored} of {said}");
        assert!(is_whole(conversation.messages()));
        let appends: Vec<_> = (0..)
            .flat_map(run)
            .take(usize::try_from(stored).unwrap())
            .collect();
        let expected: Vec<_> = appends
            .iter()
            .flat_map(|(messages, _)| messages.clone())
            .collect();
        assert_eq!(conversation.messages()[..expected.len()], expected);
        let added = conversation.messages().len() - expected.len();
        let place = usize::try_from(stored % 3).unwrap();
        assert_eq!(added, [0, 3, 2][place]);
        assert_eq!(conversation.open_from().is_some(), place > 0);
        ends[place] += 1;
        // And it goes on.
        block_on(memory.append(&name, stored, &[], false)).unwrap();
    }
    println!("killed after the answer, the turn, the first result: {ends:?}");
}

#[test]
fn a_process_that_is_killed_while_it_creates_the_file_leaves_one_that_opens() {
    for round in 0..20_u64 {
        let folder = Folder::new();
        let mut child = start("go on", &folder.file(), "a");
        thread::sleep(Duration::from_micros(round * 1_000));
        child.kill().unwrap();
        child.wait().unwrap();
        let memory = SqliteMemory::open(folder.file()).unwrap();
        let stored = block_on(memory.load("a")).unwrap();
        assert!(is_whole(stored.messages()));
        block_on(memory.append("a", stored.version(), &[], false)).unwrap();
    }
}
