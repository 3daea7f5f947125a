//! The loop against a model of it: any script of turns, any end, and what holds after every step.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::match_bool,
    clippy::needless_pass_by_value,
    clippy::panic,
    clippy::struct_excessive_bools,
    clippy::unwrap_used,
    reason = "a test, of tools that take what a model sends"
)]

mod cancelled;
mod clock;
mod drivers;
mod found;
mod generated;
mod invariants;
mod lines;
mod reference;
mod script;
mod settings;
mod tools;
mod world;

/// Runs `f` without reports of the panics that are part of it, and returns where the last of them was. Tests of one process
/// share the hook, so each says so for its own thread.
fn quietly<T>(f: impl FnOnce() -> T) -> (T, String) {
    use std::cell::{Cell, RefCell};
    use std::panic::{set_hook, take_hook};
    static HOOK: std::sync::Once = std::sync::Once::new();
    thread_local!(static QUIET: Cell<bool> = const { Cell::new(false) });
    thread_local!(static PLACE: RefCell<String> = const { RefCell::new(String::new()) });
    HOOK.call_once(|| {
        let reports = take_hook();
        set_hook(Box::new(move |info| {
            if !QUIET.get() {
                return reports(info);
            }
            let place = info.location().map(ToString::to_string);
            PLACE.replace(place.unwrap_or_default());
        }));
    });
    let before = QUIET.replace(true);
    let value = f();
    QUIET.set(before);
    (value, PLACE.take())
}
