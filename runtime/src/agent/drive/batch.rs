//! Futures side by side on the caller's task.

use crate::tool::BoxFuture;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

/// Runs futures side by side, at most `limit` at a time, and gives each output to `done` as soon as it is there.
///
/// Each is polled once, in order; those that are pending then are polled again when they are woken, and no others are: a
/// batch of futures that are all ready costs what they cost one after the other. Nothing is spawned. Once `done` says
/// `false`, no other future is begun, and of those that are, what is ready by now is taken.
pub(in crate::agent) async fn side_by_side<T>(
    mut waiting: VecDeque<BoxFuture<'_, T>>,
    limit: usize,
    mut done: impl FnMut(T) -> bool,
) {
    let limit = limit.max(1);
    let mut pending: Vec<Pending<'_, T>> = Vec::new();
    let mut goes_on = true;
    poll_fn(|context| {
        // What was pending first: it came first.
        let mut i = 0;
        while let Some(one) = pending.get_mut(i) {
            match one.poll(context) {
                Poll::Pending => i += 1,
                Poll::Ready(output) => {
                    drop(pending.remove(i));
                    goes_on &= done(output);
                }
            }
        }
        while goes_on && pending.len() < limit {
            let Some(mut future) = waiting.pop_front() else {
                break;
            };
            match future.as_mut().poll(context) {
                Poll::Pending => pending.push(Pending {
                    future,
                    woken: None,
                }),
                Poll::Ready(output) => {
                    goes_on &= done(output);
                }
            }
        }
        if pending.is_empty() || !goes_on {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    })
    .await;
}

struct Pending<'a, T> {
    future: BoxFuture<'a, T>,
    /// Its own waker, from the second poll on.
    woken: Option<Arc<Woken>>,
}

impl<T> Pending<'_, T> {
    fn poll(&mut self, context: &Context<'_>) -> Poll<T> {
        let woken = match &self.woken {
            None => self.woken.insert(Arc::new(Woken::new(context.waker()))),
            Some(woken) => {
                // The task may have moved: a wake that comes between the two lines is not lost.
                woken.set_task(context.waker());
                if !woken.is_set.swap(false, Ordering::AcqRel) {
                    return Poll::Pending;
                }
                woken
            }
        };
        let waker = Waker::from(Arc::clone(woken));
        self.future.as_mut().poll(&mut Context::from_waker(&waker))
    }
}

/// Remembers that one future was woken, and wakes the task.
struct Woken {
    is_set: AtomicBool,
    task: Mutex<Waker>,
}

impl Woken {
    fn new(task: &Waker) -> Self {
        Self {
            is_set: AtomicBool::new(false),
            task: Mutex::new(task.clone()),
        }
    }

    fn set_task(&self, task: &Waker) {
        let mut own = self.task.lock().unwrap_or_else(PoisonError::into_inner);
        if own.will_wake(task) {
            return;
        }
        let old = mem::replace(&mut *own, task.clone());
        drop(own);
        drop(old);
    }
}

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if !self.is_set.swap(true, Ordering::AcqRel) {
            let own = self.task.lock().unwrap_or_else(PoisonError::into_inner);
            let task = own.clone();
            // Outside the lock: a waker may poll at once.
            drop(own);
            task.wake();
        }
    }
}
