::core::compile_error! {
    "`GiB` is no unit of a size; use B, KB, KiB, MB or MiB"
}
::core::compile_error! {
    "write `errors = hidden`"
}
::core::compile_error! {
    "the list is empty; write `visible(Type, …)`, or remove the key"
}
::core::compile_error! {
    "the unit is missing; write `\"5s\"` for seconds, or use ms, min or h"
}
::core::compile_error! {
    "`read_only` and `destructive` contradict each other; remove one"
}
::core::compile_error! {
    "`errors = hidden` and `visible(…)` contradict each other; remove one"
}
::core::compile_error! {
    "`blocking` is for functions that are not `async`; remove it, or the `async`"
}
/// Does everything.
async fn all() {}
#[doc(hidden)]
struct all {}
const _: () = {
    use ::toolwright::__private::{self as __p, legs::*};
    impl __p::ToolFunction for all {
        const NAME: &'static __p::str = "all";
        fn describe(_: &mut __p::Describe) {}
    }
    impl<__S: __p::State> __p::CallTool<__S> for all {
        fn call<'__a>(
            __a: &mut __p::Arguments<'__a>,
            _: &'__a __S,
            _: &'__a __p::ToolContext,
        ) -> __p::ToolOutcome<'__a> {
            __a.refuse()
        }
    }
};
