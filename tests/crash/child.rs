//! What the processes do that the tests start and kill.

use crate::desk::{self, Journal};
use crate::script::Script;
use crate::{NAMES, resumed};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use std::{env, thread};
use toolwright::memory::SqliteMemory;
use toolwright::testing::block_on;
use toolwright::{InvocationFailureKind, Message};

pub(crate) const TASK: &str = "TOOLWRIGHT_TEST_CRASH_TASK";
pub(crate) const FOLDER: &str = "TOOLWRIGHT_TEST_CRASH_FOLDER";
/// Unique among the runs on one folder.
pub(crate) const RUN: &str = "TOOLWRIGHT_TEST_CRASH_RUN";
/// Whether nobody kills it.
pub(crate) const LAST: &str = "TOOLWRIGHT_TEST_CRASH_LAST";

/// What it says once it is at work.
pub(crate) const BEGUN: &str = "begun";

/// The task of this process; nothing in any other run.
#[test]
fn child() {
    let (Ok(task), Ok(folder), Ok(run)) = (env::var(TASK), env::var(FOLDER), env::var(RUN)) else {
        return;
    };
    let folder = Path::new(&folder);
    let is_last = env::var(LAST).unwrap() == "1";
    let memory = Arc::new(SqliteMemory::open(folder.join("conversations.db")).unwrap());
    writeln!(io::stdout(), "\n{BEGUN}").unwrap();
    thread::scope(|scope| {
        for name in NAMES {
            let memory = Arc::clone(&memory);
            let (task, run) = (&task, &run);
            scope.spawn(move || match task.as_str() {
                "converse" => converse(folder, name, run, memory, is_last),
                "resume" => resumed::go_on(folder, name, Some(memory), is_last),
                _ => resumed::go_on(folder, name, None, is_last),
            });
        }
    });
}

/// Asks one question after the other in a conversation, until it is killed.
fn converse(folder: &Path, name: &str, run: &str, memory: Arc<SqliteMemory>, is_last: bool) {
    let script = Script {
        rounds: 6,
        fails: true,
        delay: Duration::from_micros(200),
    };
    let agent = desk::agent(script, Journal::open(folder, name), Some(memory));
    let mut n = 0;
    while !is_last || n < 3 {
        let question = format!("{run}.{name}.{n}");
        match block_on(agent.request(&*question).conversation(name).invoke()) {
            Ok(answer) => {
                // Also what an earlier process did is there.
                assert!(matches!(&answer.messages[0], Message::User { .. }));
                say_done(folder, name, &question);
            }
            Err(failure) => assert_eq!(failure.kind(), InvocationFailureKind::Model, "{failure:?}"),
        }
        n += 1;
    }
}

/// Notes that an answer came, after it did.
fn say_done(folder: &Path, name: &str, question: &str) {
    let mut options = File::options();
    let file = options.create(true).append(true);
    let mut file = file.open(folder.join(format!("{name}.done"))).unwrap();
    file.write_all(format!("{question}\n").as_bytes()).unwrap();
}

/// The questions whose answers came.
pub(crate) fn done(folder: &Path, name: &str) -> Vec<String> {
    let text = fs::read_to_string(folder.join(format!("{name}.done"))).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// Writes a file whole or not at all.
pub(crate) fn write_atomically(path: &Path, text: &str) {
    let new = path.with_extension("new");
    let mut file = File::create(&new).unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file.sync_data().unwrap();
    fs::rename(&new, path).unwrap();
}
