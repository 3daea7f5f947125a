fn list_all(limit: u32, r#type: Option<String>) -> Vec<u32> {
    vec![]
}
#[doc(hidden)]
struct List {}
const _: () = {
    use ::toolwright::__private::{self as __p, legs::*};
    #[automatically_derived]
    impl __p::ToolFunction for List {
        const NAME: &'static __p::str = "list";
        fn describe(__d: &mut __p::Describe) {
            __d.description("Lists.");
            let __r = __p::returned::<Vec<u32>>();
            (&&&__r).__describe(__d);
            (&&&&&__r).__texts(__d);
            __d.parameter::<u32>("limit", "")
                .default({
                    let __v: u32 = 10;
                    (&&__p::Probe(&__v)).__value().json(&__v)
                })
                .example({
                    let __v: u32 = 3;
                    (&&__p::Probe(&__v)).__value().json(&__v)
                });
            __d.parameter::<Option<String>>("type", "a kind");
        }
    }
    #[automatically_derived]
    impl<__S: __p::State> __p::CallTool<__S> for List {
        fn call<'__a>(
            __a: &mut __p::Arguments<'__a>,
            __s: &'__a __S,
            __c: &'__a __p::ToolContext,
        ) -> __p::ToolOutcome<'__a> {
            let mut __0 = __p::owned::<u32>().__slot().optional();
            let mut __1 = __p::owned::<Option<String>>().__slot();
            while let __p::Some(__i) = __a.next(&["limit", "type"]) {
                match __i {
                    0 => __0.__read(__a),
                    1 => __1.__read(__a),
                    _ => {}
                }
            }
            let (__p::Some(__0), __p::Some(__1), __p::Some(())) = (
                __0.take(__a),
                __1.take(__a),
                __a.end(),
            ) else {
                return __a.refuse();
            };
            let __0: u32 = match __0 {
                __p::Some(__v) => __v,
                __p::None => {
                    let __v: u32 = 10;
                    __v
                }
            };
            let __r = list_all(__0, __1);
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
