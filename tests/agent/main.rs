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

mod arguments;
mod context;
mod conversations;
mod desk;
mod failures;
mod failures_in_a_turn;
mod failures_stored;
mod handlers;
mod hostile;
mod invocation;
mod panics;
mod rounds;
mod turns;

use std::time::Duration;

/// The shortest of three times: what else the machine does only ever makes one longer.
fn best_of_three(time: impl Fn() -> Duration) -> Duration {
    let [first, second, third] = [time(), time(), time()];
    first.min(second).min(third)
}
