//! What a `blocking` tool takes along to its thread.

use super::probe::{Answer, Probe, answer, leg};
use std::borrow::Borrow;
use std::convert::Infallible;
use std::marker::PhantomData;

// Can a `#[context]` value be cloned for another thread?
leg!(ForThread, OwnClone, __own, [T: Clone + Send + 'static], &Probe<'_, T>, T);
leg!(NotForThread, OwnNothing, __own, [T: ?Sized], Probe<'_, T>, T);

impl<T: Clone> Answer<ForThread, T> {
    pub fn cloned(self, value: &T) -> T {
        value.clone()
    }
}

impl<T: ?Sized> Answer<NotForThread, T> {
    /// Never called: the bound fails, in our words.
    pub fn cloned(self, value: &T) -> Nothing<T>
    where
        T: ContextOfABlockingTool,
    {
        Nothing(value.never(), PhantomData)
    }
}

/// Stands for a value that cannot be cloned, and fits where the clone would, so that nothing else is reported.
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct Nothing<T: ?Sized>(Infallible, PhantomData<fn(&T)>);

impl<T: ?Sized> Borrow<T> for Nothing<T> {
    fn borrow(&self) -> &T {
        match self.0 {}
    }
}

/// What a `blocking` tool can ask for with `#[context]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be given to a `blocking` tool",
    label = "not all of `Clone`, `Send` and `'static`",
    note = "a `blocking` tool runs on another thread and gets clones of its `#[context]` values; derive `Clone`, or keep the value in an `Arc`"
)]
pub trait ContextOfABlockingTool {
    fn never(&self) -> Infallible;
}
