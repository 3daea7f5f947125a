// Every generated path is absolute: nothing of the user's gets in its way.
#![no_implicit_prelude]
#![allow(dead_code, non_camel_case_types, non_upper_case_globals, unused_macros)]

struct Arc;
struct Option;
struct Result;
struct Some;
struct None;
struct Ok;
struct Err;
struct str;
struct usize;
struct bool;
struct Methods;
struct Receiver;
struct FromState;
mod core {}
mod std {}
mod toolwright_ {}
macro_rules! cfg {
    () => {};
}
macro_rules! compile_error {
    () => {};
}

struct Door<__T>(__T);

#[::toolwright::tools]
impl<__T> Door<__T>
where
    __T: ::core::marker::Send + ::core::clone::Clone,
{
    /// Opens.
    #[::toolwright::tool(blocking)]
    fn open(
        &self,
        word: ::std::string::String,
        #[cfg(all())] wide: u8,
        #[arg(default = "x")] name: ::std::string::String,
    ) -> ::core::result::Result<::std::string::String, ::std::io::Error> {
        let _ = (wide, name);
        ::core::result::Result::Ok(word)
    }

    /// Has the name of a method of `Arc`.
    #[::toolwright::tool]
    async fn clone(self: &::std::sync::Arc<Self>) {}
}

trait Everything: ::core::marker::Sized {
    fn methods(&self) {}
    fn add(&self) {}
    fn of(&self) {}
    fn open(self) {}
    fn convert(&self) {}
}

impl<T> Everything for T {}

fn main() {
    let set: ::toolwright::ToolSet = ::toolwright::toolset![..Door(1_u8)];
    ::core::assert_eq!(set.definitions().len(), 2);
}
