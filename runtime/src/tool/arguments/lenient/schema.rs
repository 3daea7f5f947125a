//! A schema as what it is here: several objects that all apply, after references are followed.

use serde_json::{Map, Value};

/// References and `allOf` are followed so deep.
const DEPTH: usize = 32;
/// So many objects apply to one value, no more.
const LAYERS: usize = 64;

/// One object of a schema.
#[derive(Clone, Copy, Debug)]
struct Layer<'s> {
    map: &'s Map<String, Value>,
    /// Its `oneOf` or `anyOf` is decided.
    decided: bool,
}

/// The objects that apply to a value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layers<'s>(Vec<Layer<'s>>);

/// A choice between schemas.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Union<'s> {
    at: usize,
    pub(crate) branches: &'s [Value],
    /// `oneOf`, which is how an enum is described that has a tag of whatever kind.
    pub(crate) one: bool,
}

/// The kinds of values that a schema takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kinds(u8);

impl Kinds {
    pub(crate) const NULL: Self = Self(1);
    pub(crate) const BOOL: Self = Self(2);
    pub(crate) const INTEGER: Self = Self(4);
    pub(crate) const NUMBER: Self = Self(8);
    pub(crate) const TEXT: Self = Self(16);
    pub(crate) const ARRAY: Self = Self(32);
    pub(crate) const OBJECT: Self = Self(64);
    const ALL: Self = Self(127);

    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn is_any(self) -> bool {
        self == Self::ALL
    }

    /// The kinds, one by one.
    pub(crate) fn each(self) -> impl Iterator<Item = Self> {
        const EACH: [Kinds; 7] = [
            Kinds::INTEGER,
            Kinds::NUMBER,
            Kinds::TEXT,
            Kinds::BOOL,
            Kinds::ARRAY,
            Kinds::OBJECT,
            Kinds::NULL,
        ];
        EACH.into_iter().filter(move |kind| self.has(*kind))
    }

    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn named(name: &str) -> Self {
        match name {
            "null" => Self::NULL,
            "boolean" => Self::BOOL,
            "integer" => Self::INTEGER,
            "number" => Self::NUMBER,
            "string" => Self::TEXT,
            "array" => Self::ARRAY,
            "object" => Self::OBJECT,
            _ => Self(0),
        }
    }

    fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::NULL,
            Value::Bool(_) => Self::BOOL,
            Value::Number(_) => Self::NUMBER,
            Value::String(_) => Self::TEXT,
            Value::Array(_) => Self::ARRAY,
            Value::Object(_) => Self::OBJECT,
        }
    }
}

impl<'s> Layers<'s> {
    /// What applies where `schema` stands.
    pub(crate) fn of(root: &'s Value, schema: &'s Value) -> Self {
        let mut layers = Self::default();
        layers.add(root, schema, DEPTH);
        layers
    }

    pub(crate) fn also(&mut self, root: &'s Value, schema: &'s Value) {
        self.add(root, schema, DEPTH);
    }

    fn add(&mut self, root: &'s Value, schema: &'s Value, depth: usize) {
        let (Some(map), Some(depth)) = (schema.as_object(), depth.checked_sub(1)) else {
            return;
        };
        if self.0.len() >= LAYERS {
            return;
        }
        self.0.push(Layer {
            map,
            decided: false,
        });
        let target = map.get("$ref").and_then(Value::as_str);
        if let Some(target) = target.and_then(|target| target.strip_prefix('#'))
            && let Some(target) = root.pointer(target)
        {
            self.add(root, target, depth);
        }
        for schema in list(map.get("allOf")) {
            self.add(root, schema, depth);
        }
    }

    /// The first of the values under a key.
    pub(crate) fn get(&self, key: &str) -> Option<&'s Value> {
        self.all(key).next()
    }

    pub(crate) fn text(&self, key: &str) -> Option<&'s str> {
        self.get(key).and_then(Value::as_str)
    }

    /// All values under a key.
    pub(crate) fn all(&self, key: &str) -> impl Iterator<Item = &'s Value> {
        self.0.iter().filter_map(move |layer| layer.map.get(key))
    }

    /// The first choice that is open.
    pub(crate) fn union(&self) -> Option<Union<'s>> {
        self.0.iter().enumerate().find_map(|(at, layer)| {
            let (branches, one) = match (layer.map.get("oneOf"), layer.map.get("anyOf")) {
                _ if layer.decided => return None,
                (Some(branches), _) => (branches, true),
                (None, Some(branches)) => (branches, false),
                (None, None) => return None,
            };
            let branches = list(Some(branches));
            (!branches.is_empty()).then_some(Union { at, branches, one })
        })
    }

    /// What applies with a choice made.
    pub(crate) fn with(&self, root: &'s Value, union: Union<'s>, branch: &'s Value) -> Self {
        let mut layers = self.clone();
        if let Some(layer) = layers.0.get_mut(union.at) {
            layer.decided = true;
        }
        layers.add(root, branch, DEPTH);
        layers
    }

    /// The kinds of values that are taken.
    pub(crate) fn kinds(&self, root: &'s Value) -> Kinds {
        self.kinds_within(root, 4)
    }

    fn kinds_within(&self, root: &'s Value, depth: usize) -> Kinds {
        match self.get("type") {
            Some(Value::String(name)) => return Kinds::named(name),
            Some(Value::Array(names)) => {
                return names
                    .iter()
                    .filter_map(Value::as_str)
                    .fold(Kinds::default(), |all, name| all.or(Kinds::named(name)));
            }
            _ => {}
        }
        if let (Some(union), Some(depth)) = (self.union(), depth.checked_sub(1)) {
            return union.branches.iter().fold(Kinds::default(), |all, branch| {
                all.or(self.with(root, union, branch).kinds_within(root, depth))
            });
        }
        let values = self.choices().map(Kinds::of);
        match values.reduce(Kinds::or) {
            Some(kinds) => kinds,
            None if self.get("properties").is_some() => Kinds::OBJECT,
            None => Kinds::ALL,
        }
    }

    /// The values of `enum` and `const`.
    pub(crate) fn choices(&self) -> impl Iterator<Item = &'s Value> {
        let single = self.all("const");
        self.all("enum")
            .flat_map(|all| list(Some(all)))
            .chain(single)
    }

    /// What applies to the value of a key that has a property of its own.
    pub(crate) fn property(&self, root: &'s Value, key: &str) -> Option<Self> {
        let mut found: Option<Self> = None;
        for properties in self.all("properties") {
            if let Some(schema) = properties.get(key) {
                found.get_or_insert_default().also(root, schema);
            }
        }
        found
    }

    /// The names of all properties.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'s str> {
        let maps = self.all("properties").filter_map(Value::as_object);
        maps.flat_map(|map| map.keys().map(String::as_str))
    }

    /// The keys that have to be there.
    pub(crate) fn required(&self) -> impl Iterator<Item = &'s str> {
        let lists = self.all("required").flat_map(|all| list(Some(all)));
        lists.filter_map(Value::as_str)
    }

    /// What applies to an item of an array.
    pub(crate) fn item(&self, root: &'s Value, index: usize) -> Self {
        let mut layers = Self::default();
        match list(self.get("prefixItems")).get(index) {
            Some(schema) => layers.also(root, schema),
            None => self
                .all("items")
                .for_each(|schema| layers.also(root, schema)),
        }
        if let (Some(union), true) = (self.union(), layers.0.is_empty()) {
            let branches = union.branches.iter();
            let mut items = branches.map(|branch| self.with(root, union, branch).item(root, index));
            return items.find(|item| !item.0.is_empty()).unwrap_or(layers);
        }
        layers
    }

    /// What applies to the value of any other key; `None` if there may be none.
    pub(crate) fn other(&self, root: &'s Value, key: &str) -> Option<Self> {
        let mut closed = false;
        let mut layers = Self::default();
        for word in ["additionalProperties", "unevaluatedProperties"] {
            for schema in self.all(word) {
                closed |= schema.as_bool() == Some(false);
                layers.also(root, schema);
            }
        }
        for patterns in self.all("patternProperties").filter_map(Value::as_object) {
            for (pattern, schema) in patterns {
                if is_match(pattern, key) == Some(true) {
                    layers.also(root, schema);
                    return Some(layers);
                }
            }
        }
        (!closed).then_some(layers)
    }

    /// The largest of the counts that ask for at least so many.
    pub(crate) fn least(&self, key: &str) -> Option<u64> {
        self.all(key).filter_map(Value::as_u64).max()
    }

    /// The smallest of the counts that ask for at most so many.
    pub(crate) fn most(&self, key: &str) -> Option<u64> {
        self.all(key).filter_map(Value::as_u64).min()
    }

    /// A string of exactly one character: never meant by a number.
    pub(crate) fn is_char(&self) -> bool {
        self.least("minLength") == Some(1) && self.most("maxLength") == Some(1)
    }
}

/// Whether a key matches a pattern; only those are known that keys which are integers have.
pub(crate) fn is_match(pattern: &str, key: &str) -> Option<bool> {
    let digits = match pattern {
        r"^\d+$" => key,
        r"^-?\d+$" => key.strip_prefix('-').unwrap_or(key),
        _ => return None,
    };
    Some(!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

pub(crate) fn list(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}
