//! `#[tools]` in generic code.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::{Debug, Display};
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use toolwright::error_handler::send_error_message_to_llm;
use toolwright::testing::{block_on, dispatch};
use toolwright::{
    IntoToolOutput, LlmVisible, ToolExecutionErrorHandler, ToolSet, tool, tools, toolset,
};

fn call(tools: &ToolSet, name: &str, text: &str) -> Option<String> {
    let result = block_on(dispatch(tools, &(), name, text)).ok()?;
    Some(result.text().into())
}

trait Store: Send + Sync + 'static {
    type Row: Serialize;
    type Error: std::error::Error + LlmVisible + Send + Sync + 'static;
    fn count(&self) -> usize;
    fn row(&self, at: usize) -> Result<Self::Row, Self::Error>;
}

#[derive(Clone)]
struct Memory(Vec<u8>);

#[derive(Debug, LlmVisible, thiserror::Error)]
#[error("secret")]
#[llm("there is no such row")]
struct NoRow;

impl Store for Memory {
    type Row = (u8, u8);
    type Error = NoRow;

    fn count(&self) -> usize {
        self.0.len()
    }

    fn row(&self, at: usize) -> Result<(u8, u8), NoRow> {
        self.0.get(at).map(|row| (*row, *row)).ok_or(NoRow)
    }
}

struct Api<S, const CAP: usize = 8> {
    store: S,
    pad: PhantomData<[u8; CAP]>,
}

#[tools]
impl<S: Store, const CAP: usize> Api<S, CAP>
where
    S: Clone,
{
    const HALF: usize = CAP / 2;

    /// Measures.
    #[tool]
    async fn size(&self, factor: u32, #[arg(default = Self::HALF)] half: usize) -> String {
        let store = self.store.clone();
        std::future::ready(()).await;
        format!("{} {half} {CAP}", store.count() * factor as usize)
    }

    /// Reads.
    #[tool]
    fn row(&self, at: usize) -> Result<S::Row, S::Error> {
        self.store.row(at)
    }

    /// Hides its error.
    #[tool(errors = hidden, blocking)]
    fn hides(&self, at: usize) -> Result<S::Row, S::Error> {
        self.store.row(at)
    }

    /// Knows its error, whatever the store.
    #[tool]
    fn parse(&self, text: &str) -> Result<(S::Row, u8), Box<dyn std::error::Error + Send + Sync>> {
        Ok((self.store.row(0)?, text.parse()?))
    }

    /// Knows its error as well.
    #[tool]
    fn known(&self, text: &str) -> Result<Option<S::Row>, std::num::ParseIntError> {
        text.parse::<u8>().map(|_| self.store.row(0).ok())
    }
}

fn api() -> Api<Memory> {
    Api {
        store: Memory(vec![7, 8]),
        pad: PhantomData,
    }
}

#[test]
fn bounds_constants_and_where_clauses_are_carried_over() {
    let tools: ToolSet = toolset![..api()];
    let run = |name, text| call(&tools, name, text);
    assert_eq!(run("size", r#"{"factor": 3}"#).unwrap(), "6 4 8");
    assert_eq!(run("row", r#"{"at": 1}"#).unwrap(), "[8,8]");
    assert_eq!(run("row", r#"{"at": 5}"#).unwrap(), "there is no such row");
    assert_eq!(run("hides", r#"{"at": 1}"#).unwrap(), "[8,8]");
    assert!(run("hides", r#"{"at": 5}"#).is_none());
    assert_eq!(run("parse", r#"{"text": "1"}"#).unwrap(), "[[7,7],1]");
    assert!(run("parse", r#"{"text": "x"}"#).is_none());
    assert_eq!(run("known", r#"{"text": "1"}"#).unwrap(), "[7,7]");
    assert!(run("known", r#"{"text": "x"}"#).is_none());
}

struct Echo<'n, T, F> {
    name: &'n str,
    show: F,
    of: PhantomData<fn(T)>,
}

#[tools]
impl<'n, T, O, F> Echo<'n, T, F>
where
    T: DeserializeOwned + JsonSchema + Clone + Send,
    O: IntoToolOutput,
    F: Fn(T) -> O,
    F: Clone,
{
    /// Gives back.
    #[tool]
    fn echo(&self, value: T, list: &[T], #[arg(example = None)] more: Option<T>) -> O {
        let _ = (list.len(), more.is_some());
        (self.show)(value)
    }

    /// Names.
    #[tool]
    fn name(&self) -> &'n str {
        self.name
    }
}

#[derive(Clone, Deserialize, JsonSchema)]
struct Point {
    x: i32,
}

#[test]
fn parameters_and_return_types_depend_on_the_impls_own() {
    let echo = Echo {
        name: "points",
        show: |point: Point| format!("at {}", point.x),
        of: PhantomData,
    };
    let tools: ToolSet = toolset![..echo];
    let read = call(&tools, "echo", r#"{"value": {"x": 3}, "list": []}"#);
    assert_eq!(read.unwrap(), "at 3");
    assert_eq!(call(&tools, "name", "{}").unwrap(), "points");
}

struct Elided<'a>(&'a str);

#[tools]
impl Elided<'_> {
    /// Reads.
    #[tool]
    fn read(&self, n: usize) -> &str {
        self.0.get(..n).unwrap_or(self.0)
    }
}

/// Its bounds say nothing of `Send`: that is asked of each type it is used with.
struct Loose<T>(T);

#[tools]
impl<T: Display> Loose<T> {
    /// Shows.
    #[tool]
    fn show(&self) -> String {
        self.0.to_string()
    }
}

#[test]
fn what_an_agent_needs_is_asked_of_the_instance() {
    let tools: ToolSet = toolset![..Elided("abc"), ..Loose(5)];
    assert_eq!(call(&tools, "read", r#"{"n": 2}"#).unwrap(), "ab");
    assert_eq!(call(&tools, "show", "{}").unwrap(), "5");
    assert_eq!(Loose(Rc::new(6)).show(), "6");
}

struct Marked<T>(T);

static MADE: AtomicUsize = AtomicUsize::new(0);

impl<T> Marked<T> {
    fn handler() -> impl ToolExecutionErrorHandler {
        MADE.fetch_add(size_of::<T>(), Ordering::Relaxed);
        send_error_message_to_llm()
    }
}

#[tools]
impl<T: Debug + LlmVisible + Clone + Send + Sync> Marked<T> {
    /// Fails.
    #[tool(on_error = Self::handler())]
    fn fail(&self) -> Result<(), T> {
        Err(self.0.clone())
    }
}

#[derive(Clone, Debug, LlmVisible)]
#[llm("one")]
struct One(u8);

#[derive(Clone, Debug, LlmVisible)]
#[llm("two")]
struct Two(u16);

#[test]
fn a_handler_may_depend_on_the_type() {
    let (one, two) = (Marked(One(1)), Marked(Two(2)));
    assert_eq!((one.0.0, two.0.0), (1, 2));
    let (one, two): (ToolSet, ToolSet) = (toolset![..one], toolset![..two]);
    assert_eq!(MADE.load(Ordering::Relaxed), 3);
    assert_eq!(call(&one, "fail", "{}").unwrap(), "one");
    assert_eq!(call(&two, "fail", "{}").unwrap(), "two");
}
