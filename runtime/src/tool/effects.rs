//! What a tool does to the world.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What a tool does to the world, as far as its author said so. Unless said otherwise, a tool has effects.
///
/// ```
/// use toolwright::tool::Effects;
///
/// assert!(!Effects::UNKNOWN.read_only());
/// assert!(Effects::READ_ONLY.idempotent());
/// assert!(Effects::DESTRUCTIVE.and_idempotent().destructive());
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Said", into = "Said")]
pub struct Effects(Kind);

#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
enum Kind {
    #[default]
    Unknown,
    ReadOnly,
    Idempotent,
    Destructive,
    DestructiveIdempotent,
}

impl Effects {
    /// Nothing is said: the tool may do anything, and a second call may do it once more.
    pub const UNKNOWN: Self = Self(Kind::Unknown);
    /// The tool only reads.
    pub const READ_ONLY: Self = Self(Kind::ReadOnly);
    /// The tool changes something, but a second call with the same arguments changes nothing more.
    pub const IDEMPOTENT: Self = Self(Kind::Idempotent);
    /// The tool deletes or overwrites.
    pub const DESTRUCTIVE: Self = Self(Kind::Destructive);

    /// Adds that a second call with the same arguments changes nothing more.
    #[must_use]
    pub const fn and_idempotent(self) -> Self {
        match self.0 {
            Kind::Unknown => Self(Kind::Idempotent),
            Kind::Destructive => Self(Kind::DestructiveIdempotent),
            Kind::ReadOnly | Kind::Idempotent | Kind::DestructiveIdempotent => self,
        }
    }

    /// Returns whether the tool is known to change nothing.
    #[must_use]
    pub const fn read_only(self) -> bool {
        matches!(self.0, Kind::ReadOnly)
    }

    /// Returns whether the tool is known to do no more if it is called twice. What only reads is.
    #[must_use]
    pub const fn idempotent(self) -> bool {
        matches!(
            self.0,
            Kind::ReadOnly | Kind::Idempotent | Kind::DestructiveIdempotent
        )
    }

    /// Returns whether the tool is known to delete or overwrite.
    #[must_use]
    pub const fn destructive(self) -> bool {
        matches!(self.0, Kind::Destructive | Kind::DestructiveIdempotent)
    }

    /// Returns whether nothing is said.
    #[must_use]
    pub const fn is_unknown(&self) -> bool {
        matches!(self.0, Kind::Unknown)
    }
}

impl fmt::Debug for Effects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Kind::Unknown => "unknown",
            Kind::ReadOnly => "read-only",
            Kind::Idempotent => "idempotent",
            Kind::Destructive => "destructive",
            Kind::DestructiveIdempotent => "destructive, idempotent",
        })
    }
}

/// The effects as they are stored: what is not said is left out.
#[derive(Serialize, Deserialize)]
struct Said {
    #[serde(default, skip_serializing_if = "is_false")]
    read_only: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    idempotent: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    destructive: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_false(value: &bool) -> bool {
    !value
}

impl From<Effects> for Said {
    fn from(effects: Effects) -> Self {
        Self {
            read_only: effects.read_only(),
            idempotent: effects.idempotent() && !effects.read_only(),
            destructive: effects.destructive(),
        }
    }
}

impl From<Said> for Effects {
    fn from(said: Said) -> Self {
        // Whoever wrote both: not believing that a tool only reads is the side without harm.
        let effects = match said {
            Said {
                destructive: true, ..
            } => Self::DESTRUCTIVE,
            Said {
                read_only: true, ..
            } => Self::READ_ONLY,
            _ => Self::UNKNOWN,
        };
        if said.idempotent {
            effects.and_idempotent()
        } else {
            effects
        }
    }
}
