//! Invocations that go on from their last checkpoint, whenever their process is killed.

use crate::child::write_atomically;
use crate::desk::{self, Journal, effects};
use crate::script::{self, Script};
use crate::{Dice, Folder, NAMES, is_whole, seed, setting, start_and_kill, start_and_wait};
use std::collections::HashSet;
use std::fs;
use std::future::ready;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use toolwright::Message;
use toolwright::agent::Invocation;
use toolwright::memory::{ChatMemory, SqliteMemory};
use toolwright::testing::block_on;

const UNKNOWN: &str = "the call was begun and then interrupted; whether it took effect is unknown: find out before you call it again";

/// So many questions are asked without a kill at the end.
const AFTER: usize = 2;

fn answer_of(folder: &Path, name: &str, n: usize) -> PathBuf {
    folder.join(format!("{name}-{n}.answer"))
}

fn agent(
    folder: &Path,
    name: &str,
    memory: Option<Arc<SqliteMemory>>,
) -> toolwright::Agent<Journal> {
    let script = Script {
        rounds: 8,
        fails: false,
        delay: Duration::from_micros(200),
    };
    desk::agent(script, Journal::open(folder, name), memory)
}

/// Goes on with the question that is not answered yet, and with the next ones then.
pub(crate) fn go_on(folder: &Path, name: &str, memory: Option<Arc<SqliteMemory>>, is_last: bool) {
    let agent = agent(folder, name, memory);
    let mut n = 0;
    while answer_of(folder, name, n).exists() {
        n += 1;
    }
    let end = if is_last { n + AFTER } else { usize::MAX };
    for n in n..end {
        let path = folder.join(format!("{name}-{n}.checkpoint"));
        let request = match fs::read_to_string(&path) {
            Ok(saved) => agent.resume(serde_json::from_str::<Invocation>(&saved).unwrap()),
            Err(_) => agent.request(question(name, n)),
        };
        let checkpoint = |invocation: &Invocation| {
            write_atomically(&path, &serde_json::to_string(invocation).unwrap());
            ready(Ok(()))
        };
        let request = request.conversation(name).checkpoint(checkpoint);
        let answer = block_on(request.invoke()).unwrap();
        assert_eq!(answer.text, script::answer(&question(name, n)));
        let messages = serde_json::to_string(&answer.messages).unwrap();
        write_atomically(&answer_of(folder, name, n), &messages);
    }
}

fn question(name: &str, n: usize) -> String {
    format!("{name}.{n}")
}

#[test]
fn a_checkpoint_goes_on_to_the_same_answer_whenever_the_process_is_killed() {
    killed("checkpoint");
}

#[test]
fn and_so_it_does_in_a_conversation_that_is_remembered() {
    killed("resume");
}

fn killed(task: &str) {
    let kills = setting("TOOLWRIGHT_CRASH_KILLS").map_or(5, |kills| kills.min(30));
    let seed = seed();
    println!("TOOLWRIGHT_CRASH_SEED={seed} TOOLWRIGHT_CRASH_KILLS={kills}");
    let folder = Folder::new(task);
    let mut dice = Dice(seed ^ 1);
    for kill in 0..kills {
        start_and_kill(task, &folder.0, &kill.to_string(), &mut dice);
        for name in NAMES {
            check_memory(&folder.0, name);
        }
    }
    start_and_wait(task, &folder.0, "last");

    // The same questions, and nobody kills anything.
    let quiet = Folder::new(&format!("{task}-quiet"));
    for name in NAMES {
        let answers = (0..).take_while(|n| answer_of(&folder.0, name, *n).exists());
        let answers = answers.count();
        assert!(answers >= AFTER);
        let memory = || Arc::new(SqliteMemory::open(quiet.0.join("quiet.db")).unwrap());
        let memory = (task == "resume").then(memory);
        let agent = agent(&quiet.0, name, memory);
        let mut unknown = 0;
        for n in 0..answers {
            let request = agent.request(question(name, n)).conversation(name);
            let whole = block_on(request.invoke()).unwrap().messages;
            let saved = fs::read_to_string(answer_of(&folder.0, name, n)).unwrap();
            let saved: Vec<Message> = serde_json::from_str(&saved).unwrap();
            let found = compare(&saved, &whole);
            // With a memory, a conversation has all that came before.
            unknown = if task == "resume" {
                found
            } else {
                unknown + found
            };
        }
        let done = effects(&folder.0, name);
        let once: HashSet<_> = done.iter().collect();
        assert_eq!(once.len(), done.len(), "an effect came twice");
        let all = effects(&quiet.0, name);
        // What is not done was begun, and nobody knows.
        let missing = all.iter().filter(|id| !once.contains(id)).count();
        assert!(once.len() + missing == all.len(), "an effect of nobody");
        println!(
            "{name}: {answers} answers, {} effects, {missing} of {} without a kill did not come",
            done.len(),
            all.len()
        );
        assert!(missing <= unknown, "{missing} of {unknown}");
        check_memory(&folder.0, name);
    }
}

/// The same messages, but for results of calls that were begun when the process was killed.
fn compare(saved: &[Message], whole: &[Message]) -> usize {
    assert_eq!(saved.len(), whole.len());
    let mut unknown = 0;
    for (saved, whole) in saved.iter().zip(whole) {
        if saved == whole {
            continue;
        }
        let (Message::Tool(saved), Message::Tool(whole)) = (saved, whole) else {
            panic!("another continuation");
        };
        assert_eq!((&saved.call_id, &saved.name), (&whole.call_id, &whole.name));
        assert_ne!(whole.name, "look", "what only reads is run again");
        assert_eq!(saved.text(), UNKNOWN);
        unknown += 1;
    }
    unknown
}

/// What stands in the memory meanwhile is whole.
fn check_memory(folder: &Path, name: &str) {
    let memory = SqliteMemory::open(folder.join("conversations.db")).unwrap();
    let conversation = block_on(memory.load(name)).unwrap();
    assert!(is_whole(conversation.messages()));
}
