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
mod handler;
pub mod placeholder;
mod probe;
mod returned;
mod sets;
mod slot;
pub mod text;

pub use crate::error_handler::from_fn;
pub use crate::extensions::Extensions;
pub use crate::tool::arguments::Arguments;
pub use crate::tool::blocking::blocking;
pub use crate::tool::function::{CallTool, ToolFunction, pending};
pub use crate::tool::schema::Describe;
pub use crate::tool::{
    Effects, FromState, ToolContext, ToolOutcome, ToolSet, ToolSetBuilder, ToolState,
};
pub use chain::{Named, named};
pub use core::option::Option::{None, Some};
pub use core::primitive::str;
pub use core::result::Result::{Err, Ok};
pub use describe::{described, joined};
pub use handler::{OwnHandler, handler, max_output};
pub use probe::Probe;
pub use sets::{name, unique};
pub use slot::{lend, lent, owned};

/// What the state of an agent always is.
pub trait State: Send + Sync + 'static {}

impl<S: Send + Sync + 'static> State for S {}

/// The traits behind the probes of a tool, importable without a name: `use legs::*` shadows nothing of the user's.
pub mod legs {
    pub use super::blocking::{OwnClone as _, OwnNothing as _};
    pub use super::chain::{
        ChainError as _, HideAny as _, HideBoxed as _, HideDebug as _, HideErased as _,
        NeverError as _, TypedError as _,
    };
    pub use super::describe::{AnyValue as _, SerializeValue as _};
    pub use super::returned::{
        ErasedError as _, FallibleShape as _, IntoBoxedError as _, IntoOutput as _, NoError as _,
        NoOutput as _, PlainShape as _, SerializeOutput as _, VisibleDebug as _, VisibleError as _,
    };
    pub use super::sets::{SpliceSet as _, SpliceStateless as _, SpliceTool as _};
    pub use super::slot::{LendAny as _, LendOwned as _, OwnAny as _, OwnDecoded as _};
}
