//! What a strict dialect asks of every schema: one way to say each thing, and nothing left open.

use super::LossKind;
use super::convert::Walk;
use super::words::{describe, includes, phrase};
use serde_json::{Map, Value, json};

impl Walk {
    /// `allOf` as one schema, where its parts do not contradict each other.
    pub(super) fn merge_all_of(&mut self, keywords: &mut Map<String, Value>) {
        let Some(Value::Array(parts)) = keywords.get("allOf") else {
            return;
        };
        let mut merged = keywords.clone();
        merged.remove("allOf");
        for part in parts {
            let Value::Object(part) = part else { return };
            for (keyword, value) in part {
                match (keyword.as_str(), merged.get_mut(keyword), value) {
                    (_, None, value) => {
                        merged.insert(keyword.clone(), value.clone());
                    }
                    ("properties", Some(Value::Object(known)), Value::Object(more)) => {
                        known.extend(
                            more.iter()
                                .map(|(name, value)| (name.clone(), value.clone())),
                        );
                    }
                    ("required", Some(Value::Array(known)), Value::Array(more)) => {
                        for name in more {
                            if !known.contains(name) {
                                known.push(name.clone());
                            }
                        }
                    }
                    ("description", Some(_), _) => {}
                    (_, Some(known), value) if known == value => {}
                    // Left as it is, and described with what else the dialect does not take.
                    _ => return,
                }
            }
        }
        *keywords = merged;
        self.lose("allOf", LossKind::Widened);
    }

    /// A tuple as a list of as many items, each of any of its types.
    pub(super) fn tuple(&mut self, keywords: &mut Map<String, Value>) {
        let Some(Value::Array(items)) = keywords.remove("prefixItems") else {
            return;
        };
        let length = items.len();
        describe(
            keywords,
            &phrase("prefixItems", &Value::Array(items.clone())),
        );
        let mut kinds: Vec<Value> = Vec::new();
        for item in items {
            if !kinds.contains(&item) {
                kinds.push(item);
            }
        }
        let any = match kinds.as_slice() {
            [one] => one.clone(),
            _ => json!({"anyOf": kinds}),
        };
        keywords.insert("items".to_owned(), any);
        keywords.entry("minItems").or_insert_with(|| length.into());
        keywords.entry("maxItems").or_insert_with(|| length.into());
        self.lose("prefixItems", LossKind::Widened);
    }

    /// Properties beside a choice of objects, as of flattened enums, in each of its branches: closed, neither the object
    /// nor a branch of it would take what the other asks for.
    pub(super) fn distribute(&mut self, keywords: &mut Map<String, Value>) {
        let Some(Value::Object(own)) = keywords.get("properties").cloned() else {
            return;
        };
        let Some(Value::Array(branches)) = keywords.get_mut("anyOf") else {
            return;
        };
        let is_open = |branch: &Value| branch.get("properties").is_some_and(Value::is_object);
        if !branches.iter().all(is_open) {
            return self.lose("anyOf", LossKind::Unusable);
        }
        for branch in &mut *branches {
            let known = branch.get_mut("properties").and_then(Value::as_object_mut);
            if let Some(known) = known {
                for (name, property) in &own {
                    known.entry(name).or_insert_with(|| property.clone());
                }
            }
        }
        let required = keywords.remove("required");
        if let (Some(Value::Array(required)), Some(Value::Array(branches))) =
            (required, keywords.get_mut("anyOf"))
        {
            for branch in branches.iter_mut().filter_map(Value::as_object_mut) {
                let known = branch.entry("required").or_insert_with(|| json!([]));
                if let Value::Array(known) = known {
                    known.extend(required.iter().cloned());
                }
            }
        }
        for keyword in ["type", "properties", "additionalProperties"] {
            keywords.remove(keyword);
        }
    }

    /// Every property required, what was optional nullable, nothing else allowed.
    pub(super) fn close(&mut self, keywords: &mut Map<String, Value>) {
        let is_object = keywords
            .get("type")
            .is_some_and(|kind| includes(kind, "object"));
        if !is_object && !keywords.contains_key("properties") {
            return;
        }
        let names_keys = match keywords.get("properties") {
            Some(Value::Object(properties)) => !properties.is_empty(),
            _ => false,
        };
        match keywords.insert("additionalProperties".to_owned(), false.into()) {
            Some(Value::Bool(false)) => {}
            // More keys than those that are named may be there, but need not.
            Some(Value::Bool(true)) if names_keys => {}
            // An object that says nothing of its keys has none.
            None if names_keys || keywords.contains_key("properties") => {}
            // A map of any keys: a model could write none of them.
            Some(_) => self.lose("additionalProperties", LossKind::Unusable),
            None => self.lose("properties", LossKind::Unusable),
        }
        let required = match keywords.remove("required") {
            Some(Value::Array(names)) => names,
            _ => Vec::new(),
        };
        let properties = keywords.entry("properties").or_insert_with(|| json!({}));
        let Value::Object(properties) = properties else {
            return;
        };
        for (name, property) in properties.iter_mut() {
            if !required.iter().any(|known| known.as_str() == Some(name)) {
                make_nullable(property);
            }
        }
        let all: Vec<Value> = properties.keys().map(|name| name.as_str().into()).collect();
        keywords.insert("required".to_owned(), all.into());
    }

    /// Something of any kind cannot be asked for.
    pub(super) fn untyped(&mut self, keywords: &Map<String, Value>) {
        let typed = ["type", "anyOf", "enum", "const", "$ref"]
            .iter()
            .any(|keyword| keywords.contains_key(*keyword));
        if !typed {
            self.lose("type", LossKind::Unusable);
        }
        let is_array = keywords
            .get("type")
            .is_some_and(|kind| includes(kind, "array"));
        if is_array && !keywords.get("items").is_some_and(Value::is_object) {
            self.lose("items", LossKind::Unusable);
        }
    }
}

/// A reference takes no neighbours.
pub(super) fn wrap_reference(keywords: &mut Map<String, Value>) {
    if keywords.len() > 1
        && let Some(reference) = keywords.remove("$ref")
    {
        let wrapped = json!([{"$ref": reference}]);
        keywords.entry("anyOf").or_insert(wrapped);
    }
}

fn make_nullable(schema: &mut Value) {
    let Value::Object(keywords) = schema else {
        return;
    };
    let null = json!({"type": "null"});
    if let Some(Value::Array(variants)) = keywords.get_mut("anyOf") {
        if !variants.iter().any(|variant| {
            variant
                .get("type")
                .is_some_and(|kind| includes(kind, "null"))
        }) {
            variants.push(null);
        }
        return;
    }
    if let Some(Value::Array(values)) = keywords.get_mut("enum")
        && !values.contains(&Value::Null)
    {
        values.push(Value::Null);
    }
    let is_const = keywords.contains_key("const");
    match keywords.get_mut("type") {
        Some(kind) if includes(kind, "null") => {}
        Some(Value::Array(kinds)) => kinds.push("null".into()),
        Some(_) if !is_const => {
            let one = keywords.remove("type").unwrap_or_default();
            keywords.insert("type".to_owned(), json!([one, "null"]));
        }
        _ => {
            let description = keywords.remove("description");
            let inner = std::mem::take(keywords);
            keywords.insert(
                "anyOf".to_owned(),
                Value::Array(vec![Value::Object(inner), null]),
            );
            if let Some(description) = description {
                keywords.insert("description".to_owned(), description);
            }
        }
    }
}
