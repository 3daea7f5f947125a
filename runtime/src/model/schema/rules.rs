//! What each dialect takes: one row a dialect.
//!
//! OpenAI: the guide to structured outputs and function calling, and what its clients found, as of November 2026.

use super::Dialect;

/// What a dialect takes.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    /// The keywords it does not take. Their meaning moves into the description.
    pub(super) refused: &'static [&'static str],
    /// The values of `format` it takes; `None` for all.
    pub(super) formats: Option<&'static [&'static str]>,
    /// Every object closed, every property required, optional ones nullable, `oneOf` as `anyOf`.
    pub(super) strict: bool,
    /// The root has to be a plain object.
    pub(super) plain_root: bool,
    pub(super) limits: Option<Limits>,
}

/// How large a schema may be.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub(super) properties: usize,
    pub(super) depth: usize,
    /// Of the names, enum values and constants together.
    pub(super) characters: usize,
    pub(super) enum_values: usize,
    /// Of an enum with more than `large_enum` values.
    pub(super) large_enum_characters: usize,
    pub(super) large_enum: usize,
}

const NOTHING: Rules = Rules {
    refused: &[],
    formats: None,
    strict: false,
    plain_root: false,
    limits: None,
};

/// As of February 2026.
const OPENAI_LIMITS: Limits = Limits {
    properties: 5_000,
    depth: 10,
    characters: 120_000,
    enum_values: 1_000,
    large_enum_characters: 15_000,
    large_enum: 250,
};

const OPENAI_STRICT_REFUSED: &[&str] = &[
    "$comment",
    "allOf",
    "contains",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "default",
    "dependentRequired",
    "dependentSchemas",
    "deprecated",
    "else",
    "examples",
    "if",
    "maxContains",
    "maxLength",
    "maxProperties",
    "minContains",
    "minLength",
    "minProperties",
    "not",
    "patternProperties",
    "propertyNames",
    "readOnly",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
    "writeOnly",
];

const OPENAI_STRICT_FORMATS: &[&str] = &[
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "time",
    "uuid",
];

impl Dialect {
    pub(super) const fn rules(self) -> Rules {
        match self {
            Self::JsonSchema202012 => NOTHING,
            Self::OpenAi | Self::Mcp => Rules {
                plain_root: true,
                ..NOTHING
            },
            Self::OpenAiStrict => Rules {
                refused: OPENAI_STRICT_REFUSED,
                formats: Some(OPENAI_STRICT_FORMATS),
                strict: true,
                plain_root: true,
                limits: Some(OPENAI_LIMITS),
            },
        }
    }
}
