//! What can be wrong with the text of a call's arguments.

use super::lenient::Findings;
use crate::tool::{ToolDefinition, ToolError};
use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::ops::Range;

/// One thing that is wrong.
pub(crate) enum Problem {
    /// The text is not one JSON object; where it stops being one.
    Syntax { at: usize },
    /// The text is JSON, but no object.
    NotAnObject,
    /// A parameter that has to be there is not.
    Missing { name: &'static str },
    /// A key that no parameter has.
    Unknown { key: String },
    /// A key that stands there twice.
    Duplicate { name: &'static str },
    /// A value that is not of the parameter's type; where it stands in the text, and what its type says.
    Invalid {
        name: &'static str,
        value: Range<usize>,
        error: serde_json::Error,
    },
    /// A value that decoded, and that a validation refuses.
    Refused {
        name: &'static str,
        error: ToolError,
    },
    /// A value that decoded, and that the rules of its type refuse.
    #[cfg(feature = "garde")]
    Ruled {
        name: &'static str,
        /// Where inside the value: keys and indices, as the rules name them.
        path: Vec<serde_json::Value>,
        text: String,
    },
    /// Values that the schema does not take.
    Limits(Findings),
}

impl Problem {
    /// Whether a validation found it, which runs after decoding.
    pub(crate) fn is_of_a_validation(&self) -> bool {
        match self {
            Self::Refused { .. } => true,
            #[cfg(feature = "garde")]
            Self::Ruled { .. } => true,
            _ => false,
        }
    }
}

/// The arguments of a call could not be decoded.
///
/// Its `Display` and its `Debug` are for developers and repeat neither values nor keys that the model wrote; the model
/// reads a text of its own.
pub(crate) struct ArgumentsError {
    pub(crate) problems: Vec<Problem>,
    /// The names of all parameters, in their order; none of a tool that decodes by itself.
    pub(crate) names: &'static [&'static str],
}

impl ArgumentsError {
    /// The names of all parameters, if need be from the schema.
    pub(crate) fn names<'t>(&self, definition: &'t ToolDefinition) -> Cow<'t, [&'t str]> {
        if !self.names.is_empty() {
            return Cow::Borrowed(self.names);
        }
        let properties = definition.input_schema().get("properties");
        let names = properties.and_then(|all| all.as_object()).into_iter();
        names
            .flat_map(|all| all.keys().map(String::as_str))
            .collect()
    }
}

impl fmt::Display for ArgumentsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.problems.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            match problem {
                Problem::Syntax { at } => write!(f, "not a JSON object (byte {at})")?,
                Problem::NotAnObject => f.write_str("JSON, but no object")?,
                Problem::Missing { name } => write!(f, "`{name}` is missing")?,
                Problem::Unknown { .. } => f.write_str("a key that no parameter has")?,
                Problem::Duplicate { name } => write!(f, "`{name}` is given twice")?,
                Problem::Invalid { name, .. } => write!(f, "`{name}` is not of its type")?,
                Problem::Refused { name, .. } => {
                    write!(f, "`{name}` is refused by its validation")?;
                }
                #[cfg(feature = "garde")]
                Problem::Ruled { name, .. } => write!(f, "`{name}` is refused by its rules")?,
                Problem::Limits(_) => f.write_str("values that the schema does not take")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for ArgumentsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ArgumentsError({self})")
    }
}

impl Error for ArgumentsError {
    /// The first error of a validation.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.problems.iter().find_map(|problem| match problem {
            Problem::Refused { error, .. } => Some(error.error()),
            _ => None,
        })
    }
}
