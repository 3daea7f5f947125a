//! Schemas as each provider takes them.
//!
//! A tool has one schema, in JSON Schema 2020-12, and it is what its arguments are checked against, whatever a
//! provider was told. A [`Dialect`] turns it into what that provider accepts and says what was [lost](Loss) on the
//! way: nothing is dropped in silence.

mod convert;
mod limits;
mod rules;
mod strict;
mod words;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// The form of JSON Schema that a provider takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// JSON Schema 2020-12 as it is.
    JsonSchema202012,
    /// OpenAI's function calling with `strict: false`.
    OpenAi,
    /// OpenAI's function calling with `strict: true`: every property required, optional ones nullable.
    OpenAiStrict,
    /// The Model Context Protocol: 2020-12 with an object at its root.
    Mcp,
}

impl Dialect {
    /// All dialects.
    pub const ALL: &'static [Self] = &[
        Self::JsonSchema202012,
        Self::OpenAi,
        Self::OpenAiStrict,
        Self::Mcp,
    ];

    /// Turns the schema of a tool's arguments into this dialect.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::model::schema::{Dialect, LossKind};
    ///
    /// let schema = json!({
    ///     "type": "object",
    ///     "properties": {"limit": {"type": "integer", "description": "How many", "default": 7}},
    /// });
    /// let strict = Dialect::OpenAiStrict.convert(&schema);
    /// assert_eq!(strict.schema["properties"]["limit"], json!({
    ///     "type": ["integer", "null"], "description": "How many (default: 7)",
    /// }));
    /// assert_eq!(strict.losses[0].to_string(), "/properties/limit: `default` moved to the description");
    /// assert!(strict.is_usable());
    /// ```
    #[must_use]
    pub fn convert(self, schema: &Value) -> Converted {
        convert::convert(schema, self.rules())
    }
}

/// A schema in a [`Dialect`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Converted {
    /// The schema.
    pub schema: Value,
    /// What of the original the dialect cannot say, in the order of the schema.
    pub losses: Vec<Loss>,
}

impl Converted {
    /// Returns whether the provider takes the schema and a model can still write right arguments by it.
    ///
    /// If not, offer the tool in a wider dialect: `strict: false` instead of `true`.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        self.losses
            .iter()
            .all(|loss| loss.kind != LossKind::Unusable)
    }
}

/// Something that a [`Dialect`] cannot say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Loss {
    /// Where it stands in the original, as a JSON Pointer; empty for the root.
    pub path: String,
    /// The keyword, or the name of the limit.
    pub keyword: String,
    /// What became of it.
    pub kind: LossKind,
}

/// What became of something that a [`Dialect`] cannot say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum LossKind {
    /// It stands in the description now.
    Described,
    /// It was said in another way that allows more.
    Widened,
    /// The provider would refuse it, or a model could not write what the tool needs.
    Unusable,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.path.is_empty() {
            "the root"
        } else {
            &self.path
        };
        let what = match self.kind {
            LossKind::Described => "moved to the description",
            LossKind::Widened => "said in another way, which allows more",
            LossKind::Unusable => "cannot be said",
        };
        write!(f, "{path}: `{}` {what}", self.keyword)
    }
}
