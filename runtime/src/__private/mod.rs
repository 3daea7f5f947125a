//! What generated code may name. Nothing here follows any version rules: do not use it.

mod lent;
pub mod placeholder;
mod returned;
pub mod text;

pub use crate::error_handler::own_handler;
pub use crate::extensions::Extensions;
pub use crate::tool::arguments::Arguments;
pub use crate::tool::function::{CallTool, ToolFunction, pending};
pub use crate::tool::schema::Describe;
pub use crate::tool::{FromState, ToolContext, ToolOutcome, ToolSet, ToolSetBuilder, ToolState};
pub use lent::Text;
pub use returned::{json_value, unique};

use std::marker::PhantomData;

/// What an autoref probe asks about: a value, by reference.
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
#[expect(clippy::exhaustive_structs, reason = "generated code builds it")]
pub struct Probe<'a, T: ?Sized>(pub &'a T);

/// What an autoref probe asks about: a type.
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
#[expect(clippy::exhaustive_structs, reason = "generated code builds it")]
pub struct ProbeType<T: ?Sized>(pub PhantomData<T>);

impl<T: ?Sized> ProbeType<T> {
    #[allow(clippy::new_without_default, reason = "only generated code calls it")]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

/// The traits behind the probes of a tool, importable without a name: `use legs::*` shadows nothing of the user's.
pub mod legs {
    pub use super::lent::{LendOwned as _, LendText as _};
    pub use super::returned::{
        AnyValue as _, ErasedError as _, FallibleShape as _, IntoBoxedError as _, IntoOutput as _,
        NoError as _, NoOutput as _, PlainShape as _, SerializeOutput as _, SerializeValue as _,
        SpliceSet as _, SpliceStateless as _, SpliceTool as _, VisibleDebug as _,
        VisibleError as _,
    };
}
