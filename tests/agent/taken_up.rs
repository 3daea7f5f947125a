//! Invocations that go on elsewhere while a memory knows more, or less, than they do.

use crate::memories::Broken;
use crate::remembered::{Bank, agent, lines, stored};
use std::future::Future;
use std::pin::pin;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::task::{Context, Waker};
use toolwright::agent::Invocation;
use toolwright::memory::{ChatMemory, Conversation, InMemory, MemoryError};
use toolwright::model::{ModelError, ModelErrorKind};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{InvocationFailureKind, Message};

/// A memory whose process is killed behind an append: it is stored, and nobody hears so.
struct KilledBehind(InMemory);

impl ChatMemory for KilledBehind {
    async fn load(&self, conversation: &str) -> Result<Conversation, MemoryError> {
        self.0.load(conversation).await
    }
    async fn append(
        &self,
        conversation: &str,
        version: u64,
        messages: &[Message],
        open: bool,
    ) -> Result<u64, MemoryError> {
        self.0.append(conversation, version, messages, open).await?;
        std::future::pending().await
    }
    async fn clear(&self, conversation: &str) -> Result<(), MemoryError> {
        self.0.clear(conversation).await
    }
}

#[test]
fn a_turn_that_was_stored_and_not_saved_is_gone_on_with() {
    let memory = InMemory::new();
    let bank = Bank::default();
    let model = ScriptedModel::new().calls([("a", "pay", "{}"), ("b", "read", "{}")]);
    let killed = agent(&model, &bank, KilledBehind(memory.clone()))
        .build()
        .unwrap();
    let saved = Arc::new(Mutex::new(Vec::new()));
    let request = killed.request("go").conversation("7").checkpoint({
        let saved = saved.clone();
        move |invocation: &Invocation| {
            let text = serde_json::to_string(invocation);
            let saved = saved.clone();
            async move {
                saved.lock().unwrap().push(text?);
                Ok(())
            }
        }
    });
    {
        let mut run = pin!(request.invoke());
        let mut context = Context::from_waker(Waker::noop());
        assert!(run.as_mut().poll(&mut context).is_pending());
    }
    let last = saved.lock().unwrap().last().unwrap().clone();
    let invocation: Invocation = serde_json::from_str(&last).unwrap();

    // Asked once more, the model would say something else.
    let model = ScriptedModel::new()
        .calls([("x", "pay", "{}")])
        .text("done");
    let agent = agent(&model, &bank, memory.clone()).build().unwrap();
    let answer = block_on(agent.resume(invocation).conversation("7").invoke()).unwrap();
    let whole = lines(&answer.messages)[1..].to_vec();
    assert_eq!(
        stored(&memory, "7"),
        whole,
        "what was done is what is remembered"
    );
    assert_eq!(whole[1], "calls pay#a read#b");
    assert!(whole[2].contains("unknown"), "{whole:?}");
    assert_eq!(
        whole[3..],
        [
            "reads read#b 42",
            "calls pay#x",
            "reads pay#x 1",
            "says done"
        ]
    );
    assert_eq!(bank.paid.load(Ordering::SeqCst), 1);
}

#[test]
fn an_invocation_that_is_resumed_is_not_lost_to_a_memory_that_fails() {
    let bank = Bank::default();
    let down = ModelError::new(ModelErrorKind::Connection, "down");
    let model = ScriptedModel::new().calls([("a", "pay", "{}")]).fails(down);
    let memory = InMemory::new();
    let first = agent(&model, &bank, memory.clone()).build().unwrap();
    let failure = block_on(first.request("go").conversation("7").invoke()).unwrap_err();
    let invocation = failure.into_invocation().unwrap();

    let broken = agent(&model, &bank, Broken).build().unwrap();
    let failure = block_on(broken.resume(invocation).conversation("7").invoke()).unwrap_err();
    assert_eq!(failure.kind(), InvocationFailureKind::Memory);
    assert_eq!(lines(failure.transcript()).last().unwrap(), "reads pay#a 1");
    let invocation = failure.into_invocation().expect("it can be resumed");

    let model = model.text("done");
    let agent = agent(&model, &bank, memory).build().unwrap();
    let answer = block_on(agent.resume(invocation).conversation("7").invoke()).unwrap();
    assert_eq!(answer.text, "done");
    assert_eq!(bank.paid.load(Ordering::SeqCst), 1);
}
