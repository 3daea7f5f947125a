//! What the tools of a script do to the world, written down in order.

use crate::clock::Clock;
use std::sync::{Arc, Mutex};
use toolwright::{CancellationToken, ToolContext, ToolState};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Event {
    /// A tool was run for a call.
    Started { id: String, name: String },
    /// Nothing of it runs any more.
    Gone { id: String },
}

#[derive(Clone, Default, ToolState)]
pub(crate) struct World {
    pub(crate) log: Log,
    #[state(skip)]
    pub(crate) clock: Clock,
}

#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    events: Vec<Event>,
    started: Vec<String>,
    live: usize,
    /// Calls whose tool came to its end, whatever that was.
    finished: Vec<String>,
    tokens: Vec<CancellationToken>,
}

impl Log {
    pub(crate) fn start(&self, context: &ToolContext) -> Running {
        let call = context.call();
        let mut inner = self.0.lock().unwrap();
        inner.tokens.push(context.cancellation());
        let (id, name) = (call.id.clone(), call.name.clone());
        inner.started.push(id.clone());
        inner.live += 1;
        inner.events.push(Event::Started {
            id: id.clone(),
            name,
        });
        Running {
            log: self.clone(),
            id,
        }
    }

    pub(crate) fn events(&self) -> Vec<Event> {
        self.0.lock().unwrap().events.clone()
    }

    /// The ids of the calls for which a tool was run, in order.
    pub(crate) fn started(&self) -> Vec<String> {
        self.0.lock().unwrap().started.clone()
    }

    pub(crate) fn runs_of(&self, id: &str) -> usize {
        let inner = self.0.lock().unwrap();
        inner.started.iter().filter(|one| *one == id).count()
    }

    /// The ids of the calls whose tool came to its end, in order.
    pub(crate) fn finished(&self) -> Vec<String> {
        self.0.lock().unwrap().finished.clone()
    }

    /// How many tools run now.
    pub(crate) fn live(&self) -> usize {
        self.0.lock().unwrap().live
    }

    /// Whether every call was told that it is over.
    pub(crate) fn all_told(&self) -> bool {
        let inner = self.0.lock().unwrap();
        inner.tokens.iter().all(CancellationToken::is_cancelled)
    }
}

/// A tool that runs.
pub(crate) struct Running {
    log: Log,
    id: String,
}

impl Running {
    /// Takes note that the tool comes to its end.
    pub(crate) fn finish(&self) {
        self.log.0.lock().unwrap().finished.push(self.id.clone());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let id = self.id.clone();
        let mut inner = self.log.0.lock().unwrap();
        inner.live -= 1;
        inner.events.push(Event::Gone { id });
    }
}
