//! One tool for each type of the tables, and those for whole texts.

use crate::types::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::num::{NonZeroI32, NonZeroU16};
use std::sync::OnceLock;
use std::time::Duration;
use toolwright::testing::{block_on, dispatch};
use toolwright::{ToolSet, tool, toolset};

macro_rules! tools {
    ($($name:literal $function:ident $(= $default:literal)? : $ty:ty),* $(,)?) => {
        mod generated {
            use super::*;
            $(
                /// Takes one value.
                #[tool]
                pub(crate) fn $function($(#[arg(default = $default)])? value: $ty) -> String {
                    serde_json::to_string(&value).unwrap()
                }
            )*
        }

        /// The tool of a type of the tables.
        pub(crate) fn of_type(name: &str) -> &'static str {
            match name {
                $($name => stringify!($function),)*
                other => panic!("no tool takes a {other}"),
            }
        }

        /// All of them, made once.
        pub(crate) fn tools() -> &'static ToolSet {
            static TOOLS: OnceLock<ToolSet> = OnceLock::new();
            TOOLS.get_or_init(|| toolset![$(generated::$function,)* now, sum, run, name_and_arguments, pair])
        }
    };
}

tools! {
    "i8" v_i8: i8, "i16" v_i16: i16, "i32" v_i32: i32, "i64" v_i64: i64, "i128" v_i128: i128, "isize" v_isize: isize,
    "u8" v_u8: u8, "u16" v_u16: u16, "u32" v_u32: u32, "u64" v_u64: u64, "u128" v_u128: u128, "usize" v_usize: usize,
    "NonZeroU16" v_nonzero_u16: NonZeroU16, "NonZeroI32" v_nonzero_i32: NonZeroI32,
    "f32" v_f32: f32, "f64" v_f64: f64, "bool" v_bool: bool, "char" v_char: char, "String" v_string: String,
    "()" v_unit: (), "Unit" v_unit_struct: Unit, "Wrapper" v_wrapper: Wrapper, "Value" v_value: serde_json::Value,
    "Option<i32>" v_opt_i32: Option<i32>, "Option<String>" v_opt_string: Option<String>,
    "Option<bool>" v_opt_bool: Option<bool>, "Option<char>" v_opt_char: Option<char>,
    "Option<Color>" v_opt_color: Option<Color>, "Option<Person>" v_opt_person: Option<Person>,
    "Option<Vec<u32>>" v_opt_vec: Option<Vec<u32>>, "Option<Animal>" v_opt_animal: Option<Animal>,
    "u32 = 7" v_u32_default = 7: u32, "f32 = 1.5" v_f32_default = 1.5: f32,
    "Color" v_color: Color, "Twin" v_twin: Twin, "Level" v_level: Level, "Person" v_person: Person,
    "Animal" v_animal: Animal, "Shape" v_shape: Shape, "Event" v_event: Event, "Loose" v_loose: Loose,
    "TextOrNumber" v_text_or_number: TextOrNumber, "Item" v_item: Item, "Order" v_order: Order, "Tree" v_tree: Tree,
    "Flat" v_flat: Flat, "Limited" v_limited: Limited, "Even" v_even: Even, "Vec<Even>" v_evens: Vec<Even>,
    "Vec<u32>" v_vec_u32: Vec<u32>, "Vec<String>" v_vec_string: Vec<String>, "Vec<bool>" v_vec_bool: Vec<bool>,
    "Vec<Vec<u8>>" v_vec_vec: Vec<Vec<u8>>, "Vec<Person>" v_vec_person: Vec<Person>,
    "Vec<Option<i32>>" v_vec_opt: Vec<Option<i32>>, "BTreeSet<u8>" v_set: BTreeSet<u8>, "[u8; 2]" v_array: [u8; 2],
    "BTreeMap<String, i64>" v_map: BTreeMap<String, i64>, "BTreeMap<u8, bool>" v_int_map: BTreeMap<u8, bool>,
    "HashMap<String, Vec<u8>>" v_hash_map: HashMap<String, Vec<u8>>, "Duration" v_duration: Duration,
    "(i32, f64)" v_pair: (i32, f64), "(i32, String)" v_tuple: (i32, String),
}

/// Tells the time.
#[tool]
fn now() -> String {
    "runs".to_owned()
}

/// Adds two numbers.
#[tool]
fn sum(n: i64, m: i64) -> i64 {
    n + m
}

/// Runs a command.
#[tool]
fn run(cmd: String) -> String {
    serde_json::to_string(&cmd).unwrap()
}

/// Really has parameters of these names.
#[tool]
fn name_and_arguments(name: String, arguments: BTreeMap<String, String>) -> String {
    format!("{name} {arguments:?}")
}

/// Takes what has to be and what may be.
#[tool]
fn pair(first: Option<i32>, second: Vec<String>, #[arg(default = 5)] third: u8) -> String {
    serde_json::to_string(&(first, second, third)).unwrap()
}

/// What the model reads: the result, or the feedback in `Err`.
pub(crate) fn call(name: &str, arguments: &str) -> Result<String, String> {
    let tools = tools();
    assert_eq!(tools.check(), Ok(()));
    let result = block_on(dispatch(tools, &(), name, arguments)).unwrap();
    let text = result.text().into_owned();
    if result.is_error { Err(text) } else { Ok(text) }
}
