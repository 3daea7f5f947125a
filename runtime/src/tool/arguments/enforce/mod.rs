//! A schema enforced whole, by a validator: what the walk beside a schema does not know, and schemas of others.

mod cost;
mod said;

use super::lenient::Findings;
use super::lenient::exact::{has_twins, parsed, value};
use super::{ArgumentsError, Offer, Problem};
use jsonschema::error::ValidationErrorKind as Is;
use jsonschema::paths::Location;
use jsonschema::{PatternOptions, ValidationError, Validator};
use said::Said;
use serde_json::Value;

/// The longest regular expression, in bytes as it is compiled.
const SIZE: usize = 1 << 20;
/// So much of what is wrong with a schema is said.
const REASON: usize = 300;

/// The validator of one tool's arguments.
#[derive(Debug)]
pub(crate) struct Enforcer {
    validator: Validator,
    /// With references, a short text can take a long time.
    has_references: bool,
}

impl Enforcer {
    /// Compiles a schema. Nothing is fetched, and regular expressions take linear time.
    pub(crate) fn new(schema: &Value) -> Result<Self, String> {
        let options = jsonschema::options()
            .offline()
            .should_validate_formats(true)
            .with_pattern_options(PatternOptions::regex().size_limit(SIZE));
        let built = options.build(schema).map_err(|error| error.to_string());
        let reason = |reason: String| super::lenient::words::shown(&reason, REASON);
        Ok(Self {
            validator: built.map_err(reason)?,
            has_references: cost::references(schema).map_err(reason)?,
        })
    }

    /// Whether a text may be validated, as long as that may take.
    fn affords(&self, text: &str, offer: Offer<'_>) -> bool {
        let root = offer.definition.input_schema();
        !self.has_references || parsed(text).is_some_and(|tree| cost::is_affordable(root, &tree))
    }

    /// What a text breaks of a schema that is made of types, where neither the types nor the walk enforce it.
    pub(crate) fn beyond_types(&self, text: &str, offer: Offer<'_>) -> Option<Findings> {
        // By the tree: what a type passes over may hold what is no value, and must not hide the rest.
        let value = value(&parsed(text)?);
        if !self.affords(text, offer) {
            return Some(too_much());
        }
        if self.validator.is_valid(&value) {
            return None;
        }
        let mut said = Said::new(text, offer);
        for error in self.validator.iter_errors(&value) {
            said.of_types(&error);
        }
        said.finish()
    }

    /// What is wrong with the arguments of a tool that decodes by itself. They are taken as they were sent: the tool gets
    /// what was validated.
    pub(crate) fn refused(&self, text: &str, offer: Offer<'_>) -> Option<ArgumentsError> {
        let problem = match serde_json::from_str::<Value>(text) {
            Err(_) => Problem::Syntax {
                at: super::record::breaks_off(text),
            },
            Ok(value) if !value.is_object() => Problem::NotAnObject,
            Ok(_) if !self.affords(text, offer) => Problem::Limits(too_much()),
            Ok(value) => {
                let is_valid = self.validator.is_valid(&value);
                // Of two values under one key the validator sees the last one, and the tool whichever it likes.
                if is_valid && !has_twins(text) {
                    return None;
                }
                let mut said = Said::new(text, offer);
                for error in self.validator.iter_errors(&value) {
                    said.of_all(&error);
                }
                said.twins(parsed(text).as_ref());
                Problem::Limits(said.finish()?)
            }
        };
        Some(ArgumentsError {
            problems: vec![problem],
            names: &[],
        })
    }
}

/// What is said of a text whose validation nobody would wait for.
fn too_much() -> Findings {
    Findings {
        lines: vec![format!(
            "{}: too much to be checked",
            super::lenient::words::WHOLE
        )],
        more: 0,
    }
}

/// Whether an error is of what neither types nor the walk enforce.
fn is_beyond_types(error: &ValidationError<'_>) -> bool {
    if is_inside(error.schema_path()) {
        return true;
    }
    match error.kind() {
        Is::AnyOf { context } | Is::OneOfNotValid { context } => meant(context).is_some(),
        Is::Pattern { .. }
        | Is::Format { .. }
        | Is::Contains
        | Is::Not { .. }
        | Is::PropertyNames { .. }
        | Is::UnevaluatedItems { .. }
        | Is::OneOfMultipleValid { .. }
        | Is::ContentEncoding { .. }
        | Is::ContentMediaType { .. }
        | Is::FromUtf8 { .. }
        | Is::RegexEngineFailure { .. }
        | Is::BacktrackLimitExceeded { .. }
        | Is::Custom { .. }
        | Is::Referencing(_) => true,
        _ => false,
    }
}

/// The branch of a choice whose types fit.
fn meant<'e>(
    branches: &'e [Vec<ValidationError<'static>>],
) -> Option<&'e [ValidationError<'static>]> {
    let mut branches = branches.iter();
    branches
        .find(|errors| !errors.is_empty() && errors.iter().all(is_beyond_types))
        .map(Vec::as_slice)
}

/// Whether a place in a schema is inside a keyword into which the walk does not look.
fn is_inside(path: &Location) -> bool {
    const NAMED: [&str; 6] = [
        "properties",
        "patternProperties",
        "$defs",
        "definitions",
        "dependentSchemas",
        "dependentRequired",
    ];
    const UNSEEN: [&str; 12] = [
        "if",
        "then",
        "else",
        "contains",
        "not",
        "dependencies",
        "dependentSchemas",
        "dependentRequired",
        "propertyNames",
        "unevaluatedItems",
        "contentSchema",
        "patternProperties",
    ];
    let mut segments = path.as_str().split('/').skip(1);
    while let Some(segment) = segments.next() {
        let name = NAMED.contains(&segment).then(|| segments.next()).flatten();
        let is_known =
            segment == "patternProperties" && name.is_some_and(super::lenient::is_known_pattern);
        if UNSEEN.contains(&segment) && !is_known {
            return true;
        }
    }
    false
}
