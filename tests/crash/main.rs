//! Agents whose process is killed, at whatever moment, and started again on the same files.
//!
//! `TOOLWRIGHT_CRASH_KILLS` says how often, `TOOLWRIGHT_CRASH_SEED` at which moments and in which runs; the moments are as
//! exact as the scheduler lets them be.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test"
)]

mod child;
mod conversations;
mod desk;
mod points;
mod resumed;
mod script;

use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use std::{env, fs, process, thread};
use toolwright::Message;

/// The two conversations, each with a thread of its own.
const NAMES: [&str; 2] = ["left", "right"];

/// What SIGKILL is to the system.
const SIGKILL: i32 = 9;

/// A small generator: the same numbers for the same seed.
#[derive(Clone)]
struct Dice(u64);

impl Dice {
    fn of(text: &str) -> Self {
        // FNV.
        let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
        Self(text.bytes().fold(0xCBF2_9CE4_8422_2325, hash))
    }

    fn below(&mut self, n: u64) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % n
    }
}

fn setting(name: &str) -> Option<u64> {
    let value = env::var(name).ok()?;
    Some(value.parse().expect("a number"))
}

fn seed() -> u64 {
    setting("TOOLWRIGHT_CRASH_SEED").unwrap_or_else(|| u64::from(process::id()))
}

/// A folder of its own for a test, gone with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("toolwright-crash-{name}-{}", process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What a failed test leaves is there to be looked at.
        if !thread::panicking() {
            drop(fs::remove_dir_all(&self.0));
        }
    }
}

/// This very binary, doing what [`child`](child::child) does.
fn start(task: &str, folder: &Path, run: &str, last: bool) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "child::child", "--nocapture", "--test-threads=1"])
        .env(child::TASK, task)
        .env(child::FOLDER, folder)
        .env(child::RUN, run)
        .env(child::LAST, if last { "1" } else { "0" })
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Starts the child and kills it: now and then before it did anything, else a moment after it began.
fn start_and_kill(task: &str, folder: &Path, run: &str, dice: &mut Dice) {
    let mut child = start(task, folder, run, false);
    if dice.below(8) > 0 {
        let mut output = BufReader::new(child.stdout.as_mut().unwrap());
        let mut line = String::new();
        while line.trim() != child::BEGUN {
            line.clear();
            if output.read_line(&mut line).unwrap() == 0 {
                break;
            }
        }
    }
    thread::sleep(Duration::from_micros(dice.below(200_000)));
    child.kill().unwrap();
    let status = child.wait().unwrap();
    // It ended in no other way: nothing in it panicked.
    if status.signal() != Some(SIGKILL) {
        let mut said = String::new();
        child.stderr.unwrap().read_to_string(&mut said).unwrap();
        panic!("run {run}: {status}: {said}");
    }
}

/// Starts the child and lets it do what is left.
fn start_and_wait(task: &str, folder: &Path, run: &str) {
    let output = start(task, folder, run, true).wait_with_output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Every call has its result right behind its turn, in order, and no result stands anywhere else.
fn is_whole(messages: &[Message]) -> bool {
    let mut expected: Vec<&str> = Vec::new();
    for message in messages {
        match message {
            Message::Tool(result) if expected.first() == Some(&&*result.call_id) => {
                expected.remove(0);
            }
            Message::Tool(_) => return false,
            _ if !expected.is_empty() => return false,
            Message::Assistant(turn) => {
                expected = turn.tool_calls.iter().map(|call| &*call.id).collect();
            }
            _ => {}
        }
    }
    expected.is_empty()
}
