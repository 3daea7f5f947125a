//! What a memory keeps of a result is what the model reads.

use crate::Folder;
use toolwright::memory::{ChatMemory, InMemory, SqliteMemory};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{Agent, Message, tool, toolset};

/// Reads a lot.
#[tool(max_output = "1KiB")]
fn read() -> String {
    "x".repeat(4_000)
}

#[test]
fn what_was_cut_is_not_kept() {
    let model = ScriptedModel::new()
        .calls([("c1", "read", "{}")])
        .text("read");
    let agent = Agent::builder(model).tools(toolset![read]).build().unwrap();
    let answer = block_on(agent.invoke("q")).unwrap();
    let untruncated = |messages: &[Message]| match &messages[2] {
        Message::Tool(result) => result.untruncated().to_text().len(),
        _ => panic!("no result"),
    };
    assert_eq!(untruncated(&answer.messages), 4_000);
    let folder = Folder::new();
    let in_memory = through(&InMemory::new(), &answer.messages);
    let file = SqliteMemory::open(folder.file()).unwrap();
    let sqlite = through(&file, &answer.messages);
    assert_eq!(in_memory, answer.messages);
    assert_eq!(sqlite, answer.messages);
    assert!(untruncated(&in_memory) <= 1_024);
    assert_eq!(untruncated(&in_memory), untruncated(&sqlite));
}

fn through(memory: &impl ChatMemory, messages: &[Message]) -> Vec<Message> {
    block_on(memory.append("a", 0, messages, false)).unwrap();
    block_on(memory.load("a")).unwrap().into_messages()
}
