//! What is not to be said of a parameter.

use crate::tool::ToolDefinition;
use std::sync::Arc;

/// How little is said of a parameter's problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quiet {
    /// No words of its type's own, or of whatever validates it.
    Message,
    /// Nothing of what came, and no words that may repeat it.
    Secret,
}

/// The parameters of which little is said.
#[derive(Clone, Debug, Default)]
pub(crate) struct Quieted(Option<Arc<[(String, Quiet)]>>);

impl Quieted {
    pub(crate) fn new(parameters: Vec<(String, Quiet)>) -> Self {
        Self((!parameters.is_empty()).then(|| parameters.into()))
    }

    pub(crate) fn of(&self, name: &str) -> Option<Quiet> {
        let mut all = self.0.iter().flat_map(|all| all.iter());
        all.find(|(other, _)| other == name)
            .map(|(_, quiet)| *quiet)
    }

    pub(crate) fn is_secret(&self, name: &str) -> bool {
        self.of(name) == Some(Quiet::Secret)
    }

    /// Whether any parameter is secret.
    pub(crate) fn any_secret(&self) -> bool {
        let mut all = self.0.iter().flat_map(|all| all.iter());
        all.any(|(_, quiet)| *quiet == Quiet::Secret)
    }
}

/// A tool as the feedback knows it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offer<'t> {
    pub(crate) definition: &'t ToolDefinition,
    pub(crate) quieted: &'t Quieted,
}
