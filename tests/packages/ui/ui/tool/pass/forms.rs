// Every way to write a function that can be a tool.
#![allow(dead_code)]

use std::borrow::Cow;
use toolwright::{ToolContext, ToolSet, ToolState, tool, toolset};

/// Raw names.
#[tool]
fn r#try(r#loop: u32, r#type: String, r#in: Option<String>) -> u32 {
    let _ = (r#type, r#in);
    r#loop + 1
}

/// Two lifetimes.
#[tool]
async fn same<'x, 'y>(l: &'x str, r: &'y str) -> bool {
    l == r
}

/// Lifetimes inside.
#[tool]
async fn join(parts: Vec<Cow<'static, str>>, sep: Option<Cow<'_, str>>, raw: Option<&str>) -> String {
    let _ = raw;
    parts.join(sep.as_deref().unwrap_or(""))
}

/// Lent.
#[tool]
fn lent(name: &str, raw: &[u8], path: &std::path::Path, many: &Vec<String>, ints: &(u8, u8)) -> usize {
    let _ = (path, many, ints);
    name.len() + raw.len()
}

/// Lent, and given back.
#[tool]
fn first<'x>(words: &'x [String], or: &'x str) -> &'x str {
    words.first().map_or(or, |word| word)
}

/// Defaults.
#[tool]
async fn defaults(
    #[arg(default = "x")] word: &str,
    #[arg(default = vec![1, 2])] list: Vec<u8>,
    #[arg(default = &[1, 2])] slice: &[u8],
    #[arg(default = None)] opt: Option<u8>,
    #[arg(default = std::collections::HashMap::<String, u8>::new(), example = Default::default())] map: std::collections::HashMap<
        String,
        u8,
    >,
) -> usize {
    let _ = opt;
    word.len() + list.len() + slice.len() + map.len()
}

/// Opaque.
#[tool]
fn opaque() -> impl serde::Serialize {
    [1, 2]
}

/// Aliased.
type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Fails by an alias.
#[tool]
fn aliased() -> Outcome<u8> {
    Ok("1".parse()?)
}

/// Always fails.
#[tool]
fn fails() -> Result<(), std::io::Error> {
    Err(std::io::Error::other("never"))
}

/// Newer syntax in the body.
#[tool]
#[allow(clippy::all)]
fn modern(n: Option<u32>) -> String {
    let Some(v) = n else { return c"none".to_string_lossy().into_owned() };
    let p = &raw const v;
    let f = async move |k: u32| k + v;
    let _ = (p, &f);
    if let Some(a) = n && a > 3 { return format!("{a}") }
    fn it<'a>(s: &'a [u32]) -> impl Iterator<Item = u32> + use<'a> { s.iter().copied() }
    it(&[v]).map(|x| x.to_string()).collect()
}

/// Calls itself.
#[tool]
fn countdown(n: u32) -> u32 {
    if n == 0 { 0 } else { countdown(n - 1) }
}

#[cfg(any())]
#[tool]
fn only_elsewhere(x: MissingType) -> String {
    x.go()
}

/// Only here.
#[tool]
#[cfg(not(any()))]
fn here(x: u8) -> u8 {
    x
}

/// Only there.
#[tool]
#[cfg_attr(all(), cfg(any()), inline)]
fn there(x: MissingType) -> u8 {
    x
}

/// Inlined.
#[tool]
#[cfg_attr(all(), inline)]
fn inlined(x: u8) -> u8 {
    x
}

macro_rules! tools {
    ($($(#[$meta:meta])* $vis:vis $name:ident($($p:ident: $t:ty = $d:expr),*) -> $r:ty $body:block)*) => {
        $($(#[$meta])* #[tool] $vis fn $name($(#[arg(default = $d)] $p: $t),*) -> $r $body)*
    };
}

tools! {
    /// Adds.
    pub(crate) add(a: i64 = 1 + 1, b: Option<&str> = None) -> i64 { a + b.map_or(0, |b| b.len() as i64) }
}

macro_rules! whole {
    ($item:item) => { #[tool] $item };
}

whole! {
    /// A whole item.
    fn item(n: u8) -> u8 { n }
}

mod order_status {}

/// Its name is taken.
#[tool(type = OrderStatus, name = "order_status")]
fn order_status() {}

struct Db;

#[derive(ToolState)]
struct App {
    db: Db,
    #[state(skip)]
    other: Db,
    text: std::sync::Arc<str>,
}

/// The host's values.
#[tool]
async fn host(#[context] db: &Db, #[context] again: &Db, #[context] cx: &ToolContext, #[context] app: &App, #[context] text: &std::sync::Arc<str>) {
    let _ = (db, again, cx, app, text);
}

mod shop {
    /// Refunds.
    #[toolwright::tool]
    pub extern "C" fn refund(id: u64) -> bool {
        id > 0
    }
}
use shop::refund as give_back;

fn main() {
    /// Inside a body.
    #[tool]
    fn inside() {}

    let stateless: ToolSet = toolset![inside, r#try, same];
    let _: ToolSet<App> = toolset![
        ..stateless, join, lent, first, defaults, opaque, aliased, fails, modern, countdown, here, inlined, add, item,
        OrderStatus, host, give_back, ..toolset![shop::refund],
    ];
    let _: ToolSet<App> = toolset![];
    assert_eq!(countdown(2) + r#try(1, String::new(), None), 2);
    order_status();
}
