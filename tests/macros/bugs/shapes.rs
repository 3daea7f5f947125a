//! Generics, groups, attributes, patterns, lifetimes, bodies.

use std::borrow::Cow;
use std::fmt::Display;
use toolwright::testing::{block_on, dispatch};
use toolwright::{LlmVisible, tool, toolset};

/// B9
#[test]
fn where_clauses_are_repeated() {
    #[derive(Debug, LlmVisible)]
    enum Range<T>
    where
        T: Display + Clone,
    {
        #[llm("{left} is above the limit {right}")]
        Above { left: T, right: T },
    }
    let text = Range::Above { left: 9, right: 5 }
        .message_for_llm()
        .unwrap();
    assert_eq!(text.as_str(), "9 is above the limit 5");
}

/// B10
#[test]
fn every_kind_of_parameter() {
    #[derive(Debug, LlmVisible)]
    #[allow(dead_code, reason = "a field that is not shown")]
    #[llm("field {name} misses {n} values")]
    struct Missing<'a, T: ?Sized + Display = str, const N: usize = 2>
    where
        T: 'a,
    {
        name: &'a T,
        n: usize,
        pad: [(); N],
    }
    let missing: Missing<'_> = Missing {
        name: "x",
        n: 3,
        pad: [(); 2],
    };
    assert_eq!(
        missing.message_for_llm().unwrap().as_str(),
        "field x misses 3 values"
    );
}

/// B14
macro_rules! shelf {
    ($v:vis $n:ident, $m:literal, $len:expr) => {
        #[derive(Debug, LlmVisible)]
        #[allow(dead_code, reason = "a field that is not shown")]
        $v enum $n {
            #[llm($m)]
            Full([u8; $len]),
        }
    };
}
shelf!(pub(crate) Shelf, "the shelf is full", 2 + 2);

#[test]
fn invisible_groups_are_looked_into() {
    assert_eq!(
        Shelf::Full([0; 4]).message_for_llm().unwrap().as_str(),
        "the shelf is full"
    );
}

/// B15
#[cfg(any())]
#[tool]
fn only_elsewhere(x: MissingType) -> String {
    x.go()
}

/// Is here.
#[tool]
#[cfg(not(any()))]
fn here(x: u8) -> u8 {
    x
}

/// B17
mod mutable {
    #![deny(unused_mut, unused_variables)]

    /// Sums up.
    #[toolwright::tool]
    pub(super) fn total(mut xs: Vec<i64>, mut extra: Option<i64>) -> i64 {
        xs.push(extra.take().unwrap_or(0));
        xs.iter().sum()
    }
}

/// B21
mod attributes {
    /// Adds.
    #[toolwright::tool]
    pub(super) fn add(
        #[arg(description = "first summand")] a: i32,
        /** second summand */
        b: i32,
    ) -> i32 {
        a + b
    }
}

/// B22: what is not `Send` may live between two waits.
#[tool(description = "Is local.")]
async fn ok_local(n: u32) -> u32 {
    let k = {
        let rc = std::rc::Rc::new(n);
        *rc + 1
    };
    std::future::ready(()).await;
    k
}

/// B23
#[tool(description = "Joins.")]
async fn join(parts: Vec<Cow<'static, str>>, sep: Option<Cow<'_, str>>) -> String {
    parts.join(sep.as_deref().unwrap_or(""))
}

/// B24
#[tool(description = "Measures.")]
fn lengths(name: &str, raw: &[u8]) -> usize {
    name.len() + raw.len()
}

/// B24
#[tool(description = "Compares.")]
async fn same<'x, 'y>(l: &'x str, r: &'y str) -> bool {
    l == r
}

/// B28
#[tool(description = "Parses.")]
async fn inferred(s: String) -> Result<u32, Box<dyn std::error::Error + Send + Sync>> {
    Ok(s.parse()?)
}

/// B28
#[tool(description = "Never ends.")]
async fn never(_s: String) -> String {
    loop {
        std::future::pending::<()>().await;
    }
}

/// B28
#[tool(description = "Is to be written.")]
async fn to_be_written(n: u8) -> u8 {
    let _ = n;
    unimplemented!()
}

/// B33
#[tool(description = "Is modern.")]
#[allow(
    clippy::all,
    clippy::pedantic,
    unsafe_op_in_unsafe_fn,
    reason = "new syntax for its own sake"
)]
fn modern(n: Option<u32>) -> String {
    let Some(v) = n else {
        return c"none".to_string_lossy().into_owned();
    };
    let p = &raw const v;
    let f = async move |k: u32| k + v;
    let _ = (p, &f);
    if let Some(a) = n
        && a > 3
    {
        return format!("{a}");
    }
    fn it<'a>(s: &'a [u32]) -> impl Iterator<Item = u32> + use<'a> {
        s.iter().copied()
    }
    it(&[v]).map(|x| x.to_string()).collect()
}

#[test]
fn all_of_them_run() {
    let tools = toolset![
        here,
        mutable::total,
        attributes::add,
        ok_local,
        join,
        lengths,
        same,
        inferred,
        never,
        to_be_written,
        modern
    ];
    for (name, arguments, expected) in [
        ("here", r#"{"x":1}"#, "1"),
        ("total", r#"{"xs":[1,2],"extra":3}"#, "6"),
        ("add", r#"{"a":1,"b":2}"#, "3"),
        ("ok_local", r#"{"n":1}"#, "2"),
        ("join", r#"{"parts":["a","b"],"sep":"-"}"#, "a-b"),
        ("lengths", r#"{"name":"abc","raw":[1,2]}"#, "5"),
        ("same", r#"{"l":"a","r":"a"}"#, "true"),
        ("inferred", r#"{"s":"7"}"#, "7"),
        ("modern", r#"{"n":2}"#, "2"),
        ("modern", "{}", "none"),
    ] {
        let result = block_on(dispatch(&tools, &(), name, arguments)).unwrap();
        assert_eq!(result.text(), expected, "{name}");
    }
    let add = tools
        .definitions()
        .iter()
        .find(|tool| tool.name() == "add")
        .unwrap();
    assert_eq!(
        add.input_schema()["properties"]["a"]["description"],
        "first summand"
    );
    assert_eq!(
        add.input_schema()["properties"]["b"]["description"],
        "second summand"
    );
}
