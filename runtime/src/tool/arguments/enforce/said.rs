//! What the model is told of a schema that it breaks: in our words, and never by repeating what the validator says.

use super::{is_beyond_types, meant};
use crate::nearest::nearest;
use crate::tool::arguments::Offer;
use crate::tool::arguments::lenient::exact::{exact, parsed, twins};
use crate::tool::arguments::lenient::{Findings, Layers, Node, expected, place, words};
use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Is;
use serde_json::Value;

/// So many lines are kept; the others are counted.
const KEPT: usize = 20;
/// So much of a regular expression is shown.
const PATTERN: usize = 200;

/// The lines about one text.
pub(super) struct Said<'a> {
    text: &'a str,
    tree: Option<Node<'a>>,
    offer: Offer<'a>,
    found: Findings,
}

impl<'a> Said<'a> {
    pub(super) fn new(text: &'a str, offer: Offer<'a>) -> Self {
        Self {
            text,
            tree: parsed(text),
            offer,
            found: Findings::default(),
        }
    }

    pub(super) fn finish(self) -> Option<Findings> {
        (!self.found.lines.is_empty()).then_some(self.found)
    }

    /// Says what only a validator finds.
    pub(super) fn of_types(&mut self, error: &ValidationError<'_>) {
        if !is_beyond_types(error) {
            return;
        }
        let branches = match error.kind() {
            Is::AnyOf { context } | Is::OneOfNotValid { context } => meant(context),
            _ => None,
        };
        match branches {
            Some(errors) => errors.iter().for_each(|error| self.of_types(error)),
            None => self.of_all(error),
        }
    }

    /// Says what is wrong, whatever it is.
    pub(super) fn of_all(&mut self, error: &ValidationError<'_>) {
        // To find its place takes as long as its object has keys.
        if self.found.lines.len() >= KEPT {
            self.found.more += 1;
            return;
        }
        let (path, raw, is_secret) = self.place(error.instance_path().as_str());
        let mut shown = String::new();
        words::push_path(&mut shown, &path);
        let mut got = String::from(", got ");
        words::got_text(&mut got, &raw, is_secret);
        let limit = |words: &str, limit: &dyn std::fmt::Display| format!("{words} {limit}");
        let expected = match error.kind() {
            Is::Required { property } => return self.missing(error, &path, property),
            Is::AdditionalProperties { unexpected } | Is::UnevaluatedProperties { unexpected } => {
                return self.unknown(error, &shown, unexpected, is_secret);
            }
            Is::Pattern { pattern } => {
                format!("a string that matches {}", words::shown(pattern, PATTERN))
            }
            Is::Format { format } => format!("a string in the format {}", words::excerpt(format)),
            Is::ContentEncoding {
                content_encoding: how,
            }
            | Is::ContentMediaType {
                content_media_type: how,
            } => {
                format!("a string of {}", words::excerpt(how))
            }
            Is::UniqueItems => "items that are all different".to_owned(),
            Is::Contains => "an array with the items that it has to contain".to_owned(),
            Is::MinProperties { limit: least } => {
                limit("an object of at least so many keys:", least)
            }
            Is::MaxProperties { limit: most } => limit("an object of at most so many keys:", most),
            Is::AdditionalItems { .. } | Is::UnevaluatedItems { .. } => "fewer items".to_owned(),
            Is::FalseSchema => "nothing".to_owned(),
            Is::PropertyNames { error } => match error.kind() {
                Is::Pattern { pattern } => {
                    format!("only keys that match {}", words::shown(pattern, PATTERN))
                }
                _ => "other keys".to_owned(),
            },
            Is::OneOfMultipleValid { .. } => "a value of exactly one of the forms".to_owned(),
            Is::Type { .. }
            | Is::Enum { .. }
            | Is::Constant { .. }
            | Is::Minimum { .. }
            | Is::Maximum { .. }
            | Is::ExclusiveMinimum { .. }
            | Is::ExclusiveMaximum { .. }
            | Is::MultipleOf { .. }
            | Is::MinLength { .. }
            | Is::MaxLength { .. }
            | Is::MinItems { .. }
            | Is::MaxItems { .. }
            | Is::AnyOf { .. }
            | Is::OneOfNotValid { .. } => self.wanted(error),
            _ => "another value".to_owned(),
        };
        self.add(&format!("{shown}: expected {expected}{got}"));
    }

    /// Says which keys stand there twice.
    pub(super) fn twins(&mut self, tree: Option<&Node<'_>>) {
        let mut paths = Vec::new();
        if let Some(tree) = tree {
            twins(tree, &mut String::new(), &mut paths);
        }
        for path in paths {
            let mut line = String::new();
            words::push_path(&mut line, &path);
            self.add(&format!("{line} is given twice"));
        }
    }

    fn missing(&mut self, error: &ValidationError<'_>, path: &str, property: &Value) {
        let name = property.as_str().unwrap_or_default();
        let root = self.offer.definition.input_schema();
        let mut inside = path.to_owned();
        words::push_key(&mut inside, name);
        let mut line = String::new();
        words::push_path(&mut line, &inside);
        line.push_str(" is missing: expected ");
        let schema = self
            .schema(error)
            .and_then(|schema| schema.get("properties")?.get(name));
        expected::wanted_at(&mut line, root, schema.unwrap_or(&Value::Null));
        self.add(&line);
    }

    fn unknown(
        &mut self,
        error: &ValidationError<'_>,
        shown: &str,
        unexpected: &[String],
        is_secret: bool,
    ) {
        let root = self.offer.definition.input_schema();
        let layers = self.schema(error).map(|schema| Layers::of(root, schema));
        let layers = layers.unwrap_or_default();
        let names: Vec<&str> = layers.names().collect();
        // One more than are kept: whether there are more is said.
        for key in unexpected.iter().take(KEPT + 1) {
            let key = (!is_secret).then_some(key.as_str());
            let near = key.and_then(|key| nearest(key, names.iter().copied()));
            self.add(&words::unknown(shown, key, near, &names));
        }
    }

    /// What the schema asks for at the place of the error, in words.
    fn wanted(&self, error: &ValidationError<'_>) -> String {
        let root = self.offer.definition.input_schema();
        let mut out = String::new();
        expected::wanted_at(&mut out, root, self.schema(error).unwrap_or(&Value::Null));
        out
    }

    /// The schema that holds the keyword which is broken.
    fn schema(&self, error: &ValidationError<'_>) -> Option<&'a Value> {
        let (holder, _) = error.schema_path().as_str().rsplit_once('/')?;
        self.offer.definition.input_schema().pointer(holder)
    }

    /// A place as it is shown, what stands there, and whether that is a secret.
    fn place(&self, pointer: &str) -> (String, String, bool) {
        let (path, steps, node) = exact(self.tree.as_ref(), pointer);
        let raw = node.map(|node| node.raw.to_owned()).unwrap_or_default();
        let (name, steps) = match steps.split_first() {
            Some((name, steps)) => (name.as_str().unwrap_or_default(), steps),
            None => return (path, raw, self.offer.quieted.any_secret()),
        };
        if !self.offer.quieted.is_secret(name) {
            return (path, raw, false);
        }
        let place = place(self.text, self.offer, name, steps);
        (place.path, raw, true)
    }

    fn add(&mut self, line: &str) {
        if self.found.lines.iter().any(|other| other == line) {
            return;
        }
        if self.found.lines.len() < KEPT {
            self.found.lines.push(line.to_owned());
        } else {
            self.found.more += 1;
        }
    }
}
