//! Whole invocations as an agent runs them, and what its memory has of them.

use super::notes::{again, ended, told};
use super::outcome::{INTERRUPTED, Outcome};
use super::{Asked, Reference};
use crate::lines::{Line, Text};
use crate::script::Script;
use crate::settings::Settings;
use toolwright::{InvocationFailureKind, ToolErrorKind};

const NOT_ANSWERED: &str = "the call has no answer: the invocation ended before it could be given";
const OUTCOME_UNKNOWN: &str = "the outcome is unknown: the call was begun, and the run ended before it answered. It may have taken effect or not; find out before you repeat it, do not repeat it blindly";
const NOT_RUN: &str = "the call was not run: the run ended before";

/// How a run ends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum End {
    Answered,
    /// With one of these; of the calls at these places some have their result.
    Failed(Vec<InvocationFailureKind>, Vec<usize>),
    /// Never.
    Stuck,
}

/// What the model was asked.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) lines: Vec<Line>,
    pub(crate) tools: Vec<&'static str>,
}

/// An agent with its memory.
#[derive(Clone, Debug)]
pub(crate) struct Whole {
    script: Script,
    /// So many turns were asked for.
    next: usize,
    pub(crate) now: Reference,
    pub(crate) requests: Vec<Request>,
    pub(crate) ran: Vec<String>,
    stored: Vec<Line>,
    /// Where what goes behind the last closing note begins.
    own_from: usize,
    own_stored: usize,
    is_open: bool,
}

impl Whole {
    pub(crate) fn new(script: &Script) -> Self {
        Self {
            script: script.clone(),
            next: 0,
            now: Reference::new(&script.settings, Vec::new(), ""),
            requests: Vec::new(),
            ran: Vec::new(),
            stored: Vec::new(),
            own_from: 0,
            own_stored: 0,
            is_open: false,
        }
    }

    fn settings(&self) -> &Settings {
        &self.script.settings
    }

    /// The next invocation begins.
    pub(crate) fn ask(&mut self, question: &str) {
        self.stored = self.remembered();
        (self.own_from, self.own_stored, self.is_open) = (0, 0, false);
        let history = self.stored.clone();
        self.now = Reference::new(&self.script.settings, history, question);
    }

    /// A run that failed goes on.
    pub(crate) fn resume(&mut self) {
        if let Some(open) = &mut self.now.open {
            for asked in &mut open.calls {
                asked.is_interrupted = asked.is_begun;
            }
        }
        self.now.gather();
    }

    /// Runs the invocation to its end.
    pub(crate) fn run(&mut self) -> End {
        loop {
            if self.now.open.is_none() {
                if let Some(end) = self.ask_model() {
                    return end;
                }
            } else if let Some(end) = self.run_batch() {
                return end;
            }
        }
    }

    fn ask_model(&mut self) -> Option<End> {
        if let Some(kind) = self.now.failed {
            return Some(End::Failed(vec![kind], Vec::new()));
        }
        if self.now.finished.is_some() {
            self.store(false);
            return Some(End::Answered);
        }
        if self.is_open {
            self.store(true);
        }
        self.now.gather();
        let left_out = self.settings().left_out;
        let mut tools: Vec<&str> = self.now.offered.iter().map(|tool| tool.name).collect();
        let left_out = left_out.filter(|name| tools.contains(name));
        tools.retain(|name| Some(*name) != left_out);
        let lines = self.now.messages.clone();
        self.requests.push(Request { lines, tools });
        let turn = self.script.turn(self.next);
        self.next += 1;
        if turn.response().is_err() {
            return Some(End::Failed(vec![InvocationFailureKind::Model], Vec::new()));
        }
        self.now.on_turn(&turn);
        if let Some(open) = &mut self.now.open {
            open.left_out = left_out;
        }
        None
    }

    fn run_batch(&mut self) -> Option<End> {
        let (_, places) = self.now.batch();
        for place in &places {
            self.asked_mut(*place).is_begun = true;
        }
        if let [place] = places[..]
            && self.settings().memory
            && !self.now.is_free(self.asked(place))
        {
            self.store(true);
        }
        let outcome = |place: &usize| {
            let asked = self.asked(*place);
            let runs = self.ran.iter().filter(|id| **id == asked.call.id).count();
            (*place, self.now.outcome(asked, runs))
        };
        let outcomes: Vec<_> = places.iter().map(outcome).collect();
        let hangs = |(_, outcome): &&(usize, Outcome)| matches!(outcome, Outcome::Hangs);
        let ends = |(_, outcome): &(usize, Outcome)| match outcome {
            Outcome::Ends { kind, .. } => Some(*kind),
            _ => None,
        };
        let first_end = outcomes.iter().position(|one| ends(one).is_some());
        let is_reached = |end: &usize| {
            outcomes[..*end].iter().filter(hangs).count() < self.settings().concurrency
        };
        if first_end.as_ref().is_some_and(is_reached) {
            return Some(End::Failed(
                outcomes.iter().filter_map(ends).collect(),
                places,
            ));
        }
        if outcomes.iter().any(|one| hangs(&one)) {
            return Some(match self.settings().deadline {
                true => End::Failed(vec![InvocationFailureKind::Timeout], places),
                false => End::Stuck,
            });
        }
        for (place, outcome) in outcomes {
            if let Outcome::Reads { line, ran } = outcome {
                if ran {
                    self.ran.push(self.asked(place).call.id.clone());
                }
                self.now.on_result(place, line);
            }
        }
        None
    }

    pub(crate) fn asked(&self, place: usize) -> &Asked {
        &self.now.open.as_ref().expect("a turn").calls[place]
    }

    fn asked_mut(&mut self, place: usize) -> &mut Asked {
        &mut self.now.open.as_mut().expect("a turn").calls[place]
    }

    /// What a call of a batch that ended early would read.
    pub(crate) fn line_of(&self, place: usize) -> Option<(Line, bool)> {
        let asked = self.asked(place);
        let runs = self.ran.iter().filter(|id| **id == asked.call.id).count();
        match self.now.outcome(asked, runs) {
            Outcome::Reads { line, ran } => Some((line, ran)),
            _ => None,
        }
    }

    /// The conversation of a run that failed, with a note for each call that has no result.
    pub(crate) fn transcript(&self, kind: InvocationFailureKind) -> Vec<Line> {
        use ToolErrorKind::{Interrupted, Panic, Timeout};
        let mut lines = self.now.messages.clone();
        let calls = self.now.open.iter().flat_map(|open| &open.calls);
        let answered = lines
            .iter()
            .rev()
            .take_while(|line| matches!(line, Line::Reads { .. }))
            .count();
        let is_over = |kind| match kind {
            InvocationFailureKind::Tool(kind) => !matches!(kind, Timeout | Panic | Interrupted),
            _ => false,
        };
        for asked in calls.skip(answered) {
            let name = &asked.call.name;
            let mut offered = self.now.offered.iter();
            let tool = offered.find(|tool| tool.name == name);
            let may_harm = tool.is_some_and(|tool| !tool.effects.idempotent());
            let is_unknown =
                asked.is_begun && may_harm && !self.now.is_free(asked) && !is_over(kind);
            let note = if is_unknown {
                INTERRUPTED
            } else {
                NOT_ANSWERED
            };
            let line = asked.result.clone();
            lines.push(line.unwrap_or_else(|| told(&asked.call, note)));
        }
        lines
    }

    /// Stores what is not stored yet.
    fn store(&mut self, is_open: bool) {
        if self.settings().memory {
            let own = self.now.messages[self.now.own_from..].to_vec();
            self.append(&own, is_open);
        }
    }

    fn append(&mut self, own: &[Line], is_open: bool) {
        let own = again(own, self.own_from);
        let new = own.get(self.own_stored..).unwrap_or_default();
        if new.is_empty() && is_open {
            return;
        }
        self.stored.extend_from_slice(new);
        self.own_stored = self.own_stored.max(own.len());
        self.is_open = is_open;
    }

    /// The run failed: what it did is closed.
    pub(crate) fn fail(&mut self, kind: InvocationFailureKind) {
        if self.is_open {
            let own = self.transcript(kind)[self.now.own_from..].to_vec();
            self.append(&own, false);
            self.stored.push(ended());
            let len = self.now.messages.len() - self.now.own_from;
            let is_final = |line: &&Line| matches!(line, Line::Reads { text, .. } if *text == Text::whole(INTERRUPTED));
            self.own_from = len + own[len..].iter().take_while(is_final).count();
            self.own_stored = 0;
        }
    }

    /// What is read of the conversation.
    pub(crate) fn remembered(&self) -> Vec<Line> {
        let mut lines = self.stored.clone();
        if !self.is_open {
            return lines;
        }
        let is_result = |line: &&Line| matches!(line, Line::Reads { .. });
        let answered = lines.iter().rev().take_while(is_result).count();
        let left = match lines.iter().rev().nth(answered) {
            Some(Line::Calls(calls)) => calls.get(answered..).unwrap_or_default(),
            _ => &[],
        };
        let notes = std::iter::once(OUTCOME_UNKNOWN).chain(std::iter::repeat(NOT_RUN));
        let notes: Vec<Line> = left
            .iter()
            .zip(notes)
            .map(|(call, note)| told(call, note))
            .collect();
        lines.extend(notes);
        // A run that went on and stored nothing more was closed before.
        if !matches!(lines.last(), Some(Line::Says(_))) {
            lines.push(ended());
        }
        lines
    }
}
