/// Fails.
#[cfg(feature = "x")]
#[must_use]
fn fails() -> Result<(), E> {
    Err(E)
}
#[cfg(feature = "x")]
#[doc(hidden)]
struct fails {}
#[cfg(feature = "x")]
const _: () = {
    use ::toolwright::__private::{self as __p, legs::*};
    #[automatically_derived]
    impl __p::ToolFunction for fails {
        const NAME: &'static __p::str = "fails";
        fn describe(__d: &mut __p::Describe) {
            __d.description("Fails.");
            let __r = __p::returned::<Result<(), E>>();
            (&&&__r).__describe(__d);
            (&&&&&__r).__texts(__d);
        }
        fn settings(__x: &mut __p::Extensions) {
            {
                static __H: __p::OwnHandler = __p::OwnHandler::new();
                __H.__set(
                    __x,
                    || __p::handler(__p::from_fn(|_error, context| Err(context.fail()))),
                );
            }
        }
    }
    #[automatically_derived]
    impl<__S: __p::State> __p::CallTool<__S> for fails {
        fn call<'__a>(
            __a: &mut __p::Arguments<'__a>,
            __s: &'__a __S,
            __c: &'__a __p::ToolContext,
        ) -> __p::ToolOutcome<'__a> {
            while let __p::Some(__i) = __a.next(&[]) {
                match __i {
                    _ => {}
                }
            }
            let (__p::Some(())) = (__a.end()) else {
                return __a.refuse();
            };
            let __r = fails();
            __p::ToolOutcome::Ready(
                match (&&__p::Probe(&__r)).__shape().split(__r) {
                    __p::Ok(__v) => (&&&__p::Probe(&__v)).__output().convert(__v),
                    __p::Err(__e) => {
                        __p::Err((&&&&&__p::Probe(&__e)).__error().convert(__e))
                    }
                },
            )
        }
    }
};
