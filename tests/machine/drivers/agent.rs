//! The agent, against the reference.

use super::model::Speaker;
use super::{handler, hook};
use crate::clock::{Interrupt, run};
use crate::invariants::{
    assert_offered, assert_order, assert_request, assert_unique, assert_whole, elsewhere,
};
use crate::lines::{Line, assert_lines};
use crate::reference::{End, Whole};
use crate::script::{Script, Turn};
use crate::settings::{Cut, DEADLINE, TOOL_TIMEOUT};
use crate::tools::{find, given, own};
use crate::world::{Event, World};
use toolwright::agent::{ModelContext, ModelDecision, ProviderContext};
use toolwright::memory::{ChatMemory, InMemory, Window};
use toolwright::model::Usage;
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::tool::ToolDefinitions;
use toolwright::{
    Agent, Answer, CancellationToken, ChatRequest, InvocationFailure, InvocationFailureKind, Message,
};

/// Everything that a script runs in.
struct Stage {
    script: Script,
    world: World,
    speaker: Speaker,
    memory: InMemory,
    agent: Agent<World>,
    /// `None` once something came in between that the reference cannot tell.
    whole: Option<Whole>,
    was_resumed: bool,
    /// So many tools had been run before this invocation, and so many had come to their end.
    before: (usize, usize),
}

pub(crate) fn check(script: &Script) {
    let (world, speaker) = (World::default(), Speaker::new(script));
    let memory = InMemory::new();
    let mut stage = Stage {
        script: script.clone(),
        agent: agent(script, &world, &speaker, &memory),
        world,
        speaker,
        memory,
        whole: script.settings.cut.is_none().then(|| Whole::new(script)),
        was_resumed: false,
        before: (0, 0),
    };
    stage.invoke("one");
    if script.settings.memory {
        stage.invoke("two");
        stage.next_is_free();
    }
}

fn agent(script: &Script, world: &World, speaker: &Speaker, memory: &InMemory) -> Agent<World> {
    let settings = &script.settings;
    let mut builder = Agent::builder(speaker.clone())
        .state(world.clone())
        .tools(own())
        .on_error(handler(settings.handler))
        .timer(world.clock.clone())
        .concurrency(settings.concurrency)
        .max_rounds(settings.max_rounds)
        .on_limit(settings.on_limit());
    builder = match settings.max_failures {
        Some(n) => builder.max_consecutive_failures(n),
        None => builder.unlimited_failures(),
    };
    if let Some(n) = settings.max_calls {
        builder = builder.max_calls(n);
    }
    if let Some((name, n)) = settings.max_calls_of {
        builder = builder.max_calls_of(name, n);
    }
    if let Some(n) = settings.max_tokens {
        builder = builder.max_tokens(n);
    }
    if let Some(duration) = settings.max_duration() {
        builder = builder.max_duration(duration);
    }
    if settings.memory {
        builder = builder.memory(memory.clone());
    }
    if let Some(n) = settings.window {
        builder = builder.window(Window::messages(n));
    }
    if settings.hook {
        builder = builder.before_tool(hook);
    }
    if let Some(name) = settings.left_out {
        builder = builder.before_model(move |context: &ModelContext<'_>| {
            let request = context.request();
            let left = request.tools().iter().filter(|tool| tool.name() != name);
            let left = ToolDefinitions::new(left.cloned());
            let other = ChatRequest::new(request.messages().to_vec()).with_tools(left);
            async move { Ok(ModelDecision::AskWith(other)) }
        });
    }
    if settings.tool_timeout {
        builder = builder.tool_timeout(TOOL_TIMEOUT);
    }
    if settings.deadline {
        builder = builder.timeout(DEADLINE);
    }
    if !settings.given.is_empty() {
        let masks = settings.given.clone();
        builder = builder.tool_provider(move |context: &ProviderContext<'_>| {
            let mask = masks[context.round() as usize % masks.len()];
            async move { Ok(given(mask)) }
        });
    }
    builder.build().expect("the tools fit together")
}

impl Stage {
    fn invoke(&mut self, question: &str) {
        let log = &self.world.log;
        (self.was_resumed, self.before) = (false, (log.started().len(), log.finished().len()));
        let mut interrupt = Interrupt::Never;
        let mut request = self.agent.request(question).conversation("c");
        if question == "one" {
            match self.script.settings.cut {
                Some(Cut::Dropped(at)) => interrupt = Interrupt::Drop(at),
                Some(Cut::Cancelled(at)) => {
                    let token = CancellationToken::new();
                    request = request.cancellation(token.clone());
                    interrupt = Interrupt::Token(at, token);
                }
                None => {}
            }
        }
        let mut outcome = run(&self.world.clock, request.invoke(), &interrupt);
        let mut end = self.whole.as_mut().map(|whole| {
            whole.ask(question);
            whole.run()
        });
        for resumes in 0.. {
            self.after(outcome.as_ref(), end.as_ref());
            let Some(Err(failure)) = outcome else { return };
            let is_over = matches!(failure.invocation(), Some(state) if matches!(state.step(), toolwright::agent::Step::Failed(_)));
            if resumes == 2 || is_over {
                return;
            }
            let kind = failure.kind();
            let Some(state) = failure.into_invocation() else {
                // Before the conversation was read, there is none.
                assert_eq!(kind, InvocationFailureKind::Cancelled);
                assert!(self.speaker.asked().is_empty());
                return;
            };
            let state = elsewhere(&state);
            self.was_resumed = true;
            let request = self.agent.resume(state).conversation("c");
            outcome = run(&self.world.clock, request.invoke(), &Interrupt::Never);
            end = self.whole.as_mut().map(|whole| {
                whole.resume();
                whole.run()
            });
        }
    }

    /// What holds after every run.
    fn after(
        &mut self,
        outcome: Option<&Result<Answer, InvocationFailure>>,
        end: Option<&End>,
    ) {
        let log = &self.world.log;
        assert_eq!(log.live(), 0, "something still runs");
        assert_eq!(self.world.clock.sleepers(), 0, "somebody still waits");
        assert!(log.all_told(), "a call does not know that it is over");
        assert_order(log, self.script.settings.concurrency);
        let asked = self.speaker.asked();
        assert_offered(log, &asked);
        for (request, _) in &asked {
            assert_request(request, None, None);
        }
        if let Some(Err(failure)) = outcome {
            self.failed(failure);
        }
        match (end, outcome) {
            (None, _) => {}
            (Some(End::Answered), Some(Ok(answer))) => self.answered(answer),
            (Some(End::Failed(kinds, places)), Some(Err(failure))) => {
                assert!(kinds.contains(&failure.kind()), "{failure:?} instead of {kinds:?}");
                self.compare_failure(failure, places);
            }
            (Some(End::Stuck), None) => {
                // What was begun of the last turn.
                let whole = self.whole.as_mut().unwrap();
                assert!(log.started().starts_with(&whole.ran));
                whole.ran = log.started();
            }
            (Some(end), outcome) => panic!("foreseen {end:?}, but it is {outcome:?}"),
        }
        if let Some(whole) = &self.whole {
            assert_eq!(self.world.log.started(), whole.ran, "what ran, in order");
            assert_eq!(asked.len(), whole.requests.len());
            for ((request, _), foreseen) in asked.iter().zip(&whole.requests) {
                assert_eq!(request.offered_tools(), foreseen.tools, "what is offered");
                self.compare(request.messages(), &foreseen.lines);
            }
        }
        self.remembered();
    }

    /// Checks a request against what was foreseen, of which a window may leave out some.
    fn compare(&self, messages: &[Message], lines: &[Line]) {
        if self.script.settings.window.is_none() {
            return assert_lines("a request", messages, lines);
        }
        let mut lines = lines.iter();
        for message in messages {
            assert!(lines.any(|line| line.is(message)), "not foreseen: {message:?}");
        }
    }

    fn answered(&self, answer: &Answer) {
        let whole = self.whole.as_ref().unwrap();
        assert_lines("the answer", &answer.messages, &whole.now.messages);
        assert_unique("the answer", &answer.messages);
        assert_eq!(answer.rounds, whole.now.rounds);
        let (input, output) = whole.now.tokens;
        assert_eq!(answer.usage, Usage::new(input, output));
        let reason = whole.now.finished.unwrap();
        assert_eq!(answer.finish_reason, Turn::reason(reason, false));
        if !self.was_resumed {
            for execution in &answer.tool_executions {
                let id = &execution.call.id;
                let started = self.world.log.started();
                let runs = started[self.before.0..].iter().filter(|started| *started == id);
                assert_eq!(execution.attempts as usize, runs.count(), "{id}");
            }
        }
    }

    fn failed(&self, failure: &InvocationFailure) {
        let transcript = failure.transcript();
        assert_whole("a transcript", transcript);
        assert_unique("a transcript", transcript);
        // Nothing that was finished is lost, unless it was what failed.
        let is_question = |message: &&Message| matches!(message, Message::User { .. });
        let own = transcript.iter().rev().take_while(|message| !is_question(message));
        for message in own {
            let Message::Tool(result) = message else {
                continue;
            };
            let is_cause = failure.tool_call().is_some_and(|call| call.id == result.call_id);
            let is_lost = result.text().starts_with("the call has no answer");
            if is_lost && !is_cause && self.is_finished(&result.call_id) {
                // Another one may have failed at the same time.
                let kind = failure.kind();
                assert!(
                    matches!(kind, InvocationFailureKind::Tool(_) | InvocationFailureKind::Handler),
                    "the result of {} is lost",
                    result.call_id
                );
            }
        }
    }

    /// Whether the tool of a call of this invocation came to its end.
    fn is_finished(&self, id: &str) -> bool {
        self.world.log.finished()[self.before.1..].iter().any(|one| one == id)
    }

    fn compare_failure(&mut self, failure: &InvocationFailure, places: &[usize]) {
        let whole = self.whole.as_mut().unwrap();
        let started = self.world.log.started();
        let finished = self.world.log.finished().split_off(self.before.1);
        let new = started.strip_prefix(&whole.ran[..]).expect("what ran before");
        let mut ran = Vec::new();
        // All were run with what stood when the first began.
        let lines: Vec<_> = places.iter().map(|place| whole.line_of(*place)).collect();
        for (place, line) in places.iter().zip(lines) {
            let asked = whole.asked(*place).clone();
            let is_new = new.contains(&asked.call.id);
            if is_new {
                ran.push(asked.call.id.clone());
            }
            let text = failure.transcript().iter().rev().find_map(|message| match message {
                Message::Tool(result) if result.call_id == asked.call.id => Some(result.text()),
                _ => None,
            });
            let text = text.expect("a result");
            let is_lost = text.starts_with("the call has no answer")
                || text.starts_with("the call was begun and then") && line.is_none();
            if is_lost {
                let is_finished = is_new && finished.contains(&asked.call.id);
                assert!(line.is_none() || !is_finished, "{} is lost", asked.call.id);
            } else {
                let (line, ran) = line.unwrap_or_else(|| panic!("{text} was not foreseen"));
                assert_eq!(ran, is_new, "whether {} ran", asked.call.id);
                whole.now.on_result(*place, line);
            }
        }
        assert_eq!(new, ran, "what ran last, in order");
        whole.ran = started;
        let kind = failure.kind();
        assert_lines("the transcript", failure.transcript(), &whole.transcript(kind));
        assert_eq!(failure.rounds(), whole.now.rounds);
        whole.fail(kind);
    }

    /// What the memory has is whole, and holds everything with effects that ran.
    fn remembered(&self) {
        if !self.script.settings.memory {
            return;
        }
        let conversation = block_on(self.memory.load("c")).unwrap();
        let messages = conversation.messages();
        assert_whole("the memory", messages);
        assert_unique("the memory", messages);
        if let Some(whole) = &self.whole {
            assert_lines("the memory", messages, &whole.remembered());
        }
        for event in self.world.log.events() {
            if let Event::Started { id, name } = event
                && !find(&name).effects.read_only()
            {
                let result = messages.iter().find_map(|message| match message {
                    Message::Tool(result) if result.call_id == id => Some(result.text()),
                    _ => None,
                });
                let result = result.unwrap_or_else(|| panic!("{name} {id} ran and is forgotten"));
                let is_known = !result.starts_with("the call was not run");
                assert!(is_known, "{name} {id} ran, and the memory says: {result}");
            }
        }
    }

    /// Nothing holds the conversation.
    fn next_is_free(&self) {
        let agent = Agent::builder(ScriptedModel::new().text("fine"));
        let agent = agent.memory(self.memory.clone()).build().unwrap();
        let next = agent.request("three").conversation("c").invoke();
        let answer = run(&self.world.clock, next, &Interrupt::Never);
        assert_eq!(answer.expect("it is free").unwrap().text, "fine");
    }
}
