//! What may end an invocation from outside: its deadline, and a cancellation.

use super::ended;
use crate::agent::builder::Settings;
use crate::cancellation::{CancellationToken, until};
use crate::failure::{InvocationFailure, InvocationFailureKind};
use crate::timer::{Elapsed, within};
use std::pin::Pin;
use std::time::Instant;

/// What `future` gives, unless the deadline of the invocation or its cancellation comes first.
///
/// It is pinned where it is made: each future around it would have room for it once more.
pub(in crate::agent) async fn bounded<T>(
    settings: &Settings,
    started: Instant,
    token: Option<&CancellationToken>,
    future: Pin<&mut impl Future<Output = Result<T, InvocationFailure>>>,
) -> Result<T, InvocationFailure> {
    let limit = settings.timeout.zip(settings.timer.as_ref());
    let in_time = async {
        match limit {
            None => future.await,
            Some((limit, timer)) => {
                let left = limit.saturating_sub(started.elapsed());
                within(timer, left, future)
                    .await
                    .unwrap_or_else(|Elapsed| Err(ended(InvocationFailureKind::Timeout)))
            }
        }
    };
    match token {
        None => in_time.await,
        Some(token) => until(token, in_time)
            .await
            .unwrap_or_else(|| Err(ended(InvocationFailureKind::Cancelled))),
    }
}
