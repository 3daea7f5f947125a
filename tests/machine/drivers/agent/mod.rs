//! The agent, against the reference.

mod ends;

use super::made::agent;
use super::model::Speaker;
use crate::clock::{Interrupt, run};
use crate::invariants::{assert_offered, assert_order, assert_request, elsewhere};
use crate::lines::{Line, assert_lines};
use crate::reference::{End, Whole};
use crate::script::Script;
use crate::settings::Cut;
use crate::world::World;
use toolwright::memory::InMemory;
use toolwright::{
    Agent, Answer, CancellationToken, InvocationFailure, InvocationFailureKind, Message,
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
    fn after(&mut self, outcome: Option<&Result<Answer, InvocationFailure>>, end: Option<&End>) {
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
                assert!(
                    kinds.contains(&failure.kind()),
                    "{failure:?} instead of {kinds:?}"
                );
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
            assert!(
                lines.any(|line| line.is(message)),
                "not foreseen: {message:?}"
            );
        }
    }
}
