//! What nobody wrote for the model does not reach it.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::needless_lifetimes,
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    clippy::unused_async,
    clippy::unused_self,
    clippy::unwrap_used,
    reason = "a test: tools take and return what their callers would"
)]

mod canary;
mod debug;
mod generated;
mod redactor;
mod texts;

/// Runs `f` without reports of the panics that are part of it. Tests of one process share the hook, so each says so for
/// its own thread.
fn quietly<T>(f: impl FnOnce() -> T) -> T {
    use std::cell::Cell;
    use std::panic::{set_hook, take_hook};
    static HOOK: std::sync::Once = std::sync::Once::new();
    thread_local!(static QUIET: Cell<bool> = const { Cell::new(false) });
    HOOK.call_once(|| {
        let reports = take_hook();
        set_hook(Box::new(move |info| {
            if !QUIET.get() {
                reports(info);
            }
        }));
    });
    let before = QUIET.replace(true);
    let value = f();
    QUIET.set(before);
    value
}
