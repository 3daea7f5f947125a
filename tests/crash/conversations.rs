//! A memory in a file, under agents that are killed.

use crate::child::done;
use crate::desk::effects;
use crate::{Dice, Folder, NAMES, is_whole, script, seed, setting, start_and_kill, start_and_wait};
use std::collections::{HashMap, HashSet};
use std::path::Path;
use toolwright::memory::{ChatMemory, SqliteMemory};
use toolwright::testing::block_on;
use toolwright::{Message, ToolResult};

const UNKNOWN: &str = "the outcome is unknown: the call was begun, and the run ended before it answered. It may have taken effect or not; find out before you repeat it, do not repeat it blindly";
const NOT_RUN: &str = "the call was not run: the run ended before";
const ENDED: &str = "(The run ended here, before its answer.)";

/// What was seen over all kills.
#[derive(Default)]
struct Seen {
    /// Calls that took effect.
    effects: usize,
    /// Effects whose call says that its outcome is unknown.
    unknown_but_done: usize,
    /// Such calls without an effect.
    unknown_and_not_done: usize,
    /// Runs that were cut off.
    cut_off: usize,
    answers: usize,
}

#[test]
fn what_was_done_is_remembered_whenever_the_process_is_killed() {
    let kills = setting("TOOLWRIGHT_CRASH_KILLS").unwrap_or(10);
    let seed = seed();
    println!("TOOLWRIGHT_CRASH_SEED={seed} TOOLWRIGHT_CRASH_KILLS={kills}");
    let folder = Folder::new("conversations");
    let mut dice = Dice(seed);
    let mut before = HashMap::new();
    for kill in 0..kills {
        start_and_kill("converse", &folder.0, &format!("{seed}-{kill}"), &mut dice);
        for name in NAMES {
            let old = before.entry(name).or_default();
            check(&folder.0, name, old);
        }
    }
    // And it goes on.
    start_and_wait("converse", &folder.0, &format!("{seed}-last"));
    for name in NAMES {
        let old = before.entry(name).or_default();
        let found = check(&folder.0, name, old);
        println!(
            "{name}: {} messages, {} effects ({} of them of calls whose outcome is unknown, and {} such calls without), {} runs cut off, {} answers",
            old.len(),
            found.effects,
            found.unknown_but_done,
            found.unknown_and_not_done,
            found.cut_off,
            found.answers
        );
        let own = format!("{seed}-last.{name}.");
        let questions = old.iter().filter(
            |message| matches!(message, Message::User { content, .. } if content.to_text().starts_with(&own)),
        );
        // One that fails before it did anything leaves nothing.
        assert!(questions.count() > 0, "nothing of the last run");
    }
}

/// Reads a conversation and compares it with what was done, and with what was read of it before.
fn check(folder: &Path, name: &str, before: &mut Vec<Message>) -> Seen {
    let memory = SqliteMemory::open(folder.join("conversations.db")).unwrap();
    let conversation = block_on(memory.load(name)).unwrap();
    let messages = conversation.messages();
    assert!(is_whole(messages), "{name} is not whole");
    // What was read once is there for good, what was added to it on reading included.
    assert!(messages.starts_with(before), "{name} changed");
    *before = messages.to_vec();

    let effects = effects(folder, name);
    let done_once: HashSet<_> = effects.iter().collect();
    assert_eq!(done_once.len(), effects.len(), "an effect came twice");
    let results: HashMap<&str, &ToolResult> = results(messages).collect();
    let mut seen = Seen {
        effects: effects.len(),
        ..Seen::default()
    };
    for id in &effects {
        let result = results.get(&**id);
        let result = result.unwrap_or_else(|| panic!("{id} took effect and is forgotten"));
        match &*result.text() {
            UNKNOWN => seen.unknown_but_done += 1,
            text => assert!(
                text == format!("paid by {id}") || text == "paid, but late",
                "{id} took effect: {text}"
            ),
        }
    }
    for (id, result) in &results {
        let is_done = done_once.contains(&(*id).to_owned());
        match &*result.text() {
            UNKNOWN => seen.unknown_and_not_done += usize::from(!is_done),
            NOT_RUN => assert!(!is_done, "{id} is said not to have been run"),
            "paid, but late" => assert!(is_done, "{id} took no effect"),
            text if text == format!("paid by {id}") => assert!(is_done, "{id} took no effect"),
            text => assert_eq!(text, format!("seen by {id}")),
        }
    }
    let said = messages.iter().filter_map(|message| match message {
        Message::Assistant(turn) => Some(turn.content.to_text()),
        _ => None,
    });
    let said: Vec<_> = said.collect();
    let how_often = |text: &str| said.iter().filter(|said| **said == text).count();
    seen.cut_off = how_often(ENDED);
    for question in done(folder, name) {
        let answer = script::answer(&question);
        assert_eq!(how_often(&answer), 1, "the answer to {question}");
        seen.answers += 1;
    }
    // Every question has an answer, or a note that there is none.
    let questions = messages.iter();
    let questions = questions.filter(|message| matches!(message, Message::User { .. }));
    let is_end = |message: &&Message| matches!(message, Message::Assistant(turn) if turn.tool_calls.is_empty());
    assert_eq!(
        questions.count(),
        messages.iter().filter(is_end).count(),
        "{name} has a question without an end"
    );
    seen
}

fn results(messages: &[Message]) -> impl Iterator<Item = (&str, &ToolResult)> {
    messages.iter().filter_map(|message| match message {
        Message::Tool(result) => Some((&*result.call_id, result)),
        _ => None,
    })
}
