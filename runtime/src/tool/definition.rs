//! What a model is told of a tool.

use super::Effects;
use super::fingerprint::Cached;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// What a model is told of a tool: its name, what it is for, and the schema of its arguments. Cheap to clone.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ToolDefinition(Arc<Fields>);

#[derive(Clone, PartialEq, Serialize, Deserialize)]
struct Fields {
    name: String,
    description: String,
    input_schema: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    output_schema: Option<Value>,
    #[serde(default, skip_serializing_if = "Effects::is_unknown")]
    effects: Effects,
    #[serde(skip)]
    fingerprint: Cached,
}

impl ToolDefinition {
    /// Creates a definition. `input_schema` is the JSON Schema (2020-12) of an object.
    pub fn new(
        name: impl Into<String>,
        description: impl Into<String>,
        input_schema: Value,
    ) -> Self {
        Self(Arc::new(Fields {
            name: name.into(),
            description: description.into(),
            input_schema,
            output_schema: None,
            effects: Effects::UNKNOWN,
            fingerprint: Cached::default(),
        }))
    }

    /// Says what the tool does to the world.
    #[must_use]
    pub fn with_effects(mut self, effects: Effects) -> Self {
        self.fields_mut().effects = effects;
        self
    }

    /// Says what the structured content of the tool's outputs is like, as a JSON Schema (2020-12).
    #[must_use]
    pub fn with_output_schema(mut self, schema: Value) -> Self {
        self.fields_mut().output_schema = Some(schema);
        self
    }

    /// The fields to be changed, and so with another fingerprint.
    fn fields_mut(&mut self) -> &mut Fields {
        let fields = Arc::make_mut(&mut self.0);
        fields.fingerprint = Cached::default();
        fields
    }

    pub(super) fn cached_fingerprint(&self) -> &Cached {
        &self.0.fingerprint
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Returns what the tool is for.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.0.description
    }

    /// Returns the first paragraph of what the tool is for, for wires that take no long text.
    #[must_use]
    pub fn short_description(&self) -> &str {
        first_paragraph(self.description())
    }

    /// Returns the schema of the arguments.
    #[must_use]
    pub fn input_schema(&self) -> &Value {
        &self.0.input_schema
    }

    /// Returns the schema of the structured content of the tool's outputs, if it gives any.
    #[must_use]
    pub fn output_schema(&self) -> Option<&Value> {
        self.0.output_schema.as_ref()
    }

    /// Returns what the tool does to the world.
    #[must_use]
    pub fn effects(&self) -> Effects {
        self.0.effects
    }
}

/// The lines up to the first one with nothing on it.
fn first_paragraph(text: &str) -> &str {
    let text = text.trim();
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        if line.trim().is_empty() {
            break;
        }
        end += line.len();
    }
    text.get(..end).unwrap_or_default().trim_end()
}

impl fmt::Debug for ToolDefinition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolDefinition")
            .field("name", &self.name())
            .finish_non_exhaustive()
    }
}

/// The definitions that a request offers: one list, shared by all requests of all invocations, with the text that a
/// wire makes of it kept beside it.
#[derive(Clone, Default)]
pub struct ToolDefinitions(Arc<Shared>);

#[derive(Default)]
struct Shared {
    list: Box<[ToolDefinition]>,
    /// Where each name stands, once a longer list is asked.
    places: OnceLock<HashMap<Box<str>, usize, foldhash::fast::FixedState>>,
    rendered: OnceLock<(&'static str, Box<str>)>,
    fingerprint: Cached,
}

impl ToolDefinitions {
    /// Creates the list.
    pub fn new(definitions: impl IntoIterator<Item = ToolDefinition>) -> Self {
        Self(Arc::new(Shared {
            list: definitions.into_iter().collect(),
            ..Shared::default()
        }))
    }

    pub(super) fn cached_fingerprint(&self) -> &Cached {
        &self.0.fingerprint
    }

    /// Returns the definition of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&ToolDefinition> {
        // Below this a scan beats a map.
        const SHORT: usize = 8;
        let list = &self.0.list;
        if list.len() <= SHORT {
            return list.iter().find(|tool| tool.name() == name);
        }
        let places = self.0.places.get_or_init(|| {
            let names = list.iter().map(|tool| Box::from(tool.name()));
            names.zip(0..).collect()
        });
        list.get(*places.get(name)?)
    }

    /// Whether both are one list, not two that are alike.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Returns the list as the text that `render` makes of it, made once.
    ///
    /// `format` names the wire format. The first format that asks keeps its text, which is the usual case of an agent
    /// with one model; `None` tells any other that it has to render by itself.
    pub fn rendered(
        &self,
        format: &'static str,
        render: impl FnOnce(&[ToolDefinition]) -> String,
    ) -> Option<&str> {
        let (kept, text) = self
            .0
            .rendered
            .get_or_init(|| (format, render(&self.0.list).into()));
        (*kept == format).then_some(text)
    }
}

impl Deref for ToolDefinitions {
    type Target = [ToolDefinition];

    fn deref(&self) -> &[ToolDefinition] {
        &self.0.list
    }
}

impl PartialEq for ToolDefinitions {
    fn eq(&self, other: &Self) -> bool {
        self.0.list == other.0.list
    }
}

impl fmt::Debug for ToolDefinitions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.iter().map(ToolDefinition::name))
            .finish()
    }
}

impl Serialize for ToolDefinitions {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.list.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ToolDefinitions {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::new)
    }
}
