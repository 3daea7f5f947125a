//! Work for another thread that is not started once nobody waits for it.

use std::sync::{Arc, Mutex, PoisonError};

type Work = Box<dyn FnOnce() + Send>;

/// Work that waits for a thread.
pub(super) struct Job(Arc<Slot>);

/// Held by whoever waits for the work: dropped, it takes the work back, with all that it holds, unless it began.
pub(super) struct Wanted(Arc<Slot>);

struct Slot(Mutex<Option<Work>>);

impl Slot {
    fn take(&self) -> Option<Work> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Job {
    pub(super) fn new(work: impl FnOnce() + Send + 'static) -> (Self, Wanted) {
        let slot = Arc::new(Slot(Mutex::new(Some(Box::new(work)))));
        (Self(Arc::clone(&slot)), Wanted(slot))
    }

    /// Does the work, if anybody still waits for it.
    pub(super) fn run(self) {
        if let Some(work) = self.0.take() {
            work();
        }
    }

    /// Whether nobody waits for it.
    pub(super) fn is_unwanted(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }
}

impl Drop for Wanted {
    fn drop(&mut self) {
        // Dropped outside the lock: it holds what a tool was given.
        let work = self.0.take();
        drop(work);
    }
}
