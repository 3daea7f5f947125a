//! What stands for a refused placeholder in a program that does not compile.

use crate::llm_visible::NeverBlank;
use std::fmt;

/// Has every format, so that a refused placeholder is one error and not two. No program that compiles makes one.
#[derive(Clone, Copy)]
pub struct Refused(());

impl Refused {
    pub(super) const fn new() -> Self {
        Self(())
    }
}

impl NeverBlank for Refused {}

macro_rules! every_format {
    ($($format:ident),*) => {$(
        impl fmt::$format for Refused {
            fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
                Ok(())
            }
        }
    )*};
}

every_format!(
    Display, Debug, LowerHex, UpperHex, Octal, Binary, LowerExp, UpperExp
);
