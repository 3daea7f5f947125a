// Every generated path is absolute: nothing of the user's gets in its way.
#![no_implicit_prelude]
#![allow(dead_code, non_camel_case_types, non_upper_case_globals)]

struct String(::std::boxed::Box<::core::primitive::str>);
struct Vec;
struct S;
enum Option {
    Yes,
    No,
}
struct Result;
struct Box;
struct Some;
struct None;
struct Ok;
struct Err;
struct str;
struct bool;
struct FromState;
struct Tool;
mod std {}
mod core {}
mod serde_json {}
mod toolwright_ {}
const a: u8 = 1;
const s: u8 = 1;
const c: u8 = 1;

/// Shouts.
#[::toolwright::tool]
fn shout(
    word: ::std::string::String,
    #[arg(default = 3, example = 4)] times: u8,
    lent: &::core::primitive::str,
) -> ::core::result::Result<::std::string::String, ::std::io::Error> {
    let _ = (times, lent);
    ::core::result::Result::Ok(word)
}

/// A trait on everything, with all the names that the expansion calls.
trait Everything {
    fn output(&self) {}
    fn convert(&self) {}
    fn split(&self) {}
    fn slot(&self) {}
    fn read(&self) {}
    fn take(&self) {}
    fn optional(&self) {}
    fn json(&self) {}
    fn next(&self) {}
    fn end(&self) {}
    fn refuse(&self) {}
    fn set(&self) {}
    fn tool(&self) {}
    fn build(&self) {}
    fn add(&self) {}
    fn description(&self) {}
    fn parameter(&self) {}
    fn lent(&self) {}
    fn default(&self) {}
    fn example(&self) {}
}

impl<T: ?::core::marker::Sized> Everything for T {}

#[derive(Clone)]
struct Db;

#[derive(::toolwright::ToolState)]
struct App(Db);

/// Shouts later.
#[::toolwright::tool(on_error = |_error, context| ::core::result::Result::Err(context.fail()))]
async fn later(word: ::std::string::String, #[context] db: &Db) -> ::std::string::String {
    let _ = db;
    word
}

fn main() {
    let _: ::toolwright::ToolSet<App> = ::toolwright::toolset![shout, later];
    let stateless: ::toolwright::ToolSet = ::toolwright::toolset![shout];
    let _: ::toolwright::ToolSet<App> = ::toolwright::toolset![..stateless];
}
