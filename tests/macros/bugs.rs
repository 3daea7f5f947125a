//! Defects that users of other macro crates reported, each with its number in the list of cases and the right outcome.
//!
//! What must not compile is under `tests/packages/ui/ui/tool/fail`: B18 in `parameter/pattern.rs`, B22 in `return-type/not-send.rs`,
//! B24's generic parameters in `parameter/generic.rs`, B28's wrong type in `return-type/wrong-body.rs`. B26 and B27 are
//! the package `tests/packages/strict_lints`, B8 is `#[tools]`.

mod names;
mod shapes;
mod texts;
