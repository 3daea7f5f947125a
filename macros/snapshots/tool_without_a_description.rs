::core::compile_error! {
    "a tool needs a description; write a doc comment or `#[tool(description = \"…\")]`"
}
::core::compile_error! {
    "give this parameter a name; take it apart in the body"
}
fn undocumented(a: u8, (b, c): (u8, u8)) -> u8 {
    a + b + c
}
#[doc(hidden)]
struct undocumented {}
const _: () = {
    use ::toolwright::__private::{self as __p, legs::*};
    impl __p::ToolFunction for undocumented {
        const NAME: &'static __p::str = "undocumented";
        fn describe(_: &mut __p::Describe) {}
    }
    impl<__S: __p::State> __p::CallTool<__S> for undocumented {
        fn call<'__a>(
            __a: &mut __p::Arguments<'__a>,
            _: &'__a __S,
            _: &'__a __p::ToolContext,
        ) -> __p::ToolOutcome<'__a> {
            __a.refuse()
        }
    }
};
