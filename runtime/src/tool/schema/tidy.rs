//! What becomes of the schema that a type has: only what a model needs and every provider takes.

use crate::tool::ErrorTexts;
use crate::tool::arguments::Quieted;
use crate::tool::arguments::lenient::is_known_pattern;
use schemars::Schema;
use schemars::transform::{Transform, transform_subschemas};
use serde_json::{Map, Value};

/// What has to be known of a schema besides its text.
#[doc(hidden)]
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Limits {
    /// It holds limits that the types of the parameters may not enforce.
    pub any: bool,
    /// It holds formats, which only a validator enforces where the type does not.
    pub(crate) more: bool,
    /// It is not made of types.
    pub(crate) is_foreign: bool,
    /// A keyword that nothing here can enforce.
    pub unenforceable: Option<&'static str>,
    /// Of which parameters little is said.
    pub(crate) quieted: Quieted,
    /// What the tool's errors can say, where that is known.
    pub(crate) texts: Option<ErrorTexts>,
}

impl Limits {
    /// Of a schema that is not made of types.
    #[doc(hidden)]
    pub(crate) fn foreign() -> Self {
        Self {
            is_foreign: true,
            ..Self::default()
        }
    }
}

/// Drops titles and the formats that only name a Rust number, whose bounds are put in their place.
#[derive(Default)]
pub(super) struct Tidy {
    pub(super) limits: Limits,
}

/// Keywords that limit values of the right type.
const LIMITS: [&str; 9] = [
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "multipleOf",
];

/// Keywords that a validator of whole schemas would have to enforce.
const UNENFORCEABLE: [&str; 13] = [
    "pattern",
    "contains",
    "minContains",
    "maxContains",
    "if",
    "then",
    "else",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "propertyNames",
    "unevaluatedItems",
    "contentSchema",
];

/// Formats that are in no schema of a type that checks them itself: somebody asked for them.
const FORMATS: [&str; 11] = [
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "uri-reference",
    "iri",
    "iri-reference",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];

impl Transform for Tidy {
    fn transform(&mut self, schema: &mut Schema) {
        if let Some(map) = schema.as_object_mut() {
            if map.get("title").is_some_and(Value::is_string) {
                map.remove("title");
            }
            map.remove("$schema");
            self.bounds(map);
            self.note(map);
            if is_empty_object(map) {
                map.insert("properties".to_owned(), Map::new().into());
            }
        }
        transform_subschemas(self, schema);
    }
}

impl Tidy {
    /// Puts the bounds of a Rust number in the place of its format.
    fn bounds(&mut self, map: &mut Map<String, Value>) {
        let format = map.get("format").and_then(Value::as_str);
        let [least, most] = match format.map(bounds_of) {
            Some(Some(bounds)) => {
                map.remove("format");
                bounds
            }
            _ => [None, None],
        };
        for (key, bound) in [("minimum", least), ("maximum", most)] {
            match (map.get(key), bound) {
                (None, Some(bound)) => {
                    map.insert(key.to_owned(), bound);
                }
                (Some(own), bound) => self.limits.any |= bound.as_ref() != Some(own),
                (None, None) => {}
            }
        }
    }

    /// Notes what will have to be enforced.
    fn note(&mut self, map: &Map<String, Value>) {
        // A tuple has as many items as its type.
        let is_tuple = map.contains_key("prefixItems");
        self.limits.any |= LIMITS
            .iter()
            .any(|key| map.contains_key(*key) && !(is_tuple && key.ends_with("Items")));
        let format = map.get("format").and_then(Value::as_str);
        self.limits.more |= format.is_some();
        let mut found = UNENFORCEABLE.into_iter().find(|key| map.contains_key(*key));
        let patterns = map.get("patternProperties").and_then(Value::as_object);
        if patterns.is_some_and(|all| !all.keys().all(|pattern| is_known_pattern(pattern))) {
            found = found.or(Some("patternProperties"));
        }
        if format.is_some_and(|format| FORMATS.contains(&format)) {
            found = found.or(Some("format"));
        }
        if let Some(not) = map.get("not") {
            // As for the integers that are never zero.
            let is_constant = not.as_object().is_some_and(|not| {
                not.len() == 1 && not.get("const").is_some_and(Value::is_number)
            });
            self.limits.any |= is_constant;
            if !is_constant {
                found = found.or(Some("not"));
            }
        }
        self.limits.unenforceable = self.limits.unenforceable.or(found);
    }
}

/// Whether an object says nothing of its keys.
fn is_empty_object(map: &Map<String, Value>) -> bool {
    const KEYS: [&str; 7] = [
        "properties",
        "additionalProperties",
        "patternProperties",
        "$ref",
        "oneOf",
        "anyOf",
        "allOf",
    ];
    map.get("type").and_then(Value::as_str) == Some("object")
        && !KEYS.iter().any(|key| map.contains_key(*key))
}

/// The bounds of the Rust number that a format names, where a number of JSON can hold them.
fn bounds_of(format: &str) -> Option<[Option<Value>; 2]> {
    fn both<T: Into<Value>>(least: T, most: T) -> [Option<Value>; 2] {
        [Some(least.into()), Some(most.into())]
    }
    Some(match format {
        "int8" => both(i8::MIN, i8::MAX),
        "int16" => both(i16::MIN, i16::MAX),
        "int32" => both(i32::MIN, i32::MAX),
        "int64" => both(i64::MIN, i64::MAX),
        "int" => both(isize::MIN, isize::MAX),
        "uint8" => both(u8::MIN, u8::MAX),
        "uint16" => both(u16::MIN, u16::MAX),
        "uint32" => both(u32::MIN, u32::MAX),
        "uint64" => both(u64::MIN, u64::MAX),
        "uint" => both(usize::MIN, usize::MAX),
        "uint128" => [Some(0.into()), None],
        "int128" | "float" | "double" => [None, None],
        _ => return None,
    })
}
