/// Joins.
fn join<'a>(parts: Vec<Cow<'a, str>>, separator: &str, bytes: &[u8]) -> String {
    parts.join(separator)
}
#[doc(hidden)]
struct join {}
const _: () = {
    use ::toolwright::__private::{self as __p, legs::*};
    #[automatically_derived]
    impl __p::ToolFunction for join {
        const NAME: &'static __p::str = "join";
        fn describe(__d: &mut __p::Describe) {
            __d.description("Joins.");
            let __r = __p::returned::<String>();
            (&&&__r).__describe(__d);
            (&&&&&__r).__texts(__d);
            __d.parameter::<Vec<Cow<'_, str>>>("parts", "");
            __d.lent::<str>("separator", "");
            __d.lent::<[u8]>("bytes", "");
        }
    }
    #[automatically_derived]
    impl<__S: __p::State> __p::CallTool<__S> for join {
        fn call<'__a>(
            __a: &mut __p::Arguments<'__a>,
            __s: &'__a __S,
            __c: &'__a __p::ToolContext,
        ) -> __p::ToolOutcome<'__a> {
            let mut __0 = __p::owned::<Vec<Cow<'_, str>>>().__slot();
            let mut __1 = __p::lent::<str>().__slot();
            let mut __2 = __p::lent::<[u8]>().__slot();
            while let __p::Some(__i) = __a.next(&["parts", "separator", "bytes"]) {
                match __i {
                    0 => __0.__read(__a),
                    1 => __1.__read(__a),
                    2 => __2.__read(__a),
                    _ => {}
                }
            }
            let (__p::Some(__0), __p::Some(__1), __p::Some(__2), __p::Some(())) = (
                __0.take(__a),
                __1.take(__a),
                __2.take(__a),
                __a.end(),
            ) else {
                return __a.refuse();
            };
            let __r = join(__0, __p::lend(&__1), __p::lend(&__2));
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
