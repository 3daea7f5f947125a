// What the keys generate is absolute, too.
#![no_implicit_prelude]
#![allow(dead_code, non_camel_case_types, non_upper_case_globals)]

struct Box;
struct Some;
struct None;
struct Ok;
struct Err;
struct Effects;
struct Infallible;
struct Arguments;
mod std {}
mod core {}
const v: u8 = 1;
const c0: u8 = 1;

/// A trait on everything, with all the names that the expansion calls.
trait Everything {
    fn effects(&self) {}
    fn and_idempotent(&self) {}
    fn ignore_unknown(&self) {}
    fn convert(&self) {}
    fn cloned(&self) {}
    fn borrow(&self) {}
    fn set(&self) {}
}

impl<T: ?::core::marker::Sized> Everything for T {}

#[derive(Clone)]
struct Db;

#[derive(::toolwright::ToolState)]
struct App(Db);

/// Reads.
#[::toolwright::tool(
    visible(::toolwright::LlmVisibleError),
    on_error = |_error, context| ::core::result::Result::Err(context.fail()),
    on_bad_arguments = |_error, context| ::core::result::Result::Err(context.fail()),
    destructive,
    idempotent,
    blocking,
    max_output = "1KB",
    unknown_arguments = ignore,
)]
fn read(
    __c0: &::core::primitive::str,
    #[context] db: &Db,
) -> ::core::result::Result<
    (),
    ::std::boxed::Box<
        dyn ::core::error::Error + ::core::marker::Send + ::core::marker::Sync,
    >,
> {
    let _ = (__c0, db);
    ::core::result::Result::Ok(())
}

/// Reads.
#[::toolwright::tool(errors = hidden)]
async fn hidden(__v: u8) -> ::core::result::Result<u8, ::std::fmt::Error> {
    ::core::result::Result::Ok(__v)
}

fn main() {
    let _: ::toolwright::ToolSet<App> = ::toolwright::toolset![read, hidden];
}
