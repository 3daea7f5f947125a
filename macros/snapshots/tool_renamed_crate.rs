/// Says pong.
fn ping() -> &'static str {
    "pong"
}
#[doc(hidden)]
struct ping {}
const _: () = {
    use ::kit::toolwright::__private::{self as __p, legs::*};
    #[automatically_derived]
    impl __p::ToolFunction for ping {
        const NAME: &'static __p::str = "ping";
        fn describe(__d: &mut __p::Describe) {
            __d.description("Says pong.");
            let __r = __p::returned::<&'static str>();
            (&&&__r).__describe(__d);
            (&&&&&__r).__texts(__d);
        }
    }
    #[automatically_derived]
    impl<__S: __p::State> __p::CallTool<__S> for ping {
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
            let __r = ping();
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
