//! The tools, and the journal of what they did to the world.

use crate::{Dice, script::Script};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use std::{fs, thread};
use toolwright::{Agent, LlmVisible, ToolContext, ToolState, tool, toolset};

/// Where the effects of one conversation are seen.
#[derive(Clone, ToolState)]
pub(crate) struct Journal(Arc<Mutex<File>>);

impl Journal {
    pub(crate) fn open(folder: &Path, name: &str) -> Self {
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path(folder, name))
            .unwrap();
        Self(Arc::new(Mutex::new(file)))
    }

    /// The effect: it is there, whatever comes next.
    fn write(&self, id: &str) {
        let mut file = self.0.lock().unwrap();
        file.write_all(format!("{id}\n").as_bytes()).unwrap();
        file.sync_data().unwrap();
    }
}

fn path(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.journal"))
}

/// The ids of the calls that took effect, in the order in which they did.
pub(crate) fn effects(folder: &Path, name: &str) -> Vec<String> {
    let text = fs::read_to_string(path(folder, name)).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// Waits a moment that the id of the call decides.
fn wait(context: &ToolContext) {
    let micros = Dice::of(&context.call().id).below(1_500);
    thread::sleep(Duration::from_micros(micros));
}

#[derive(Debug, LlmVisible)]
pub(crate) enum Refusal {
    #[llm("paid, but late")]
    Late,
}

/// Looks.
#[tool(read_only)]
fn look(#[context] context: &ToolContext) -> String {
    wait(context);
    format!("seen by {}", context.call().id)
}

/// Pays.
#[tool]
fn pay(#[context] journal: &Journal, #[context] context: &ToolContext) -> String {
    wait(context);
    journal.write(&context.call().id);
    wait(context);
    format!("paid by {}", context.call().id)
}

/// Pays, and fails then.
#[tool]
fn decline(#[context] journal: &Journal, #[context] context: &ToolContext) -> Result<(), Refusal> {
    journal.write(&context.call().id);
    wait(context);
    Err(Refusal::Late)
}

pub(crate) fn agent(
    script: Script,
    journal: Journal,
    memory: Option<Arc<toolwright::memory::SqliteMemory>>,
) -> Agent<Journal> {
    let builder = Agent::builder(script)
        .state(journal)
        .tools(toolset![look, pay, decline])
        .unlimited_failures()
        .max_rounds(1_000);
    match memory {
        Some(memory) => builder.memory(memory).build().unwrap(),
        None => builder.build().unwrap(),
    }
}
