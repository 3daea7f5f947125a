//! Which handler decides: the tool's own for bad arguments, the tool's own, the agent's for that kind, the agent's, the default.

use super::{FailInvocationUnlessVisibleToLlm, ToolExecutionErrorHandler};
use crate::extensions::Extensions;
use crate::tool::ToolErrorKind;
use std::fmt;
use std::sync::Arc;

type Shared = Arc<dyn ToolExecutionErrorHandler>;

/// The handlers of an agent.
#[derive(Clone, Default)]
pub(crate) struct Handlers {
    by_kind: [Option<Shared>; ToolErrorKind::COUNT],
    general: Option<Shared>,
}

/// The handler that a tool brings itself.
struct OwnHandler(Shared);

/// The handler that a tool brings for arguments that cannot be decoded.
struct OwnArgumentsHandler(Shared);

/// Gives a tool a handler of its own for arguments that cannot be decoded.
pub fn own_arguments_handler(
    settings: &mut Extensions,
    handler: impl ToolExecutionErrorHandler + 'static,
) {
    settings.insert(OwnArgumentsHandler(Arc::new(handler)));
}

/// Gives a tool a handler of its own.
pub fn own_handler(settings: &mut Extensions, handler: impl ToolExecutionErrorHandler + 'static) {
    settings.insert(OwnHandler(Arc::new(handler)));
}

impl Handlers {
    pub(crate) fn set(&mut self, handler: impl ToolExecutionErrorHandler + 'static) {
        self.general = Some(Arc::new(handler));
    }

    pub(crate) fn set_for(
        &mut self,
        kind: ToolErrorKind,
        handler: impl ToolExecutionErrorHandler + 'static,
    ) {
        if let Some(slot) = self.by_kind.get_mut(kind as usize) {
            *slot = Some(Arc::new(handler));
        }
    }

    pub(crate) fn resolve<'h>(
        &'h self,
        kind: ToolErrorKind,
        tool: Option<&'h Extensions>,
    ) -> &'h dyn ToolExecutionErrorHandler {
        let own = tool.and_then(|settings| {
            let for_arguments = (kind == ToolErrorKind::Arguments)
                .then(|| settings.get::<OwnArgumentsHandler>())
                .flatten();
            let general = || settings.get::<OwnHandler>().map(|own| &own.0);
            for_arguments.map(|own| &own.0).or_else(general)
        });
        own.or_else(|| self.by_kind.get(kind as usize).and_then(Option::as_ref))
            .or(self.general.as_ref())
            .map_or(&FailInvocationUnlessVisibleToLlm, |handler| &**handler)
    }
}

impl fmt::Debug for Handlers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = self
            .by_kind
            .iter()
            .filter(|handler| handler.is_some())
            .count();
        write!(
            f,
            "Handlers(general: {}, by kind: {kinds})",
            self.general.is_some()
        )
    }
}
