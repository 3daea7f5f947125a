//! `cfg` on methods, parameters and elements.

use crate::{call, schema};
use serde_json::json;
use toolwright::testing::{block_on, dispatch};
use toolwright::{ToolContext, ToolSet, ToolState, tool, tools, toolset};

struct Desk;

#[tools]
impl Desk {
    #[cfg(false)]
    #[tool]
    fn gone(&self, x: Missing) -> Absent {
        Absent
    }

    /// Is kept.
    #[tool]
    #[cfg(not(false))]
    fn kept(&self) -> u8 {
        1
    }

    /// Is kept as well.
    #[cfg_attr(true, cfg(true))]
    #[tool]
    fn kept_too(&self, #[context] context: &ToolContext) -> u8 {
        context.attempt_free()
    }

    #[cfg_attr(true, cfg(false))]
    #[tool(description = "Is gone.")]
    fn gone_too(&self, #[context] absent: &Absent) {}

    /// Is there twice, once at a time.
    #[cfg(false)]
    #[tool]
    fn either(&self) -> u8 {
        2
    }

    /// Is there twice, once at a time.
    #[cfg(true)]
    #[tool]
    fn either(&self) -> u8 {
        3
    }

    /// Is a tool under a condition.
    #[cfg_attr(true, tool(name = "sometimes"), inline)]
    fn some_times(&self, #[arg(default = 4)] n: u8) -> u8 {
        n
    }

    /// Is no tool under a condition.
    #[cfg_attr(false, tool, toolwright::not_there)]
    fn never(&self, #[arg(default = "no number")] n: u8) -> u8 {
        n
    }
}

trait Free {
    fn attempt_free(&self) -> u8;
}

impl Free for ToolContext {
    fn attempt_free(&self) -> u8 {
        u8::try_from(self.call().name.len()).unwrap_or_default()
    }
}

#[test]
fn a_method_is_a_tool_where_it_exists() {
    let tools: ToolSet = toolset![..Desk];
    assert_eq!(
        tools.names().collect::<Vec<_>>(),
        ["kept", "kept_too", "either", "sometimes"]
    );
    let run = |name| block_on(dispatch(&tools, &(), name, "{}")).unwrap();
    assert_eq!(run("kept_too").text(), "8");
    assert_eq!(run("either").text(), "3");
    assert_eq!(run("sometimes").text(), "4");
    assert_eq!(Desk.never(5), 5);
}

/// Has parameters under conditions.
#[tool]
fn chosen(
    #[cfg(false)] gone: Missing,
    first: u8,
    #[cfg(true)] second: u8,
    #[cfg_attr(true, cfg(false))]
    #[arg(default = Missing)]
    absent: Missing,
    #[cfg(true)]
    #[arg(default = 3, name = "3rd")]
    third: u8,
    #[cfg(false)]
    #[context]
    no: &Missing,
    #[cfg(true)]
    #[context]
    _context: &ToolContext,
    fourth: &str,
    #[arg(name = "x")]
    #[cfg(false)]
    one: u8,
    #[arg(name = "x")]
    #[cfg(true)]
    other: u8,
) -> String {
    format!("{first} {second} {third} {fourth} {other}")
}

#[test]
fn a_parameter_is_one_where_it_exists() {
    let tools = toolset![chosen];
    let schema = schema(&tools);
    assert_eq!(
        schema["required"],
        json!(["first", "second", "fourth", "x"])
    );
    assert_eq!(schema["properties"].as_object().unwrap().len(), 5);
    let all = r#"{"x": 5, "fourth": "4", "3rd": 9, "second": 2, "first": 1}"#;
    assert_eq!(call(&tools, all).unwrap(), "1 2 9 4 5");
    let some = r#"{"first": 1, "second": 2, "fourth": "4", "x": 5}"#;
    assert_eq!(call(&tools, some).unwrap(), "1 2 3 4 5");
    let text = call(&tools, r#"{"first": "y", "gone": 1}"#).unwrap();
    for part in ["`first`", "`gone`", "`second`", "`fourth`", "`x`"] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

struct Db(u8);

#[derive(ToolState)]
struct App {
    db: Db,
}

/// Asks.
#[tool]
fn asks(
    #[cfg(true)]
    #[context]
    db: &Db,
    #[cfg(false)]
    #[context]
    none: &Missing,
) -> u8 {
    db.0
}

#[tools]
impl<T: Send + Sync> Holder<T> {
    /// Asks as well.
    #[cfg(true)]
    #[tool]
    fn ask(&self, #[context] db: &Db, #[context] app: &App) -> u8 {
        db.0 + app.db.0
    }

    /// Asks for nothing.
    #[tool]
    #[cfg(false)]
    fn ask_nothing(&self, #[context] none: &Missing) {}
}

struct Holder<T>(T);

#[test]
fn a_condition_holds_for_what_is_asked_of_the_state() {
    let holder = Holder(String::new());
    assert!(holder.0.is_empty());
    let tools: ToolSet<App> = toolset![asks, ..holder];
    let app = App { db: Db(4) };
    let run = |name| block_on(dispatch(&tools, &app, name, "{}")).unwrap();
    assert_eq!(run("asks").text(), "4");
    assert_eq!(run("ask").text(), "8");
}

/// What is wrong with it does not matter where it does not exist.
#[tool]
#[cfg(false)]
fn wrong(&self, (a, b): Missing) {}

/// Is listed.
#[tool]
fn a() {}

/// Has the name of another.
#[tool(name = "a")]
fn b() {}

#[test]
fn an_element_is_listed_where_it_exists() {
    let more: ToolSet = toolset![
        #[cfg(true)]
        a
    ];
    let tools: ToolSet = toolset![
        #[cfg(false)]
        not_there,
        a,
        #[cfg(false)]
        b,
        #[cfg(false)]
        ..nothing(),
        #[cfg_attr(true, cfg(true))]
        chosen,
        #[cfg(true)]
        ..toolset![],
    ];
    assert_eq!(tools.names().collect::<Vec<_>>(), ["a", "chosen"]);
    assert_eq!(more.names().count(), 1);
    let other: ToolSet = toolset![
        #[cfg(true)]
        b,
        #[cfg(false)]
        a
    ];
    assert_eq!(other.names().collect::<Vec<_>>(), ["a"]);
    let none: ToolSet = toolset![
        #[cfg(false)]
        a,
        #[cfg(false)]
        a
    ];
    assert_eq!(none.names().count(), 0);
    let either: ToolSet = toolset![
        #[cfg(false)]
        a,
        #[cfg(true)]
        a
    ];
    assert_eq!(either.names().count(), 1);
}
