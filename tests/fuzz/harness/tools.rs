//! Tools whose parameters cover the types that there are.

use super::seen;
use crate::types::*;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::num::{NonZeroI32, NonZeroU16};
use toolwright::{ToolSet, ToolState, tool, toolset};

pub(crate) struct Canary(pub(super) String);

#[derive(ToolState)]
pub(crate) struct State {
    canary: Canary,
}

impl State {
    pub(super) fn new(canary: &str) -> Self {
        Self {
            canary: Canary(canary.to_owned()),
        }
    }
}

/// The arguments as the object that they came from.
struct Written(String);

impl Written {
    fn field(self, name: &str, value: &(impl Serialize + ?Sized)) -> Self {
        let value = serde_json::to_string(value).expect("what was decoded can be written");
        let comma = if self.0.is_empty() { '{' } else { ',' };
        let Self(written) = self;
        Self(format!("{written}{comma}\"{name}\":{value}"))
    }
}

macro_rules! written {
    ($context:ident: $($name:ident),*) => {{
        seen($context);
        Written(String::new())$(.field(stringify!($name), &$name))*.0 + "}"
    }};
}

macro_rules! tools {
    ($module:ident, $context:ident) => {
        pub(super) mod $module {
            use super::*;

            /// Takes integers.
            #[tool]
            fn integers(
                a: i8, b: u8, c: i16, d: u16, e: i32, f: u32, g: i64, h: u64, i: i128, j: u128,
                k: NonZeroI32, l: NonZeroU16, m: Option<isize>, n: Even,
                #[context] $context: &Canary,
            ) -> String {
                written!($context: a, b, c, d, e, f, g, h, i, j, k, l, m, n)
            }

            /// Takes other scalars.
            #[tool]
            fn scalars(
                single: f32, double: f64, flag: bool, letter: char,
                #[context] $context: &Canary,
                maybe: Option<f64>, #[arg(default = true)] on: bool, nothing: (),
            ) -> String {
                written!($context: single, double, flag, letter, maybe, on, nothing)
            }

            /// Takes texts.
            #[tool]
            async fn texts(
                #[context] $context: &Canary,
                lent: &str, owned: String, either: Cow<'_, str>, maybe: Option<String>,
                #[arg(default = "x")] with: String, level: Level, #[arg(default = Color::Blue)] color: Color,
            ) -> String {
                written!($context: lent, owned, either, maybe, with, level, color)
            }

            /// Takes objects in objects.
            #[tool]
            fn objects(
                person: &Person, order: Order, tree: Option<Tree>, limited: Limited, people: Vec<Person>,
                #[context] $context: &Canary,
            ) -> String {
                written!($context: person, order, tree, limited, people)
            }

            /// Takes one of several.
            #[tool]
            fn choices(
                animal: Animal, shape: Shape, event: Event, loose: Loose, flat: Flat, either: TextOrNumber,
                twin: Option<Twin>, shapes: Vec<Shape>,
                #[context] $context: &Canary,
            ) -> String {
                written!($context: animal, shape, event, loose, flat, either, twin, shapes)
            }

            /// Takes many of one kind.
            #[tool]
            async fn many(
                list: &[u32], nested: Vec<Vec<u8>>, set: BTreeSet<u8>, pair: (i32, String), array: [i16; 2],
                words: BTreeMap<String, i64>, flags: BTreeMap<u8, bool>, maybe: Vec<Option<i32>>,
                #[arg(default = vec![1])] with: Vec<u8>, animals: BTreeMap<String, Animal>,
                #[context] $context: &Canary,
            ) -> String {
                written!($context: list, nested, set, pair, array, words, flags, maybe, with, animals)
            }

            /// Takes what there is.
            #[tool(unknown_arguments = ignore)]
            fn anything(value: serde_json::Value, name: Option<String>, #[context] $context: &Canary) -> String {
                written!($context: value, name)
            }

            pub(crate) fn set() -> ToolSet<State> {
                toolset![integers, scalars, texts, objects, choices, many, anything]
            }
        }
    };
}

tools!(one, vault);
tools!(other, the_canary_of_the_host);

pub(crate) const NAMES: [&str; 7] = [
    "integers", "scalars", "texts", "objects", "choices", "many", "anything",
];

/// Arguments that are right, for each of the names.
pub(crate) const VALID: [&str; 7] = [
    r#"{"a":-128,"b":255,"c":-1,"d":65535,"e":7,"f":0,"g":-9223372036854775808,"h":18446744073709551615,"i":-1,"j":1,"k":-3,"l":9,"m":4,"n":6}"#,
    r#"{"single":1.5,"double":-2.25e10,"flag":true,"letter":"é","maybe":0.1,"on":false,"nothing":null}"#,
    r#"{"lent":"a b","owned":"\"q\"\n","either":"é🦀","maybe":"null","with":"5","level":"very-low","color":"RED"}"#,
    r#"{"person":{"name":"Ann","age":42,"tags":["a","b"],"color":"GREEN"},"order":{"id":7,"items":[{"sku":"s","qty":1,"price":2.5},{"sku":"t","qty":2,"price":null}],"notes":{"k":"v"},"gift":true,"retries":1},"tree":{"value":1,"children":[{"value":2,"children":[{"value":3,"children":[]}]}]},"limited":{"count":5,"code":"abc","list":[1,2],"ratio":1.0,"step":10},"people":[{"name":"Bob","age":-1,"tags":[],"color":null}]}"#,
    r#"{"animal":{"kind":"dog","name":"Rex"},"shape":{"Box":{"width":1,"height":2}},"event":{"type":"moved","data":{"x":1,"y":-1}},"loose":{"x":1,"y":2},"flat":{"id":1,"kind":"cat","lives":9},"either":"text","twin":"on","shapes":["Empty",{"Circle":1.5},{"Line":[1,2]},{"Person":{"name":"A","age":1,"tags":[],"color":null}}]}"#,
    r#"{"list":[1,2,3],"nested":[[1],[],[2,3]],"set":[3,4],"pair":[-5,"x"],"array":[1,-1],"words":{"a":1,"b":2},"flags":{"1":true,"20":false},"maybe":[1,null,3],"with":[9],"animals":{"a":{"kind":"cat","lives":3},"b":{"kind":"dog","name":"Rex"}}}"#,
    r#"{"value":{"a":[1,2.5,"x",null,true,{}]},"name":"n"}"#,
];
