//! A run of ten rounds, ended at every one of its awaits: dropped, and cancelled by its token.

use crate::clock::{Interrupt, run, yields};
use crate::drivers::Speaker;
use crate::invariants::{assert_order, assert_unique, assert_whole};
use crate::script::{Arguments, Call, Review, Script, Turn};
use crate::settings::plain;
use crate::tools::{find, given, own};
use crate::world::{Event, World};
use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use toolwright::memory::{
    ChatMemory, Conversation, ConversationLocks, InMemory, MemoryError, SqliteMemory,
};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{Agent, CancellationToken, InvocationFailureKind, Message};

const ROUNDS: usize = 10;
const UNKNOWN: &str = "the outcome is unknown: the call was begun, and the run ended before it answered. It may have taken effect or not; find out before you repeat it, do not repeat it blindly";
const NONE: &str = "the call has no answer: the invocation ended before it could be given";
const INTERRUPTED: &str = "the call was begun and then interrupted; whether it took effect is unknown: find out before you call it again";

/// A memory each of whose answers is waited for exactly once, however fast it is: the ends of a run can be counted.
#[derive(Clone)]
struct Awaited<M>(M);

async fn awaited<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let mut early = None;
    poll_fn(|context| {
        if let Poll::Ready(output) = future.as_mut().poll(context) {
            early = Some(output);
        }
        Poll::Ready(())
    })
    .await;
    yields(1).await;
    match early {
        Some(output) => output,
        None => block_on(future),
    }
}

impl<M: ChatMemory> ChatMemory for Awaited<M> {
    async fn load(&self, conversation: &str) -> Result<Conversation, MemoryError> {
        awaited(self.0.load(conversation)).await
    }

    async fn append(
        &self,
        conversation: &str,
        version: u64,
        messages: &[Message],
        open: bool,
    ) -> Result<u64, MemoryError> {
        awaited(self.0.append(conversation, version, messages, open)).await
    }

    async fn clear(&self, conversation: &str) -> Result<(), MemoryError> {
        awaited(self.0.clear(conversation)).await
    }

    fn locks(&self) -> Option<&ConversationLocks> {
        self.0.locks()
    }
}

/// Ten rounds of four calls: two that read side by side, one that pays, one that deletes at once.
fn script() -> Script {
    let call = |round: usize, (name, does, n): (&str, &'static str, u8)| Call {
        id: format!("{name}{round}"),
        name: name.to_owned(),
        arguments: Arguments::Fit(does, n),
        review: Review::None,
        is_killed: false,
    };
    let calls = [
        ("peek", "yields", 2),
        ("extra", "yields", 1),
        ("pay", "yields", 2),
        ("wipe", "text", 0),
    ];
    let turn = |round| Turn::Says {
        calls: calls.map(|one| call(round, one)).to_vec(),
        text: false,
        reason: 9,
        tokens: 1,
    };
    Script {
        turns: (0..ROUNDS).map(turn).collect(),
        settings: plain(),
    }
}

/// A run in a conversation of its own.
struct Stage<M> {
    world: World,
    agent: Agent<World>,
    memory: M,
    conversation: String,
}

impl<M: ChatMemory + Clone + 'static> Stage<M> {
    fn new(memory: &M, conversation: String) -> Self {
        let world = World::default();
        let agent = Agent::builder(Speaker::new(&script()))
            .state(world.clone())
            .tools(own())
            .tools(given(1))
            .memory(Awaited(memory.clone()));
        Self {
            agent: agent.build().unwrap(),
            world,
            memory: memory.clone(),
            conversation,
        }
    }

    fn stored(&self) -> Vec<Message> {
        let conversation = block_on(self.memory.load(&self.conversation)).unwrap();
        conversation.into_messages()
    }

    /// What holds wherever the run was ended.
    fn check(&self, unknown: &str) {
        let log = &self.world.log;
        assert_eq!(log.live(), 0, "something still runs");
        assert!(
            log.all_told(),
            "what was spawned does not know that it is over"
        );
        assert_order(log, 32);
        let messages = self.stored();
        assert_whole("the memory", &messages);
        assert_unique("the memory", &messages);
        for event in log.events() {
            if let Event::Started { id, name } = event
                && !find(&name).effects.read_only()
            {
                let text = text(&messages, &id).expect("what ran is remembered");
                let is_known = text.starts_with("done") && log.finished().contains(&id);
                let is_told = [unknown, INTERRUPTED, UNKNOWN].contains(&&*text);
                assert!(is_known || is_told, "{id}: {text}");
            }
        }
    }

    /// The conversation goes on.
    fn go_on(&self) {
        let before = self.stored();
        let agent = Agent::builder(ScriptedModel::new().text("fine")).memory(self.memory.clone());
        let agent = agent.build().unwrap();
        let next = agent.request("next").conversation(&self.conversation);
        let answer = block_on(next.invoke()).unwrap();
        assert_eq!(answer.text, "fine");
        let stored = self.stored();
        assert_eq!(stored[..before.len()], before);
        assert_eq!(
            stored[before.len()..],
            [Message::user("next"), Message::assistant("fine")]
        );
    }
}

/// What is read of a call, the last time that it stands there.
fn text(messages: &[Message], id: &str) -> Option<String> {
    let is_it = |found: &str| {
        let rest = found.strip_prefix(id);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
    };
    messages.iter().rev().find_map(|message| match message {
        Message::Tool(result) if is_it(&result.call_id) => Some(result.text().into_owned()),
        _ => None,
    })
}

fn dropped_everywhere(memory: impl ChatMemory + Clone + 'static) -> u32 {
    for k in 0.. {
        let stage = Stage::new(&memory, format!("dropped {k}"));
        let request = stage.agent.request("go").conversation(&stage.conversation);
        let outcome = run(&stage.world.clock, request.invoke(), &Interrupt::Drop(k));
        stage.check(UNKNOWN);
        stage.go_on();
        if let Some(answer) = outcome {
            assert_eq!(answer.unwrap().rounds, 10);
            return k;
        }
    }
    unreachable!()
}

fn cancelled_everywhere(memory: impl ChatMemory + Clone + 'static) -> u32 {
    for k in 0.. {
        let stage = Stage::new(&memory, format!("cancelled {k}"));
        let token = CancellationToken::new();
        let request = stage.agent.request("go").conversation(&stage.conversation);
        let request = request.cancellation(token.clone());
        let outcome = run(
            &stage.world.clock,
            request.invoke(),
            &Interrupt::Token(k, token),
        );
        stage.check(INTERRUPTED);
        let failure = match outcome.expect("a token is heard") {
            Ok(answer) => {
                assert_eq!(answer.rounds, 10);
                return k;
            }
            Err(failure) => failure,
        };
        assert_eq!(failure.kind(), InvocationFailureKind::Cancelled);
        let transcript = failure.transcript().to_vec();
        assert_whole("the transcript", &transcript);
        assert_unique("the transcript", &transcript);
        let log = &stage.world.log;
        for id in log.started() {
            let text = text(&transcript, &id).expect("what ran is in the transcript");
            let reads = id.starts_with("peek") || id.starts_with("extra");
            match log.finished().contains(&id) {
                true => assert!(text.starts_with("done"), "{id}: {text}"),
                false if reads => assert_eq!(text, NONE),
                false => assert_eq!(text, INTERRUPTED),
            }
        }
        // Half of them go on where they were, the others with the next question.
        match failure.into_invocation().filter(|_| k % 2 == 0) {
            Some(invocation) => {
                let request = stage
                    .agent
                    .resume(invocation)
                    .conversation(&stage.conversation);
                block_on(request.invoke()).unwrap();
                // What was run only now stands behind the closing note.
                stage.check(INTERRUPTED);
            }
            None => stage.go_on(),
        }
    }
    unreachable!()
}

#[test]
fn a_run_can_be_dropped_at_every_await() {
    assert_eq!(dropped_everywhere(InMemory::new()), 84);
}

#[test]
fn a_run_can_be_cancelled_at_every_await() {
    assert_eq!(cancelled_everywhere(InMemory::new()), 84);
}

#[test]
fn a_run_that_is_stored_in_a_file_can_be_ended_at_every_await() {
    let file = std::env::temp_dir().join(format!("toolwright-machine-{}.db", std::process::id()));
    let memory = SqliteMemory::open(&file).unwrap();
    assert_eq!(dropped_everywhere(memory.clone()), 84);
    assert_eq!(cancelled_everywhere(memory), 84);
    for suffix in ["", "-wal", "-shm"] {
        let mut name = file.clone().into_os_string();
        name.push(suffix);
        drop(std::fs::remove_file(name));
    }
}
