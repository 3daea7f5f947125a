//! The schema of a tool's arguments, from the types of its parameters.

mod tidy;

pub use tidy::Limits;
use tidy::Tidy;

use super::arguments::{Quiet, Quieted, is_optional};
use super::{Effects, ErrorTexts, ToolDefinition};
use crate::llm_visible::Texts;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::transform::Transform;
use schemars::{JsonSchema, Schema};
use serde::Deserialize;
use serde_json::{Map, Value};

/// What can be a parameter of a tool. (That it can be decoded from any text is asked where it is decoded.)
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a tool",
    label = "not both `Deserialize` and `JsonSchema`",
    note = "derive `serde::Deserialize` and `schemars::JsonSchema` (of schemars 1) on the type; mark what the host supplies `#[context]`"
)]
pub trait Parameter: JsonSchema + Deserialize<'static> {}

#[diagnostic::do_not_recommend]
impl<T: JsonSchema + Deserialize<'static>> Parameter for T {}

/// What a tool can take as `&T`: something owned is decoded and lent.
#[diagnostic::on_unimplemented(
    message = "`&{Self}` cannot be a parameter of a tool",
    label = "no owned form that is both `Deserialize` and `JsonSchema`",
    note = "derive `Clone`, `serde::Deserialize` and `schemars::JsonSchema` (of schemars 1) on the type, or take it by value; mark what the host supplies `#[context]`"
)]
pub trait Lend {
    type Lender: Parameter;
}

#[diagnostic::do_not_recommend]
impl<T: ToOwned<Owned: Parameter> + ?Sized> Lend for T {
    type Lender = T::Owned;
}

/// The schema of what a type is serialised as.
pub(super) fn output_schema<T: JsonSchema>() -> Value {
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    Tidy::default().transform(&mut schema);
    schema.into()
}

/// Collects what generated code says of a tool.
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct Describe {
    description: String,
    generator: SchemaGenerator,
    properties: Map<String, Value>,
    required: Vec<Value>,
    effects: Effects,
    unknown_ignored: bool,
    output_schema: Option<Value>,
    texts: ErrorTexts,
    tidy: Tidy,
    quiet: Vec<(String, Quiet)>,
}

impl Describe {
    pub(crate) fn new() -> Self {
        let mut settings = SchemaSettings::draft2020_12();
        settings.inline_subschemas = true;
        settings.meta_schema = None;
        Self {
            description: String::new(),
            generator: settings.into_generator(),
            properties: Map::new(),
            required: Vec::new(),
            effects: Effects::UNKNOWN,
            unknown_ignored: false,
            output_schema: None,
            texts: ErrorTexts::default(),
            tidy: Tidy::default(),
            quiet: Vec::new(),
        }
    }

    /// What the tool is for.
    pub fn description(&mut self, text: &str) {
        text.clone_into(&mut self.description);
    }

    /// What it does to the world.
    pub fn effects(&mut self, effects: Effects) {
        self.effects = effects;
    }

    /// Arguments that no parameter has are passed over.
    pub fn ignore_unknown(&mut self) {
        self.unknown_ignored = true;
    }

    /// The schema of its structured content.
    pub(crate) fn output_schema(&mut self, schema: Option<Value>) {
        self.output_schema = schema;
    }

    /// What its errors can say.
    pub(crate) fn texts(&mut self, texts: ErrorTexts) {
        self.texts = texts;
    }

    /// What else they can say.
    pub(crate) fn more_texts(&mut self, list: fn(&mut Texts)) {
        self.texts.lists.push(list);
    }

    /// The next parameter: its name, its description (empty for none) and its type.
    pub fn parameter<T: Parameter>(&mut self, name: &str, description: &str) -> Property<'_> {
        let schema = self.generator.subschema_for::<T>();
        self.add(name, description, schema, is_optional::<T>())
    }

    /// The next parameter, which the function borrows.
    pub fn lent<T: Lend + ?Sized>(&mut self, name: &str, description: &str) -> Property<'_> {
        self.parameter::<T::Lender>(name, description)
    }

    fn add(
        &mut self,
        name: &str,
        description: &str,
        mut schema: Schema,
        optional: bool,
    ) -> Property<'_> {
        if !description.is_empty() {
            // A reference may have siblings in 2020-12, and the parameter's own words come before its type's.
            schema.insert("description".to_owned(), description.into());
        }
        // `true` is a schema too, but not every provider knows that.
        schema.ensure_object();
        self.tidy.transform(&mut schema);
        if !optional {
            self.required.push(name.into());
        }
        self.properties.insert(name.to_owned(), schema.into());
        Property {
            describe: self,
            name: name.to_owned(),
        }
    }

    pub(crate) fn into_definition(mut self, name: &str) -> (ToolDefinition, Limits) {
        let mut definitions = self.generator.take_definitions(true);
        for definition in definitions.values_mut() {
            if let Ok(schema) = <&mut Schema>::try_from(definition) {
                self.tidy.transform(schema);
            }
        }
        let mut root = Map::new();
        root.insert("type".to_owned(), "object".into());
        root.insert("properties".to_owned(), self.properties.into());
        if !self.required.is_empty() {
            root.insert("required".to_owned(), self.required.into());
        }
        if !self.unknown_ignored {
            root.insert("additionalProperties".to_owned(), false.into());
        }
        if !definitions.is_empty() {
            root.insert("$defs".to_owned(), definitions.into());
        }
        let mut definition =
            ToolDefinition::new(name, self.description, root.into()).with_effects(self.effects);
        if let Some(schema) = self.output_schema {
            definition = definition.with_output_schema(schema);
        }
        let mut limits = self.tidy.limits;
        limits.quieted = Quieted::new(self.quiet);
        limits.texts = Some(self.texts);
        (definition, limits)
    }
}

/// A parameter, for what its attributes add.
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct Property<'d> {
    describe: &'d mut Describe,
    name: String,
}

impl Property<'_> {
    /// The parameter has a default; `value` is it, where it can be serialised.
    pub fn default(self, value: Option<Value>) -> Self {
        let name = self.name.as_str();
        self.describe
            .required
            .retain(|required| required.as_str() != Some(name));
        if let Some(value) = value {
            self.set("default", value)
        } else {
            self
        }
    }

    /// An example of a right value, where it can be serialised.
    pub fn example(self, value: Option<Value>) -> Self {
        match value {
            Some(value) => self.set("examples", Value::Array(vec![value])),
            None => self,
        }
    }

    /// Nothing that came is ever repeated, and nothing is said of a default.
    pub fn secret(self) -> Self {
        if let Some(Value::Object(schema)) = self.describe.properties.get_mut(&self.name) {
            schema.remove("default");
        }
        self.quiet(Quiet::Secret)
    }

    /// The type's own words are not shown.
    pub fn hide_message(self) -> Self {
        self.quiet(Quiet::Message)
    }

    fn quiet(self, quiet: Quiet) -> Self {
        self.describe.quiet.push((self.name.clone(), quiet));
        self
    }

    fn set(self, key: &str, value: Value) -> Self {
        if let Some(Value::Object(schema)) = self.describe.properties.get_mut(&self.name) {
            schema.insert(key.to_owned(), value);
        }
        self
    }
}
