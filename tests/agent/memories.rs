//! Memories that are shared or broken, and windows over what is remembered.

use crate::remembered::{Bank, agent, lines, stored};
use std::sync::atomic::Ordering;
use toolwright::memory::{
    ChatMemory, Conversation, InMemory, MemoryError, MemoryErrorKind, Window,
};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{InvocationFailureKind, Message};

/// A memory without locks, of which somebody else writes in between.
struct Shared(InMemory);

impl ChatMemory for Shared {
    async fn load(&self, conversation: &str) -> Result<Conversation, MemoryError> {
        let found = self.0.load(conversation).await?;
        self.0
            .append(
                conversation,
                found.version(),
                &[Message::user("I was first.")],
                false,
            )
            .await?;
        Ok(found)
    }
    async fn append(
        &self,
        conversation: &str,
        version: u64,
        messages: &[Message],
        open: bool,
    ) -> Result<u64, MemoryError> {
        self.0.append(conversation, version, messages, open).await
    }
    async fn clear(&self, conversation: &str) -> Result<(), MemoryError> {
        self.0.clear(conversation).await
    }
}

#[test]
fn whoever_comes_second_from_elsewhere_fails_before_it_does_anything() {
    let memory = InMemory::new();
    let bank = Bank::default();
    let model = ScriptedModel::new()
        .calls([("a", "pay", "{}")])
        .text("done");
    let agent = agent(&model, &bank, Shared(memory.clone()))
        .build()
        .unwrap();
    let failure = block_on(agent.request("go").conversation("7").invoke()).unwrap_err();
    assert_eq!(failure.kind(), InvocationFailureKind::ConversationBusy);
    assert_eq!(bank.paid.load(Ordering::SeqCst), 0);
    assert_eq!(stored(&memory, "7"), ["user I was first."]);
}

pub(crate) struct Broken;

impl ChatMemory for Broken {
    async fn load(&self, _: &str) -> Result<Conversation, MemoryError> {
        Err(MemoryError::new(MemoryErrorKind::Storage).with_source("the disk is on fire"))
    }
    async fn append(&self, _: &str, _: u64, _: &[Message], _: bool) -> Result<u64, MemoryError> {
        Err(MemoryError::new(MemoryErrorKind::Storage))
    }
    async fn clear(&self, _: &str) -> Result<(), MemoryError> {
        Ok(())
    }
}

#[test]
fn a_memory_that_fails_ends_the_invocation_before_the_model_is_asked() {
    let model = ScriptedModel::new();
    let agent = agent(&model, &Bank::default(), Broken).build().unwrap();
    let failure = block_on(agent.request("go").conversation("7").invoke()).unwrap_err();
    assert_eq!(failure.kind(), InvocationFailureKind::Memory);
    assert!(model.requests().is_empty());
}

/// What a failed run left without a result is made later, by the run that goes on: the memory says both.
#[test]
fn calls_that_run_after_all_are_remembered() {
    let memory = InMemory::new();
    let bank = Bank::default();
    let model = ScriptedModel::new()
        .calls([
            ("a", "pay", "{}"),
            ("b", "pay_for_ever", "{}"),
            ("c", "pay", "{}"),
        ])
        .text("done");
    let agent = agent(&model, &bank, memory.clone())
        .timeout(std::time::Duration::from_millis(30))
        .timer(toolwright::timer::ThreadTimer)
        .build()
        .unwrap();
    let failure = block_on(agent.request("go").conversation("7").invoke()).unwrap_err();
    assert_eq!(failure.kind(), InvocationFailureKind::Timeout);
    let unknown = "the call was begun and then interrupted; whether it took effect is unknown: find out before you call it again";
    let closed = [
        "user go".to_owned(),
        "calls pay#a pay_for_ever#b pay#c".to_owned(),
        "reads pay#a 1".to_owned(),
        format!("reads pay_for_ever#b {unknown}"),
        "reads pay#c the call has no answer: the invocation ended before it could be given"
            .to_owned(),
        "says (The run ended here, before its answer.)".to_owned(),
    ];
    assert_eq!(stored(&memory, "7"), closed);
    let resumed = serde_json::to_string(failure.invocation().unwrap()).unwrap();
    let resumed = serde_json::from_str(&resumed).unwrap();
    block_on(agent.resume(resumed).conversation("7").invoke()).unwrap();
    assert_eq!(bank.paid.load(Ordering::SeqCst), 3);
    let lines = stored(&memory, "7");
    assert_eq!(lines[..6], closed);
    let after = [
        "calls pay#c_2".to_owned(),
        "reads pay#c_2 3".to_owned(),
        "says done".to_owned(),
    ];
    assert_eq!(lines[6..], after);
}

/// B95: the question is in every request, however little fits.
#[test]
fn a_window_never_loses_the_question_nor_breaks_a_turn() {
    for limit in [0, 1, 3, 6, 100] {
        let memory = InMemory::new();
        let model = (0..5).fold(ScriptedModel::new().text("Hello."), |model, n| {
            model.calls([(format!("c{n}"), "read", "{}")])
        });
        let model = model.text("done");
        let agent = agent(&model, &Bank::default(), memory.clone())
            .window(Window::messages(limit))
            .build()
            .unwrap();
        block_on(agent.request("Hi.").conversation("7").invoke()).unwrap();
        let answer = block_on(agent.request("The question").conversation("7").invoke()).unwrap();
        for (i, request) in model.requests().iter().enumerate().skip(1) {
            let read = lines(request.messages());
            assert_eq!(read[0], "system Be brief.");
            assert!(
                read.contains(&"user The question".to_owned()),
                "{limit} {i}: {read:?}"
            );
            // The system message, the question and the last turn with its result stay.
            assert!(read.len() <= limit.max(4), "{limit} {i}: {read:?}");
            let calls = read.iter().filter(|line| line.starts_with("calls")).count();
            let results = read.iter().filter(|line| line.starts_with("reads")).count();
            assert_eq!(calls, results, "{read:?}");
            if i > 1 {
                assert_eq!(read.last().unwrap(), &format!("reads read#c{} 42", i - 2));
            }
        }
        assert_eq!(answer.tool_executions.len(), 5);
        assert_eq!(
            (answer.messages.len(), stored(&memory, "7").len()),
            (15, 14),
            "nothing is lost"
        );
    }
}
