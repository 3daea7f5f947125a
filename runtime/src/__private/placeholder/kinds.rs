//! The traits whose absence is an error message.

use crate::llm_visible::LlmText;
use std::backtrace::Backtrace;
use std::borrow::Cow;
use std::fmt;
use std::num::NonZero;
use std::panic::Location;
use std::rc::Rc;
use std::sync::Arc;

/// Text, numbers, `bool` and `char`: nothing of a program's inside, in any format.
#[diagnostic::on_unimplemented(
    message = "the type of a placeholder has to be known before the text; here it turned out as `{Self}` later",
    label = "its type is not known here yet",
    note = "write the type where the value is made"
)]
pub trait PlainText: fmt::Debug {}

/// What `{:?}` may show.
#[diagnostic::on_unimplemented(
    message = "`{{:?}}` of `{Self}` is for developers",
    label = "only text, numbers, `bool` and `char` may be shown with `{{:?}}`",
    note = "show it with `{{}}` if it has a `Display`, or write its text in a function: `#[llm(with = path)]`, `LlmText::new`"
)]
pub trait DebugText: fmt::Debug {}

#[diagnostic::do_not_recommend]
impl<T: PlainText + ?Sized> DebugText for T {}

/// What `{}` may show. The supertrait lets the earlier step win in generic code with this bound.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no `Display`, so the model cannot be shown it",
    label = "no text to show",
    note = "a type that guards a secret has none on purpose; of any other, show a field or implement `Display`"
)]
pub trait HasDisplay: fmt::Display {}

#[diagnostic::do_not_recommend]
impl<T: fmt::Display + ?Sized> HasDisplay for T {}

/// What an error is not. Sealed: nothing is meant to implement it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is an error: its text is for developers",
    label = "an error must not be shown to the model",
    note = "say in your own words what the model should know, or use the error's own `message_for_llm`"
)]
pub trait NotAnError: sealed::Sealed {}

/// What a backtrace is not. Sealed, too.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is for developers",
    label = "the inside of the program must not be shown to the model",
    note = "say in your own words what the model should know"
)]
pub trait NotForDevelopers: sealed::Sealed {}

mod sealed {
    pub trait Sealed {}
}

/// Has a `Display`, is no error, and tells only developers something.
pub trait DevelopersOnly {}

impl DevelopersOnly for Backtrace {}
impl DevelopersOnly for Location<'_> {}
// Text of any origin, an error's too.
impl DevelopersOnly for fmt::Arguments<'_> {}
impl DevelopersOnly for dyn fmt::Display + '_ {}
impl DevelopersOnly for dyn fmt::Display + Send + '_ {}
impl DevelopersOnly for dyn fmt::Display + Send + Sync + '_ {}
impl<T: DevelopersOnly + ?Sized> DevelopersOnly for &T {}
impl<T: DevelopersOnly + ?Sized> DevelopersOnly for Box<T> {}
impl<T: DevelopersOnly + ?Sized> DevelopersOnly for Rc<T> {}
impl<T: DevelopersOnly + ?Sized> DevelopersOnly for Arc<T> {}

macro_rules! plain_text {
    ($($t:ty),* $(,)?) => { $(impl PlainText for $t {})* };
}

plain_text!(
    bool,
    char,
    str,
    String,
    LlmText,
    u8,
    u16,
    u32,
    u64,
    u128,
    usize,
    i8,
    i16,
    i32,
    i64,
    i128,
    isize,
    f32,
    f64,
    NonZero<u8>,
    NonZero<u16>,
    NonZero<u32>,
    NonZero<u64>,
    NonZero<u128>,
    NonZero<usize>,
    NonZero<i8>,
    NonZero<i16>,
    NonZero<i32>,
    NonZero<i64>,
    NonZero<i128>,
    NonZero<isize>,
    Cow<'_, str>,
);

impl<T: PlainText + ?Sized> PlainText for &T {}
impl<T: PlainText + ?Sized> PlainText for &mut T {}
impl<T: PlainText + ?Sized> PlainText for Box<T> {}
impl<T: PlainText + ?Sized> PlainText for Rc<T> {}
impl<T: PlainText + ?Sized> PlainText for Arc<T> {}
