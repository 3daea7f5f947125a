//! Defects that users of other macro crates reported, each with its number in the list of cases and the right outcome.
//!
//! What must not compile is under `tests/ui`: B18 in `tool/fail/parameter/pattern.rs`, B22 in `tool/fail/send`, B24's
//! generic parameters in `tool/fail/parameter`, B28's wrong type in `tool/fail/body`, B33 passes here.

mod names;
mod shapes;
mod texts;
