//! What generated code may name. Nothing here follows any version rules: do not use it.
#![allow(
    clippy::must_use_candidate,
    clippy::needless_pass_by_value,
    clippy::option_option,
    clippy::unnecessary_wraps,
    clippy::unused_self,
    reason = "only generated code calls it, and what is asked is the type of `self`"
)]

mod blocking;
mod chain;
mod describe;
mod finite;
#[cfg(feature = "garde")]
mod garde;
mod handler;
mod open;
pub mod placeholder;
mod probe;
mod returned;
mod sets;
mod slot;
pub mod text;
mod texts;
mod validation;

pub use crate::error_handler::from_fn;
pub use crate::extensions::Extensions;
pub use crate::tool::arguments::Arguments;
pub use crate::tool::blocking::blocking;
pub use crate::tool::function::{CallTool, ToolFunction, pending};
pub use crate::tool::instance::{InstanceTools, Methods, OneToolsImpl, Receiver, shared};
pub use crate::tool::schema::Describe;
pub use crate::tool::{
    Effects, FromState, ToolContext, ToolOutcome, ToolSet, ToolSetBuilder, ToolState,
};
pub use chain::{Named, named};
pub use core::option::Option::{None, Some};
pub use core::primitive::{str, usize};
pub use core::result::Result::{Err, Ok};
pub use core::{cfg, compile_error};
pub use describe::{described, joined, text};
pub use handler::{OwnHandler, handler, max_output, timeout};
pub use open::open;
pub use probe::Probe;
pub use returned::returned;
pub use sets::{name, unique};
pub use slot::{count, lend, lent, owned};
pub use texts::{hidden_texts, named_texts, of, unnamed_texts};
pub use validation::{check, secret};

/// What the state of an agent always is, and an instance whose methods are tools.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shared between the calls of tools",
    label = "not `Send`, `Sync` and `'static`",
    note = "calls run on any thread: hold an `Arc` instead of an `Rc`, a `Mutex` instead of a `Cell` or `RefCell`"
)]
pub trait State: Send + Sync + 'static {}

#[diagnostic::do_not_recommend]
impl<S: Send + Sync + 'static> State for S {}

/// The type of a `#[context]` parameter that is there only under conditions.
pub trait Asks<const PLACE: usize> {
    type Value: ?Sized;
}

/// The traits behind the probes of a tool, importable without a name: `use legs::*` shadows nothing of the user's.
pub mod legs {
    pub use super::blocking::{OwnClone as _, OwnNothing as _};
    pub use super::chain::{
        ChainError as _, HideAny as _, HideBoxed as _, HideDebug as _, HideErased as _,
        NeverError as _, TypedError as _,
    };
    pub use super::describe::{AnyValue as _, SerializeValue as _};
    #[cfg(feature = "garde")]
    pub use super::garde::{LendRuled as _, OwnRuled as _};
    pub use super::open::{
        OpenDebug as _, OpenErased as _, OpenKnown as _, OpenUndeclared as _, OpenVisible as _,
    };
    pub use super::returned::{
        ErasedError as _, FallibleShape as _, IntoBoxedError as _, IntoOutput as _, NoError as _,
        NoOutput as _, NoSchema as _, PlainShape as _, SchemaOfResult as _, SchemaOfValue as _,
        SerializeOutput as _, VisibleDebug as _, VisibleError as _,
    };
    pub use super::sets::{
        Listed as _, NotListed as _, SpliceInstance as _, SpliceSet as _, SpliceShared as _,
        SpliceStateless as _, SpliceTool as _,
    };
    pub use super::slot::{LendAny as _, LendOwned as _, OwnAny as _, OwnDecoded as _};
    pub use super::texts::{
        ListBoxed as _, ListErased as _, ListHeld as _, ListHidden as _, ListInArc as _,
        ListInBox as _, ListNone as _, ListNothing as _, ListShared as _, ListVisible as _,
        ListWrapper as _,
    };
    pub use super::validation::{
        RefuseBoxed as _, RefuseDebug as _, RefuseErased as _, RefuseNothing as _,
        RefuseVisible as _, RefuseWritten as _,
    };
}
