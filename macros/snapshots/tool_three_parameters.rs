/// Finds orders.
#[tool]
pub fn find(
    customer: String,
    limit: u32,
    open: Option<bool>,
) -> Result<Vec<u32>, DeskError> {
    search(customer, limit, open)
}
#[doc(hidden)]
pub struct find {}
const _: () = {
    use ::toolwright::__private::{self as __p, legs::*};
    #[automatically_derived]
    impl __p::ToolFunction for find {
        const NAME: &'static __p::str = "find";
        fn describe(__d: &mut __p::Describe) {
            __d.description("Finds orders.");
            let __r = __p::returned::<Result<Vec<u32>, DeskError>>();
            (&&&__r).__describe(__d);
            (&&&&&__r).__texts(__d);
            __d.parameter::<String>("customer", "The customer.");
            __d.parameter::<u32>("limit", "How many at the most.");
            __d.parameter::<Option<bool>>("open", "");
        }
    }
    #[automatically_derived]
    impl<__S: __p::State> __p::CallTool<__S> for find {
        fn call<'__a>(
            __a: &mut __p::Arguments<'__a>,
            __s: &'__a __S,
            __c: &'__a __p::ToolContext,
        ) -> __p::ToolOutcome<'__a> {
            let mut __0 = __p::owned::<String>().__slot();
            let mut __1 = __p::owned::<u32>().__slot();
            let mut __2 = __p::owned::<Option<bool>>().__slot();
            while let __p::Some(__i) = __a.next(&["customer", "limit", "open"]) {
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
            let __r = find(__0, __1, __2);
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
