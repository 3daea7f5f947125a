//! The agent: its loop, its handlers, its state, and the road of a call.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    clippy::unused_async,
    reason = "a test: tools take and return what their callers would"
)]

mod approved;
mod arguments;
mod budgets;
mod context;
mod conversations;
mod deadlines;
mod desk;
mod failures;
mod failures_in_a_turn;
mod failures_stored;
mod gone_on_with;
mod handlers;
mod hostile;
mod invocation;
mod memories;
mod misused;
mod panics;
mod remembered;
mod resumed;
mod reviews;
mod rounds;
mod side_by_side;
mod steps;
mod taken_up;
mod turns;
mod twice;

use std::time::Duration;

/// Asserts that 16 times as much takes less than 6 times as long as the same in 16 parts: what is quadratic takes 16.
///
/// Both sides work for about as long, so a machine that is busy slows both; and each is the shortest of three.
fn assert_linear(time: impl Fn(u32) -> Duration, n: u32) {
    let shortest = |time: &dyn Fn() -> Duration| [time(), time(), time()].into_iter().min();
    let parts = shortest(&|| (0..16).map(|_| time(n)).sum()).unwrap();
    let whole = shortest(&|| time(16 * n)).unwrap();
    assert!(whole < parts * 6, "in parts {parts:?}, whole {whole:?}");
}
