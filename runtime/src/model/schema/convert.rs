//! The one transform, driven by the rules of a dialect.

use super::rules::Rules;
use super::strict::wrap_reference;
use super::words::{describe, includes, phrase};
use super::{Converted, Loss, LossKind, limits};
use serde_json::{Map, Value, json};

pub(super) fn convert(schema: &Value, rules: Rules) -> Converted {
    let mut walk = Walk {
        rules,
        losses: Vec::new(),
        path: String::new(),
    };
    let mut schema = schema.clone();
    walk.root(&mut schema);
    walk.schema(&mut schema);
    if let Some(limits) = rules.limits {
        limits::check(&schema, limits, &mut walk.losses);
    }
    Converted {
        schema,
        losses: walk.losses,
    }
}

pub(super) struct Walk {
    rules: Rules,
    losses: Vec<Loss>,
    /// Where the walk is, as a JSON Pointer.
    path: String,
}

impl Walk {
    pub(super) fn lose(&mut self, keyword: &str, kind: LossKind) {
        self.losses.push(Loss {
            path: self.path.clone(),
            keyword: keyword.to_owned(),
            kind,
        });
    }

    /// Does `walk` one step further down.
    fn at(&mut self, step: &str, walk: impl FnOnce(&mut Self)) {
        let length = self.path.len();
        self.path.push('/');
        self.path
            .push_str(&step.replace('~', "~0").replace('/', "~1"));
        walk(self);
        self.path.truncate(length);
    }

    /// An object with `properties`, whatever was left out.
    fn root(&mut self, schema: &mut Value) {
        if !self.rules.plain_root {
            return;
        }
        if !schema.is_object() {
            if *schema != Value::Bool(true) && !schema.is_null() {
                self.lose("false", LossKind::Unusable);
            }
            *schema = json!({});
        }
        let Value::Object(root) = schema else { return };
        root.remove("$schema");
        if root.get("type").and_then(Value::as_str) != Some("object") {
            if root
                .get("type")
                .is_some_and(|kind| !includes(kind, "object"))
            {
                self.lose("type", LossKind::Unusable);
            }
            root.insert("type".to_owned(), "object".into());
        }
        root.entry("properties").or_insert_with(|| json!({}));
        for keyword in ["anyOf", "oneOf", "allOf", "enum", "not"] {
            if let Some(value) = root.remove(keyword) {
                describe(root, &phrase(keyword, &value));
                self.lose(keyword, LossKind::Described);
            }
        }
    }

    fn schema(&mut self, schema: &mut Value) {
        if let Value::Bool(any) = schema {
            if self.rules.strict {
                self.lose(if *any { "true" } else { "false" }, LossKind::Unusable);
            }
            return;
        }
        let Value::Object(keywords) = schema else {
            return;
        };
        if self.rules.strict {
            self.merge_all_of(keywords);
            if let Some(variants) = keywords.remove("oneOf") {
                // One of several that exclude each other or not: the tool checks that itself.
                keywords.entry("anyOf").or_insert(variants);
                self.lose("oneOf", LossKind::Widened);
            }
            self.tuple(keywords);
            self.distribute(keywords);
        }
        self.refuse(keywords);
        self.inner(keywords);
        if self.rules.strict {
            self.close(keywords);
            wrap_reference(keywords);
            self.untyped(keywords);
        }
    }

    /// Moves what the dialect does not take into the description.
    fn refuse(&mut self, keywords: &mut Map<String, Value>) {
        for keyword in self.rules.refused {
            let note = matches!(
                *keyword,
                "$comment" | "deprecated" | "readOnly" | "writeOnly"
            );
            if let Some(value) = keywords.remove(*keyword)
                && !note
            {
                describe(keywords, &phrase(keyword, &value));
                self.lose(keyword, LossKind::Described);
            }
        }
        let Some(formats) = self.rules.formats else {
            return;
        };
        if let Some(format) = keywords
            .get("format")
            .and_then(Value::as_str)
            .map(str::to_owned)
            && !formats.contains(&format.as_str())
        {
            keywords.remove("format");
            describe(keywords, &format!("format: {format}"));
            self.lose("format", LossKind::Described);
        }
        if let Some(pattern) = keywords
            .get("pattern")
            .and_then(Value::as_str)
            .map(str::to_owned)
            && ["(?=", "(?!", "(?<=", "(?<!"]
                .iter()
                .any(|look| pattern.contains(look))
        {
            keywords.remove("pattern");
            describe(keywords, &format!("pattern: {pattern}"));
            self.lose("pattern", LossKind::Described);
        }
    }

    /// Walks into the schemas that stand inside this one.
    fn inner(&mut self, keywords: &mut Map<String, Value>) {
        for (keyword, value) in keywords.iter_mut() {
            match (keyword.as_str(), value) {
                (
                    "properties" | "$defs" | "definitions" | "patternProperties"
                    | "dependentSchemas",
                    Value::Object(all),
                ) => {
                    self.at(keyword, |walk| {
                        for (name, inner) in all.iter_mut() {
                            walk.at(name, |walk| walk.schema(inner));
                        }
                    });
                }
                ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(all)) => {
                    self.at(keyword, |walk| {
                        for (i, inner) in all.iter_mut().enumerate() {
                            walk.at(&i.to_string(), |walk| walk.schema(inner));
                        }
                    });
                }
                (
                    "items"
                    | "additionalProperties"
                    | "not"
                    | "contains"
                    | "propertyNames"
                    | "if"
                    | "then"
                    | "else",
                    inner,
                ) if inner.is_object() => {
                    self.at(keyword, |walk| walk.schema(inner));
                }
                _ => {}
            }
        }
    }
}
