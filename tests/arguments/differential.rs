//! Against `serde_json`: what it accepts for a type is taken to the same value, and values survive the way there.

use crate::tools::{call, of_type, tools};
use crate::types::*;
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use toolwright::testing::{block_on, dispatch};

/// Any text of JSON, near to what the types take.
fn json() -> impl Strategy<Value = String> {
    let scalar = prop_oneof![
        Just("null".to_owned()),
        any::<bool>().prop_map(|value| value.to_string()),
        any::<i64>().prop_map(|value| value.to_string()),
        (-300_i32..300).prop_map(|value| value.to_string()),
        any::<f64>().prop_map(|value| serde_json::to_string(&value).unwrap()),
        "-?(0|[1-9][0-9]{0,3})(\\.[0-9]{1,3})?([eE][+-]?[0-9]{1,2})?",
        any::<String>().prop_map(|value| serde_json::to_string(&value).unwrap()),
        prop_oneof![
            Just("RED"),
            Just("blue"),
            Just("on"),
            Just("Empty"),
            Just("5"),
            Just("true"),
            Just("[1]"),
            Just("{}")
        ]
        .prop_map(|value| format!("\"{value}\"")),
    ];
    scalar.prop_recursive(3, 16, 4, |inner| {
        let key = prop_oneof![
            Just("name"),
            Just("age"),
            Just("kind"),
            Just("tags"),
            Just("x"),
            Just("y"),
            Just("type"),
            Just("data"),
            Just("Circle"),
            Just("Box"),
            Just("width"),
            Just("value"),
            Just("children"),
            Just("sku"),
            Just("qty"),
        ];
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(|items| format!("[{}]", items.join(","))),
            vec((key, inner), 0..4).prop_map(|members| {
                let members: Vec<_> = members
                    .iter()
                    .map(|(key, value)| format!("\"{key}\": {value}"))
                    .collect();
                format!("{{{}}}", members.join(" , "))
            }),
        ]
    })
}

fn agrees<T: DeserializeOwned + Serialize>(name: &str, json: &str) {
    let ours = call(of_type(name), &format!(r#"{{"value":{json}}}"#));
    if let Ok(value) = serde_json::from_str::<T>(json) {
        assert_eq!(
            ours,
            Ok(serde_json::to_string(&value).unwrap()),
            "{name} {json}"
        );
    }
}

/// What a type is written as comes back as the same.
fn survives<T: Serialize>(name: &str, value: &T) {
    let json = serde_json::to_string(value).unwrap();
    for json in [json.clone(), serde_json::to_string_pretty(value).unwrap()] {
        let ours = call(of_type(name), &format!(r#"{{"value":{json}}}"#));
        assert_eq!(
            ours.as_deref(),
            Ok(serde_json::to_string(value).unwrap().as_str())
        );
    }
    if json.starts_with(['{', '[']) {
        let text = serde_json::to_string(&json).unwrap();
        let ours = call(of_type(name), &format!(r#"{{"value":{text}}}"#));
        assert_eq!(ours, Ok(json), "{name}");
    }
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![
        Just(Color::RED),
        Just(Color::GREEN),
        Just(Color::Blue),
        Just(Color::ACTIVE)
    ]
}

fn person() -> impl Strategy<Value = Person> {
    (
        any::<String>(),
        any::<i32>(),
        vec(any::<String>(), 0..3),
        proptest::option::of(color()),
    )
        .prop_map(|(name, age, tags, color)| Person {
            name,
            age,
            tags,
            color,
        })
}

fn animal() -> impl Strategy<Value = Animal> {
    prop_oneof![
        any::<String>().prop_map(|name| Animal::Dog { name }),
        any::<u8>().prop_map(|lives| Animal::Cat { lives }),
    ]
}

fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        Just(Shape::Empty),
        (-1e9..1e9_f64).prop_map(Shape::Circle),
        any::<(i32, i32)>().prop_map(|(from, to)| Shape::Line(from, to)),
        any::<(u32, u32)>().prop_map(|(width, height)| Shape::Box { width, height }),
        person().prop_map(Shape::Person),
    ]
}

fn order() -> impl Strategy<Value = Order> {
    let item = (
        any::<String>(),
        any::<u8>(),
        proptest::option::of(-1e6..1e6_f64),
    )
        .prop_map(|(sku, qty, price)| Item { sku, qty, price });
    let notes = btree_map(any::<String>(), any::<String>(), 0..3);
    (
        any::<u64>(),
        vec(item, 0..3),
        notes,
        any::<Option<bool>>(),
        any::<u32>(),
    )
        .prop_map(|(id, items, notes, gift, retries)| Order {
            id,
            items,
            notes,
            gift,
            retries,
        })
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = any::<i32>().prop_map(|value| Tree {
        value,
        children: Vec::new(),
    });
    leaf.prop_recursive(4, 12, 3, |inner| {
        (any::<i32>(), vec(inner, 0..3)).prop_map(|(value, children)| Tree { value, children })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn what_serde_json_accepts_is_taken_as_it_is(json in json()) {
        agrees::<i8>("i8", &json);
        agrees::<u32>("u32", &json);
        agrees::<i64>("i64", &json);
        agrees::<i128>("i128", &json);
        agrees::<f64>("f64", &json);
        agrees::<bool>("bool", &json);
        agrees::<char>("char", &json);
        agrees::<String>("String", &json);
        agrees::<Option<i32>>("Option<i32>", &json);
        agrees::<Option<Person>>("Option<Person>", &json);
        agrees::<Color>("Color", &json);
        agrees::<Person>("Person", &json);
        agrees::<Animal>("Animal", &json);
        agrees::<Shape>("Shape", &json);
        agrees::<Event>("Event", &json);
        agrees::<Loose>("Loose", &json);
        agrees::<TextOrNumber>("TextOrNumber", &json);
        agrees::<Tree>("Tree", &json);
        agrees::<Vec<u32>>("Vec<u32>", &json);
        agrees::<Vec<String>>("Vec<String>", &json);
        agrees::<BTreeMap<String, i64>>("BTreeMap<String, i64>", &json);
        agrees::<(i32, f64)>("(i32, f64)", &json);
        agrees::<serde_json::Value>("Value", &json);
    }

    #[test]
    fn values_survive(person in person(), animal in animal(), shape in shape(), order in order(), tree in tree()) {
        survives("Person", &person);
        survives("Vec<Person>", &vec![person.clone(), person]);
        survives("Flat", &Flat { id: -1, animal: animal.clone() });
        survives("Animal", &animal);
        survives("Shape", &shape);
        survives("Order", &order);
        survives("Tree", &tree);
    }

    #[test]
    fn numbers_survive_as_text(value: i64, unsigned: u128, float in -1e300..1e300_f64) {
        for json in [format!("{value}"), format!("\"{value}\""), format!("{value}.0"), format!("{value}0e-1"), format!("\" +{}\"", value.unsigned_abs())] {
            let expected = if json.contains('+') { value.unsigned_abs().to_string() } else { value.to_string() };
            assert_eq!(call("v_i128", &format!(r#"{{"value":{json}}}"#)), Ok(expected));
        }
        assert_eq!(call("v_u128", &format!(r#"{{"value":"{unsigned}"}}"#)), Ok(unsigned.to_string()));
        let text = serde_json::to_string(&float).unwrap();
        assert_eq!(call("v_f64", &format!(r#"{{"value":"{text}"}}"#)), Ok(text));
    }

    /// Whatever comes, every tool answers with its result or with a text that is short and in the right form.
    #[test]
    fn any_text_is_answered(text in any::<String>(), json in json()) {
        let tools = tools();
        for definition in tools.definitions().iter() {
            for text in [text.clone(), format!(r#"{{"value":{json}}}"#), format!(r#"{{"value":{text}}}"#)] {
                let result = block_on(dispatch(tools, &(), definition.name(), &text)).unwrap();
                let said = result.text();
                assert!(!result.is_error || said.len() <= 4_096 && said.starts_with("the arguments are wrong"));
            }
        }
    }
}
