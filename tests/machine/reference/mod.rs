//! The rules of the loop, once more: slow, over lists, and on its own.

mod counted;
mod limits;
mod notes;
mod outcome;
mod run;

pub(crate) use outcome::Outcome;
pub(crate) use run::{End, Whole};

use crate::lines::Line;
use crate::script::{Arguments, Call, Review, Turn};
use crate::settings::{Handler, Settings};
use crate::tools::{GIVEN, Known, OWN};
use counted::Counted;
use toolwright::{InvocationFailureKind, ToolCall};

/// One call of a turn that is being answered.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) call: ToolCall,
    pub(crate) arguments: Arguments,
    pub(crate) review: Review,
    pub(crate) is_killed: bool,
    pub(crate) is_held: bool,
    pub(crate) is_denied: bool,
    pub(crate) is_begun: bool,
    /// It was begun by a run that ended.
    pub(crate) is_interrupted: bool,
    /// Why a limit does not let it run.
    over: Option<String>,
    notes: Vec<String>,
    pub(crate) result: Option<Line>,
}

/// A turn that is being answered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Open {
    pub(crate) calls: Vec<Asked>,
    answered: usize,
    /// Whether it was refused, where none of its calls may run.
    cut_off: Option<bool>,
    left_out: Option<&'static str>,
    used_up: Vec<String>,
}

/// An invocation, as the rules say.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    pub(crate) settings: Settings,
    pub(crate) messages: Vec<Line>,
    pub(crate) offered: Vec<Known>,
    /// What there is to call, offered or not.
    pub(crate) exists: Vec<Known>,
    withdrawn: Vec<String>,
    ids: Vec<String>,
    pub(crate) rounds: u32,
    pub(crate) tokens: (u64, u64),
    spent: Option<InvocationFailureKind>,
    is_last: bool,
    /// The calls that were counted against limits.
    calls: Vec<String>,
    counted: Vec<Counted>,
    pub(crate) open: Option<Open>,
    pub(crate) finished: Option<u8>,
    pub(crate) failed: Option<InvocationFailureKind>,
    /// Whether the calls of this invocation wait for who reviews them.
    pub(crate) has_reviews: bool,
    /// Where the invocation's own messages begin.
    pub(crate) own_from: usize,
}

impl Reference {
    pub(crate) fn new(settings: &Settings, history: Vec<Line>, question: &str) -> Self {
        let own_from = history.len();
        let ids = history.iter().flat_map(|line| match line {
            Line::Calls(calls) => calls.iter().map(|call| call.id.clone()).collect(),
            _ => Vec::new(),
        });
        let mut new = Self {
            settings: settings.clone(),
            ids: ids.collect(),
            messages: history,
            offered: OWN.to_vec(),
            exists: OWN.to_vec(),
            withdrawn: Vec::new(),
            rounds: 0,
            tokens: (0, 0),
            spent: None,
            is_last: false,
            calls: Vec::new(),
            counted: Vec::new(),
            open: None,
            finished: None,
            failed: None,
            has_reviews: false,
            own_from,
        };
        new.messages.push(Line::User(question.to_owned()));
        if settings.max_rounds == 0 && settings.last_answer {
            new.spent = Some(InvocationFailureKind::MaxRounds);
            new.is_last = true;
            new.nothing_more();
        }
        new
    }

    /// What a provider gives from a round on.
    pub(crate) fn mask(&self) -> u8 {
        match self.settings.given.len() {
            0 => 0,
            n => self.settings.given[self.rounds as usize % n],
        }
    }

    /// Finds out what there is to call; if the model is to be asked, that is offered.
    pub(crate) fn gather(&mut self) {
        let mask = self.mask();
        self.exists = OWN.to_vec();
        for (bit, tool) in GIVEN.iter().enumerate() {
            if mask & (1 << bit) != 0 {
                self.exists.push(*tool);
            }
        }
        if self.open.is_none() {
            self.offered.clone_from(&self.exists);
            let withdrawn = &self.withdrawn;
            self.offered
                .retain(|tool| !withdrawn.iter().any(|name| name == tool.name));
            if self.spent.is_some() {
                self.nothing_more();
            }
        }
    }

    fn nothing_more(&mut self) {
        for tool in self.offered.drain(..) {
            self.withdrawn.push(tool.name.to_owned());
        }
    }

    fn is_offered(&self, name: &str) -> bool {
        self.offered.iter().any(|tool| tool.name == name)
    }

    pub(crate) fn is_withdrawn(&self, name: &str) -> bool {
        self.withdrawn.iter().any(|other| other == name)
    }

    /// The model's turn comes.
    pub(crate) fn on_turn(&mut self, turn: &Turn) {
        let Turn::Says {
            calls,
            text,
            reason,
            tokens,
        } = turn
        else {
            return;
        };
        self.tokens.0 += u64::from(*tokens);
        self.tokens.1 += u64::from(*tokens / 2);
        if calls.is_empty() {
            let text = if *text { "well" } else { "" };
            self.messages.push(Line::Says(text.to_owned()));
            self.finished = Some(*reason);
            return;
        }
        let is_final = self.is_last || !self.settings.last_answer;
        match self.spent {
            Some(kind) if is_final => return self.failed = Some(kind),
            None if self.rounds >= self.settings.max_rounds => {
                return self.failed = Some(InvocationFailureKind::MaxRounds);
            }
            _ => {}
        }
        let mut open = Open {
            calls: self.cleaned(calls),
            cut_off: (*reason < 2).then_some(*reason == 1),
            ..Open::default()
        };
        self.limit(&mut open);
        let said = open.calls.iter().map(|asked| asked.call.clone());
        self.messages.push(Line::Calls(said.collect()));
        self.open = Some(open);
    }

    /// The calls with names, arguments and ids that can be relied on.
    fn cleaned(&mut self, calls: &[Call]) -> Vec<Asked> {
        let mut ids: Vec<Option<String>> = Vec::new();
        for call in calls {
            let is_blank = matches!(&*call.id, "" | " \u{200b}");
            let is_new = !is_blank && !self.ids.contains(&call.id);
            if is_new {
                self.ids.push(call.id.clone());
            }
            ids.push(is_new.then(|| call.id.clone()));
        }
        let mut all = Vec::new();
        for (call, id) in calls.iter().zip(ids) {
            let id = id.unwrap_or_else(|| {
                let mut n = self.ids.len() + 1;
                while self.ids.contains(&format!("call_{n}")) {
                    n += 1;
                }
                self.ids.push(format!("call_{n}"));
                format!("call_{n}")
            });
            let own = call.name.strip_prefix("functions.");
            let own = own.filter(|own| self.is_offered(own) || self.is_withdrawn(own));
            let name = own.unwrap_or(&call.name);
            let arguments = match &call.arguments {
                Arguments::Blank => "{}".to_owned(),
                other => other.text(),
            };
            all.push(Asked {
                call: ToolCall::new(id, name, arguments),
                arguments: call.arguments.clone(),
                review: call.review,
                is_killed: call.is_killed,
                is_held: self.has_reviews && call.review != Review::None,
                is_denied: false,
                is_begun: false,
                is_interrupted: false,
                over: None,
                notes: Vec::new(),
                result: None,
            });
        }
        all
    }

    pub(crate) fn handler(&self) -> Handler {
        self.settings.handler
    }
}
