//! Values found by their type.

use std::any::{Any, TypeId};
use std::fmt;
use std::sync::Arc;

/// Values of any types, one of each, found by type.
///
/// An invocation carries them to its tools and handlers: see
/// [`ToolContext::get`](crate::tool::ToolContext::get). They are never serialised and never sent.
///
/// ```
/// use toolwright::Extensions;
///
/// #[derive(Debug, PartialEq)]
/// struct Tenant(u32);
///
/// let mut extensions = Extensions::default();
/// extensions.insert(Tenant(7));
/// assert_eq!(extensions.get::<Tenant>(), Some(&Tenant(7)));
/// ```
#[derive(Clone, Default)]
pub struct Extensions {
    // A handful of values at the most: a scan beats a map.
    values: Vec<(TypeId, Arc<dyn Any + Send + Sync>)>,
}

impl Extensions {
    /// Puts a value in; it replaces the one of the same type.
    pub fn insert<T: Send + Sync + 'static>(&mut self, value: T) {
        let id = TypeId::of::<T>();
        self.values.retain(|(other, _)| *other != id);
        self.values.push((id, Arc::new(value)));
    }

    /// Returns the value of type `T`, if there is one.
    #[must_use]
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<&T> {
        let id = TypeId::of::<T>();
        self.values
            .iter()
            .find(|(other, _)| *other == id)
            .and_then(|(_, value)| value.downcast_ref())
    }
}

/// Shows how many values there are: they may be secret.
impl fmt::Debug for Extensions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Extensions({})", self.values.len())
    }
}
