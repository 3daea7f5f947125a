//! What a tool may ask of the agent's state.

use super::ToolContext;

/// A value that a tool asks for with `#[context]` and that the state `S` can give.
///
/// [`#[derive(ToolState)]`](macro@crate::ToolState) implements it for every field of the state.
#[diagnostic::on_unimplemented(
    message = "the agent's state `{S}` cannot give the `#[context]` value `{Self}`",
    label = "not in the state",
    note = "derive `ToolState` on the state and give it a field of this type; call `.state(…)` before `.tools(…)`"
)]
pub trait FromState<S> {
    /// Returns the value.
    fn from_state<'a>(state: &'a S, context: &'a ToolContext) -> &'a Self;
}

/// Marks the state of an agent, which tools may then ask for as a whole. Derive it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the state of an agent",
    note = "put `#[derive(ToolState)]` on it"
)]
pub trait ToolState {}

impl<S> FromState<S> for ToolContext {
    fn from_state<'a>(_: &'a S, context: &'a ToolContext) -> &'a Self {
        context
    }
}
