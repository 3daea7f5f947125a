use super::{ConversationGuard, ConversationLocks};
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use toolwright::testing::block_on;

type Waiting<'l> = Pin<Box<dyn Future<Output = ConversationGuard> + Send + 'l>>;

#[derive(Default)]
struct Count(AtomicUsize);

impl Wake for Count {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

fn poll(waiting: &mut Waiting<'_>, waker: &Waker) -> Option<ConversationGuard> {
    match waiting.as_mut().poll(&mut Context::from_waker(waker)) {
        Poll::Ready(guard) => Some(guard),
        Poll::Pending => None,
    }
}

fn wait<'l>(locks: &'l ConversationLocks, conversation: &'l str) -> Waiting<'l> {
    let mut waiting: Waiting<'l> = Box::pin(locks.lock(conversation));
    assert!(poll(&mut waiting, Waker::noop()).is_none());
    waiting
}

fn held(locks: &ConversationLocks) -> usize {
    locks.queues().len()
}

#[test]
fn first_come_first_served() {
    let locks = ConversationLocks::default();
    let first = block_on(locks.lock("a"));
    let mut waiting: Vec<_> = (0..5).map(|_| wait(&locks, "a")).collect();
    // A later poll of one that waits changes nothing.
    assert!(poll(&mut waiting[4], Waker::noop()).is_none());
    drop(first);
    for i in 0..5 {
        for later in waiting.iter_mut().skip(i + 1) {
            assert!(poll(later, Waker::noop()).is_none());
        }
        drop(poll(&mut waiting[i], Waker::noop()).unwrap());
    }
    assert_eq!(held(&locks), 0);
}

#[test]
fn conversations_do_not_wait_for_each_other() {
    let locks = ConversationLocks::default();
    let a = block_on(locks.lock("a"));
    let b = block_on(locks.lock("b"));
    assert_eq!(format!("{locks:?}"), "ConversationLocks { held: 2 }");
    drop((a, b));
    assert_eq!(held(&locks), 0);
}

#[test]
fn the_next_is_woken_once_and_with_its_last_waker() {
    let locks = ConversationLocks::default();
    let first = block_on(locks.lock("a"));
    let mut second = wait(&locks, "a");
    let third = wait(&locks, "a");
    let (old, new) = (Arc::new(Count::default()), Arc::new(Count::default()));
    assert!(poll(&mut second, &Arc::clone(&old).into()).is_none());
    assert!(poll(&mut second, &Arc::clone(&new).into()).is_none());
    drop(first);
    assert_eq!(old.0.load(Ordering::SeqCst), 0);
    assert_eq!(new.0.load(Ordering::SeqCst), 1);
    drop((second, third));
    assert_eq!(held(&locks), 0);
}

#[test]
fn one_that_stops_waiting_passes_its_turn_on() {
    let locks = ConversationLocks::default();
    let first = block_on(locks.lock("a"));
    let second = wait(&locks, "a");
    let third = wait(&locks, "a");
    let mut fourth = wait(&locks, "a");
    // Before its turn.
    drop(third);
    drop(first);
    // Its turn has come, and it was woken, but never polled again.
    assert!(poll(&mut fourth, Waker::noop()).is_none());
    drop(second);
    drop(poll(&mut fourth, Waker::noop()).unwrap());
    assert_eq!(held(&locks), 0);
    // One that was never polled takes no place.
    drop(locks.lock("a"));
    assert_eq!(held(&locks), 0);
}

#[test]
fn a_waker_that_drops_another_guard_locks_nothing_up() {
    struct Drops(Mutex<Option<ConversationGuard>>);

    impl Wake for Drops {
        fn wake(self: Arc<Self>) {
            drop(self.0.lock().unwrap().take());
        }
    }

    let locks = ConversationLocks::default();
    let first = block_on(locks.lock("a"));
    let other = block_on(locks.lock("b"));
    let mut second = wait(&locks, "a");
    let drops = Arc::new(Drops(Mutex::new(Some(other))));
    // The last reference to the waker is the queue's: with it goes the guard of `b`.
    assert!(poll(&mut second, &Waker::from(drops)).is_none());
    assert!(poll(&mut second, Waker::noop()).is_none());
    assert_eq!(held(&locks), 1);
    let drops = Arc::new(Drops(Mutex::new(Some(block_on(locks.lock("b"))))));
    assert!(poll(&mut second, &Waker::from(drops)).is_none());
    drop(first);
    assert_eq!(held(&locks), 1);
    drop(second);
    assert_eq!(held(&locks), 0);
}

#[test]
fn ten_thousand_conversations_leave_nothing_behind() {
    let locks = ConversationLocks::default();
    let names: Vec<String> = (0..10_000).map(|i| format!("user-{i}")).collect();
    let guards: Vec<_> = names
        .iter()
        .map(|name| block_on(locks.lock(name)))
        .collect();
    let waiting: Vec<_> = names.iter().map(|name| wait(&locks, name)).collect();
    assert_eq!(held(&locks), 10_000);
    drop(guards);
    assert_eq!(held(&locks), 10_000);
    drop(waiting);
    assert_eq!(held(&locks), 0);
}

#[test]
fn one_thread_at_a_time_is_in_a_conversation() {
    let locks = ConversationLocks::default();
    let (inside, turns) = (AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for i in 0..500 {
                    let guard = if i % 7 == 3 {
                        // Gives up now and then, at whatever moment it is.
                        let mut waiting: Waiting<'_> = Box::pin(locks.lock("a"));
                        match poll(&mut waiting, Waker::noop()) {
                            Some(guard) => guard,
                            None => continue,
                        }
                    } else {
                        block_on(locks.lock("a"))
                    };
                    assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                    turns.fetch_add(1, Ordering::SeqCst);
                    inside.fetch_sub(1, Ordering::SeqCst);
                    drop(guard);
                }
            });
        }
    });
    assert!(turns.load(Ordering::SeqCst) >= 4 * 428);
    assert_eq!(held(&locks), 0);
}

/// Panics where it should wake.
struct Panics;

impl Wake for Panics {
    fn wake(self: Arc<Self>) {
        panic!("from a waker");
    }
}

#[test]
fn a_waker_that_panics_is_not_the_affair_of_who_leaves() {
    let locks = ConversationLocks::default();
    let first = block_on(locks.lock("a"));
    let mut second = wait(&locks, "a");
    assert!(poll(&mut second, &Arc::new(Panics).into()).is_none());
    drop(first);
    drop(poll(&mut second, Waker::noop()).unwrap());
    assert_eq!(held(&locks), 0);
}
