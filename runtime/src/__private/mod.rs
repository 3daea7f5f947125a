//! What generated code may name. Nothing here follows any version rules: do not use it.

pub mod placeholder;
pub mod text;
