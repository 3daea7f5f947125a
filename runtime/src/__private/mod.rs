//! What generated code may name. Nothing here follows any version rules: do not use it.
