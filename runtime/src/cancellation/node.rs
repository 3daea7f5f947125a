//! The state behind a token: whoever waits for it, and the tokens that are cancelled with it.
//!
//! Nothing of anybody else's runs under a lock: wakers are cloned, woken and dropped outside, and so are tokens. Nothing
//! recurses, so that a chain of tokens may have any length.

use std::collections::BTreeMap;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Poll, Waker};

pub(super) struct Node {
    /// Set under the lock, read without.
    cancelled: AtomicBool,
    state: Mutex<State>,
    /// What this one is cancelled with, and its key there. Held for good: a token whose parent nobody else holds is still
    /// cancelled with its grandparent.
    parent: Option<(Arc<Node>, u64)>,
}

#[derive(Default)]
struct State {
    next_key: u64,
    /// The node is being cancelled: what is made of it from now on is cancelled from the start.
    is_closing: bool,
    wakers: BTreeMap<u64, Waker>,
    children: BTreeMap<u64, Weak<Node>>,
}

impl State {
    fn key(&mut self) -> u64 {
        self.next_key += 1;
        self.next_key
    }
}

impl Node {
    pub(super) fn new(parent: Option<(Arc<Self>, u64)>) -> Self {
        Self {
            cancelled: AtomicBool::new(false),
            state: Mutex::default(),
            parent,
        }
    }

    pub(super) fn child(parent: &Arc<Self>) -> Arc<Self> {
        let key = parent.state().key();
        let child = Arc::new(Self::new(Some((Arc::clone(parent), key))));
        let mut state = parent.state();
        if state.is_closing {
            child.cancelled.store(true, Ordering::Release);
        } else {
            state.children.insert(key, Arc::downgrade(&child));
        }
        drop(state);
        child
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Acquire)
    }

    /// Ready once the token is cancelled; until then the last waker is kept under the key.
    pub(super) fn wait(&self, key: &mut Option<u64>, waker: &Waker) -> Poll<()> {
        if self.is_cancelled() {
            return Poll::Ready(());
        }
        if let Some(key) = key
            && let Some(kept) = self.state().wakers.get(key)
            && kept.will_wake(waker)
        {
            return Poll::Pending;
        }
        let waker = waker.clone();
        let mut state = self.state();
        if self.is_cancelled() {
            drop(state);
            return Poll::Ready(());
        }
        let key = *key.get_or_insert_with(|| state.key());
        let replaced = state.wakers.insert(key, waker);
        drop(state);
        drop(replaced);
        Poll::Pending
    }

    pub(super) fn forget_waker(&self, key: u64) {
        let waker = self.state().wakers.remove(&key);
        drop(waker);
    }

    fn forget_child(&self, key: u64) {
        self.state().children.remove(&key);
    }

    /// Returns what is cancelled with the node; nothing is added to it any more.
    fn close(&self) -> Vec<Arc<Self>> {
        let mut state = self.state();
        state.is_closing = true;
        state.children.values().filter_map(Weak::upgrade).collect()
    }

    /// Marks the node, and returns who waits for it.
    fn mark(&self) -> BTreeMap<u64, Waker> {
        let mut state = self.state();
        self.cancelled.store(true, Ordering::Release);
        mem::take(&mut state.wakers)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it is locked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Cancels a node and all below it: first all are marked, then all who wait are woken.
///
/// A node is marked after all that are below it. So whoever finds it marked, also while another thread is at it, knows that
/// they are.
pub(super) fn cancel(node: &Arc<Node>) {
    if node.is_cancelled() {
        return;
    }
    let mut closing = vec![Arc::clone(node)];
    let mut next = 0;
    while let Some(node) = closing.get(next) {
        next += 1;
        let children = node.close();
        closing.extend(children);
    }
    let mut wakers: Vec<_> = closing.iter().rev().map(|node| node.mark()).collect();
    wakers.reverse();
    for waker in wakers.into_iter().flat_map(BTreeMap::into_values) {
        // One that panics keeps the others from nothing. Its panic was shown by the hook, and this may be a destructor.
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| waker.wake())) {
            mem::forget(payload);
        }
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let mut parent = self.parent.take();
        while let Some((node, key)) = parent {
            node.forget_child(key);
            // The last one to hold it goes on from here, instead of in a destructor inside this one.
            parent = Arc::into_inner(node).and_then(|mut node| node.parent.take());
        }
    }
}
