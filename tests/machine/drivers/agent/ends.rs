//! How runs end, against what was foreseen.

use super::Stage;
use crate::clock::{Interrupt, run};
use crate::invariants::{assert_unique, assert_whole};
use crate::lines::assert_lines;
use crate::script::Turn;
use crate::tools::find;
use crate::world::Event;
use toolwright::memory::ChatMemory;
use toolwright::model::Usage;
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{Agent, Answer, InvocationFailure, InvocationFailureKind, Message};

impl Stage {
    pub(super) fn answered(&self, answer: &Answer) {
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
                let runs = started[self.before.0..]
                    .iter()
                    .filter(|started| *started == id);
                assert_eq!(execution.attempts as usize, runs.count(), "{id}");
            }
        }
    }

    pub(super) fn failed(&self, failure: &InvocationFailure) {
        let transcript = failure.transcript();
        assert_whole("a transcript", transcript);
        assert_unique("a transcript", transcript);
        // Nothing that was finished is lost, unless it was what failed.
        let is_question = |message: &&Message| matches!(message, Message::User { .. });
        let own = transcript
            .iter()
            .rev()
            .take_while(|message| !is_question(message));
        for message in own {
            let Message::Tool(result) = message else {
                continue;
            };
            let is_cause = failure
                .tool_call()
                .is_some_and(|call| call.id == result.call_id);
            let is_lost = result.text().starts_with("the call has no answer");
            if is_lost && !is_cause && self.is_finished(&result.call_id) {
                // Another one may have failed at the same time.
                let kind = failure.kind();
                assert!(
                    matches!(
                        kind,
                        InvocationFailureKind::Tool(_) | InvocationFailureKind::Handler
                    ),
                    "the result of {} is lost",
                    result.call_id
                );
            }
        }
    }

    /// Whether the tool of a call of this invocation came to its end.
    fn is_finished(&self, id: &str) -> bool {
        self.world.log.finished()[self.before.1..]
            .iter()
            .any(|one| one == id)
    }

    pub(super) fn compare_failure(&mut self, failure: &InvocationFailure, places: &[usize]) {
        let whole = self.whole.as_mut().unwrap();
        let started = self.world.log.started();
        let finished = self.world.log.finished().split_off(self.before.1);
        let new = started
            .strip_prefix(&whole.ran[..])
            .expect("what ran before");
        let mut ran = Vec::new();
        // All were run with what stood when the first began.
        let lines: Vec<_> = places.iter().map(|place| whole.line_of(*place)).collect();
        for (place, line) in places.iter().zip(lines) {
            let asked = whole.asked(*place).clone();
            let is_new = new.contains(&asked.call.id);
            if is_new {
                ran.push(asked.call.id.clone());
            }
            let text = failure
                .transcript()
                .iter()
                .rev()
                .find_map(|message| match message {
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
        assert_lines(
            "the transcript",
            failure.transcript(),
            &whole.transcript(kind),
        );
        assert_eq!(failure.rounds(), whole.now.rounds);
        whole.fail(kind);
    }

    /// What the memory has is whole, and holds everything with effects that ran.
    pub(super) fn remembered(&self) {
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
    pub(super) fn next_is_free(&self) {
        let agent = Agent::builder(ScriptedModel::new().text("fine"));
        let agent = agent.memory(self.memory.clone()).build().unwrap();
        let next = agent.request("three").conversation("c").invoke();
        let answer = run(&self.world.clock, next, &Interrupt::Never);
        assert_eq!(answer.expect("it is free").unwrap().text, "fine");
    }
}
