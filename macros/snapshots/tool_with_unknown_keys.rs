::core::compile_error! {
    "`#[tool]` has no key `nmae`; did you mean `name = \"…\"`?"
}
::core::compile_error! {
    "`#[tool]` has no key `retries`; did you mean `returns = immediate`?"
}
::core::compile_error! {
    "`name` is given twice; remove one"
}
::core::compile_error! {
    "`#[arg]` has no key `descripton`; did you mean `description = \"…\"`?"
}
/// Documented.
fn keys(a: u8) -> u8 {
    a
}
#[doc(hidden)]
struct keys {}
const _: () = {
    use ::toolwright::__private::{self as __p, legs::*};
    impl __p::ToolFunction for keys {
        const NAME: &'static __p::str = "keys";
        fn describe(_: &mut __p::Describe) {}
    }
    impl<__S: __p::State> __p::CallTool<__S> for keys {
        fn call<'__a>(
            __a: &mut __p::Arguments<'__a>,
            _: &'__a __S,
            _: &'__a __p::ToolContext,
        ) -> __p::ToolOutcome<'__a> {
            __a.refuse()
        }
    }
};
