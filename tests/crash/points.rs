//! A run that ends at every point at which a process can end between two things that it does to the world, and goes on
//! from its last checkpoint.

use crate::is_whole;
use crate::script::{self, Script};
use std::collections::HashSet;
use std::future::pending;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use toolwright::agent::Invocation;
use toolwright::memory::{ChatMemory, Conversation, ConversationLocks, InMemory, MemoryError};
use toolwright::model::{ChatModel, ChatRequest, ChatResponse, ModelError, ModelErrorKind};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{Agent, Answer, Message, ToolContext, ToolState, tool, toolset};

/// What outlives the process.
#[derive(Clone, Default)]
struct World {
    memory: Arc<InMemory>,
    saved: Arc<Mutex<Option<String>>>,
    effects: Arc<Mutex<Vec<String>>>,
}

/// Ends the process after so many points.
#[derive(Clone)]
struct Fuse(Arc<AtomicUsize>);

impl Fuse {
    fn new(points: usize) -> Self {
        Self(Arc::new(AtomicUsize::new(points)))
    }

    async fn point(&self) {
        if self.0.load(Ordering::Relaxed) == 0 {
            pending::<()>().await;
        }
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

struct Killable(Arc<InMemory>, Fuse);

impl ChatMemory for Killable {
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
        self.1.point().await;
        let version = self.0.append(conversation, version, messages, open).await;
        self.1.point().await;
        version
    }

    async fn clear(&self, conversation: &str) -> Result<(), MemoryError> {
        self.0.clear(conversation).await
    }

    fn locks(&self) -> Option<&ConversationLocks> {
        self.0.locks()
    }
}

struct Model(Script, Fuse);

impl ChatModel for Model {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatResponse, ModelError> {
        let response = self.0.complete(request).await;
        self.1.point().await;
        response
    }
}

#[derive(Clone, ToolState)]
struct Desk {
    effects: Arc<Mutex<Vec<String>>>,
    fuse: Fuse,
}

/// Looks.
#[tool(read_only)]
async fn look(#[context] fuse: &Fuse) -> &'static str {
    fuse.point().await;
    "seen"
}

/// Pays.
#[tool]
async fn pay(#[context] desk: &Desk, #[context] context: &ToolContext) -> &'static str {
    desk.fuse.point().await;
    let id = context.call().id.clone();
    desk.effects.lock().unwrap().push(id);
    desk.fuse.point().await;
    "paid"
}

/// Pays, another way.
#[tool]
async fn decline(#[context] desk: &Desk, #[context] context: &ToolContext) -> &'static str {
    pay(desk, context).await
}

const NOT_ANSWERED: &str = "the call has no answer: the invocation ended before it could be given";
const UNKNOWN: &str = "the call was begun and then interrupted; whether it took effect is unknown: find out before you call it again";

/// Starts a process: goes on from the last checkpoint, or begins. `None` if it was ended.
fn process(world: &World, question: &str, remembers: bool, points: usize) -> Option<Answer> {
    let fuse = Fuse::new(points);
    let script = Script {
        rounds: 3,
        fails: false,
        delay: Duration::ZERO,
    };
    let mut builder = Agent::builder(Model(script, fuse.clone()))
        .state(Desk {
            effects: Arc::clone(&world.effects),
            fuse: fuse.clone(),
        })
        .tools(toolset![look, pay, decline]);
    if remembers {
        builder = builder.memory(Killable(Arc::clone(&world.memory), fuse.clone()));
    }
    let agent = builder.build().unwrap();
    let saved = world.saved.lock().unwrap().clone();
    let request = match &saved {
        Some(saved) => agent.resume(serde_json::from_str::<Invocation>(saved).unwrap()),
        None => agent.request(question),
    };
    let checkpoint = |invocation: &Invocation| {
        let text = serde_json::to_string(invocation).unwrap();
        let (saved, fuse) = (Arc::clone(&world.saved), fuse.clone());
        async move {
            fuse.point().await;
            *saved.lock().unwrap() = Some(text);
            fuse.point().await;
            Ok(())
        }
    };
    let run = pin!(request.conversation("c").checkpoint(checkpoint).invoke());
    match run.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => Some(answer.unwrap()),
        Poll::Pending => None,
    }
}

fn remembered(world: &World) -> Vec<Message> {
    block_on(world.memory.load("c")).unwrap().into_messages()
}

fn check(world: &World, answer: &Answer, whole: &Answer, remembers: bool, when: &str) {
    assert_eq!(answer.text, whole.text, "{when}");
    assert_eq!(answer.messages.len(), whole.messages.len(), "{when}");
    let effects = world.effects.lock().unwrap();
    let once: HashSet<_> = effects.iter().collect();
    assert_eq!(once.len(), effects.len(), "{when}: an effect came twice");
    for (message, expected) in answer.messages.iter().zip(&whole.messages) {
        if let (Message::Tool(result), Message::Tool(other)) = (message, expected)
            && result.name != "look"
        {
            assert_eq!(result.call_id, other.call_id, "{when}");
            let is_done = once.contains(&result.call_id);
            let text = result.text();
            assert!(
                text == UNKNOWN || is_done && text == "paid",
                "{when}: {text}"
            );
        } else {
            assert_eq!(message, expected, "{when}");
        }
    }
    if remembers {
        assert!(is_whole(&remembered(world)), "{when}");
        assert_eq!(remembered(world), answer.messages, "{when}");
    }
}

#[test]
fn a_run_that_ends_at_any_point_goes_on_from_there() {
    for remembers in [false, true] {
        for question in ["some", "more"] {
            let whole = process(&World::default(), question, remembers, usize::MAX).unwrap();
            assert_eq!(whole.text, script::answer(question));
            let mut points = 0;
            for first in 0.. {
                let world = World::default();
                if process(&world, question, remembers, first).is_some() {
                    points = first;
                    break;
                }
                // It goes on, and ends once more.
                for second in (first % 7..).step_by(7) {
                    let again = World::default();
                    assert!(process(&again, question, remembers, first).is_none());
                    let when = format!("{question}, {remembers}: {first}, {second}");
                    if let Some(answer) = process(&again, question, remembers, second) {
                        check(&again, &answer, &whole, remembers, &when);
                        break;
                    }
                    let answer = process(&again, question, remembers, usize::MAX).unwrap();
                    check(&again, &answer, &whole, remembers, &when);
                }
            }
            println!(
                "{question}: {points} points, {} calls",
                whole.tool_executions.len()
            );
            assert!(points > 10);
        }
    }
}

/// Pays, and breaks.
#[tool]
fn pay_and_break() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    Err("the line went dead".into())
}

/// Pays at once.
#[tool]
fn pay_at_once() -> &'static str {
    "paid"
}

fn texts(messages: &[Message]) -> Vec<String> {
    let text = |message: &Message| match message {
        Message::User { content, .. } => content.to_text().into_owned(),
        Message::Assistant(turn) => turn.content.to_text().into_owned(),
        Message::Tool(result) => result.text().into_owned(),
        _ => String::new(),
    };
    messages.iter().map(text).collect()
}

/// The failure closed the conversation, behind the back of the checkpoint.
#[test]
fn a_checkpoint_goes_on_although_its_run_failed() {
    let down = ModelError::new(ModelErrorKind::Connection, "down");
    let paid = ScriptedModel::new()
        .calls([("a", "pay_at_once", "{}")])
        .fails(down)
        .text("done");
    let broke = ScriptedModel::new()
        .calls([("a", "pay_and_break", "{}")])
        .text("done");
    // A call that was left without a result stands behind the closing note once more.
    let again = "the call was begun and then interrupted; whether it took effect is unknown: find out before you call it again";
    for (model, result, after) in [(paid, "paid", &[][..]), (broke, NOT_ANSWERED, &["", again])] {
        let world = World::default();
        let agent = Agent::builder(model)
            .tools(toolset![pay_at_once, pay_and_break])
            .memory(Arc::clone(&world.memory))
            .build()
            .unwrap();
        let checkpoint = |invocation: &Invocation| {
            let text = serde_json::to_string(invocation).unwrap();
            *world.saved.lock().unwrap() = Some(text);
            std::future::ready(Ok(()))
        };
        let request = agent.request("go").conversation("c").checkpoint(checkpoint);
        block_on(request.invoke()).unwrap_err();
        let saved = world.saved.lock().unwrap().clone().unwrap();
        let saved: Invocation = serde_json::from_str(&saved).unwrap();
        let answer = block_on(agent.resume(saved).conversation("c").invoke()).unwrap();
        assert_eq!(answer.text, "done");
        let ended = "(The run ended here, before its answer.)";
        let mut expected = vec!["go", "", result, ended];
        expected.extend(after);
        expected.push("done");
        assert_eq!(texts(&remembered(&world)), expected);
    }
}
