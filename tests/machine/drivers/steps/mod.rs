//! Loops over the state machine itself, step by step beside the reference: stored and read back after every step, with the
//! results of a batch one after the other or all at once in any order.

mod fed;

use super::Dice;
use super::made::dispatcher;
use super::wrong::feed;
use crate::clock::{Interrupt, run};
use crate::invariants::{assert_order, assert_request, assert_unique, assert_whole, elsewhere};
use crate::lines::assert_lines;
use crate::reference::{Outcome, Reference};
use crate::script::Script;
use crate::tools::{all, own};
use crate::world::World;
use toolwright::agent::{Invocation, Step, StepError};
use toolwright::memory::Window;
use toolwright::model::ChatRequest;
use toolwright::{InvocationFailure, Message, ToolResult, ToolSet};

pub(crate) struct Steps {
    script: Script,
    world: World,
    tools: ToolSet<World>,
    invocation: Invocation,
    reference: Reference,
    dice: Dice,
    next: usize,
    /// Whether the results of a batch come all at once.
    at_once: bool,
    /// At so many of four steps the state is stored and read back: at each, or at some.
    stores: usize,
}

/// How the loop goes on.
enum Then {
    GoOn,
    End,
}

pub(crate) fn check(script: &Script, at_once: bool) {
    let settings = &script.settings;
    let request = ChatRequest::new([Message::user("go")]).with_tools(own().definitions().clone());
    let mut reference = Reference::new(settings, Vec::new(), "go");
    reference.has_reviews = true;
    let mut steps = Steps {
        script: script.clone(),
        world: World::default(),
        tools: own(),
        invocation: settings.set(Invocation::new(request)),
        reference,
        dice: Dice(settings.seed),
        next: 0,
        at_once,
        stores: if settings.seed.is_multiple_of(3) {
            4
        } else {
            1
        },
    };
    for n in 0.. {
        assert!(n < 1_000, "it never ends");
        if n == 0 || steps.dice.below(4) < steps.stores {
            steps.store();
            feed(&mut steps.invocation);
        }
        steps.compare();
        if let Then::End = steps.step() {
            break;
        }
    }
    let concurrency = settings.concurrency.max(5);
    assert_order(&steps.world.log, concurrency);
    assert!(steps.world.log.all_told());
    let transcript = steps.invocation.clone().into_transcript();
    assert_whole("the transcript", &transcript);
    assert_unique("the transcript", &transcript);
}

impl Steps {
    /// Stores the state and reads it back, as another process would.
    fn store(&mut self) {
        let mut again = elsewhere(&self.invocation);
        if let Some(limit) = self.script.settings.window {
            again = again.with_window(Window::messages(limit));
        }
        self.invocation = again;
        if let Some(open) = &mut self.reference.open {
            for asked in &mut open.calls {
                asked.is_interrupted = asked.is_begun && !asked.is_denied;
            }
        }
    }

    /// Where both stand.
    fn compare(&self) {
        assert_eq!(self.invocation.rounds(), self.reference.rounds);
        let pending: Vec<&str> = self
            .invocation
            .pending_calls()
            .map(|call| &*call.id)
            .collect();
        let calls = self.reference.open.iter().flat_map(|open| &open.calls);
        let waiting = calls.filter(|asked| asked.result.is_none());
        let waiting: Vec<&str> = waiting.map(|asked| &*asked.call.id).collect();
        assert_eq!(pending, waiting, "what is pending");
        let is_withdrawn = |name: &&str| self.reference.is_withdrawn(name);
        for name in ["look", "peek", "put", "wipe", "pay", "extra", "more", "lok"] {
            assert_eq!(
                self.invocation.is_withdrawn(name),
                is_withdrawn(&name),
                "{name}"
            );
        }
    }

    fn step(&mut self) -> Then {
        match self.invocation.step() {
            Step::CallModel(_) => self.ask(),
            Step::RunTools(calls) => {
                let ids: Vec<String> = calls.iter().map(|call| call.id.clone()).collect();
                let places = self.foreseen(true, &ids);
                self.run(&places)
            }
            Step::AwaitApproval(calls) => {
                let ids: Vec<String> = calls.iter().map(|call| call.id.clone()).collect();
                let places = self.foreseen(false, &ids);
                self.decide(&places);
                Then::GoOn
            }
            end => {
                let failed = match end {
                    Step::Finished => None,
                    Step::Failed(kind) => Some(kind),
                    other => panic!("{other:?}"),
                };
                assert_eq!(failed, self.reference.failed);
                assert_eq!(failed.is_none(), self.reference.finished.is_some());
                let messages = self.invocation.clone().into_transcript();
                assert_lines("the end", &messages, &self.reference.messages);
                Then::End
            }
        }
    }

    /// The places of the calls that the invocation names, if the reference names the same.
    fn foreseen(&self, may_run: bool, ids: &[String]) -> Vec<usize> {
        let (foreseen, places) = self.reference.batch();
        let open = self.reference.open.as_ref().unwrap();
        let calls = places
            .iter()
            .map(|place| open.calls[*place].call.id.clone());
        assert_eq!(
            (may_run, ids),
            (foreseen, &calls.collect::<Vec<_>>()[..]),
            "which calls are next"
        );
        places
    }

    fn ask(&mut self) -> Then {
        assert!(self.reference.open.is_none() && self.reference.finished.is_none());
        assert!(self.reference.failed.is_none());
        if !self.script.settings.given.is_empty() {
            self.tools = all(self.reference.mask());
        }
        self.invocation.will_offer(self.tools.definitions());
        self.reference.gather();
        let Step::CallModel(request) = self.invocation.step() else {
            panic!("the model was to be asked");
        };
        let whole = self.invocation.clone().into_transcript();
        assert_lines("the conversation", &whole, &self.reference.messages);
        assert_request(
            request,
            Some(&whole),
            Some(self.script.settings.window.unwrap_or(usize::MAX)),
        );
        let offered = self.reference.offered.iter().map(|tool| tool.name);
        assert_eq!(
            request.offered_tools(),
            offered.collect::<Vec<_>>(),
            "what is offered"
        );
        let turn = self.script.turn(self.next);
        self.next += 1;
        if let Ok(response) = turn.response() {
            self.invocation
                .on_response(response)
                .expect("it was asked for");
            self.reference.on_turn(&turn);
            for asked in self.reference.open.iter().flat_map(|open| &open.calls) {
                if asked.is_held {
                    self.invocation
                        .hold(&asked.call.id)
                        .expect("it can be held");
                }
            }
        }
        Then::GoOn
    }

    fn run(&mut self, places: &[usize]) -> Then {
        let mut results: Vec<(usize, ToolResult)> = Vec::new();
        for place in places {
            let is_free = self
                .reference
                .is_free(&self.reference.open.as_ref().unwrap().calls[*place]);
            let asked = &mut self.reference.open.as_mut().unwrap().calls[*place];
            let id = asked.call.id.clone();
            self.invocation.on_start(&id).expect("it can start");
            asked.is_begun = true;
            if !asked.is_interrupted && !is_free {
                let again = self.invocation.on_start(&id);
                assert_eq!(again, Err(StepError::UnexpectedStart));
            }
            let held = self.invocation.hold(&id);
            assert_eq!(held, Err(StepError::UnexpectedHold));
            if std::mem::take(&mut asked.is_killed) {
                self.give(results);
                self.store();
                return Then::GoOn;
            }
            match self.call(*place) {
                None => {
                    self.give(results);
                    return Then::End;
                }
                Some(Ok(result)) if self.at_once => results.push((*place, result)),
                Some(Ok(result)) => {
                    self.give(vec![(*place, result)]);
                    if self.dice.below(4) < self.stores {
                        self.store();
                    }
                }
                Some(Err(failure)) => {
                    self.give(results);
                    self.invocation.on_failure(&failure);
                    self.store();
                    let (kind, id) = self.invocation.last_failure().expect("it failed");
                    assert_eq!(kind, failure.kind());
                    assert_eq!(id, failure.tool_call().map(|call| &*call.id));
                    // It goes on elsewhere; the same may happen there.
                    return match self.dice.below(3) {
                        0 => Then::End,
                        _ => Then::GoOn,
                    };
                }
            }
        }
        self.give(results);
        Then::GoOn
    }

    /// Runs one call and checks that it was to run; `None` if it never ends.
    fn call(&mut self, place: usize) -> Option<Result<ToolResult, InvocationFailure>> {
        let asked = self.reference.open.as_ref().unwrap().calls[place].clone();
        let before = self.world.log.runs_of(&asked.call.id);
        let foreseen = self.reference.outcome(&asked, before);
        let dispatcher = dispatcher(&self.script, &self.tools, &self.world);
        let future = self.invocation.run(&asked.call, &dispatcher);
        let outcome = run(&self.world.clock, future, &Interrupt::Never);
        let runs = self.world.log.runs_of(&asked.call.id) - before;
        assert_eq!(self.world.log.live(), 0);
        let has_run = match (&foreseen, &outcome) {
            (Outcome::Hangs, None) => true,
            (Outcome::Reads { ran, line }, Some(Ok(result))) => {
                assert!(
                    line.is(&Message::Tool(result.clone())),
                    "{line:?} is not {}",
                    result.text()
                );
                *ran
            }
            (Outcome::Ends { kind, ran }, Some(Err(failure))) => {
                assert_eq!(failure.kind(), *kind);
                *ran
            }
            _ => panic!("foreseen {foreseen:?}, but it is {outcome:?}"),
        };
        assert_eq!(runs, usize::from(has_run), "whether {} ran", asked.call.id);
        outcome
    }
}
