/// Signs in.
fn sign_in(name: &str, password: String, at: Option<Date>) -> bool {
    true
}
#[doc(hidden)]
struct sign_in {}
const _: () = {
    use ::toolwright::__private::{self as __p, legs::*};
    #[automatically_derived]
    impl __p::ToolFunction for sign_in {
        const NAME: &'static __p::str = "sign_in";
        fn describe(__d: &mut __p::Describe) {
            __d.description("Signs in.");
            let __r = __p::returned::<bool>();
            (&&&__r).__describe(__d);
            (&&&&&__r).__texts(__d);
            __d.lent::<str>("name", "");
            __d.parameter::<String>("password", "").secret();
            __d.parameter::<Option<Date>>("at", "").hide_message();
        }
    }
    #[automatically_derived]
    impl<__S: __p::State> __p::CallTool<__S> for sign_in {
        fn call<'__a>(
            __a: &mut __p::Arguments<'__a>,
            __s: &'__a __S,
            __c: &'__a __p::ToolContext,
        ) -> __p::ToolOutcome<'__a> {
            let mut __0 = __p::lent::<str>().__slot();
            let mut __1 = __p::owned::<String>().__slot();
            let mut __2 = __p::owned::<Option<Date>>().__slot();
            while let __p::Some(__i) = __a.next(&["name", "password", "at"]) {
                match __i {
                    0 => {
                        __0.__read(__a);
                        __p::check::<
                            str,
                            _,
                            _,
                        >(
                            __a,
                            __0.__held(),
                            |__v| names::check(__v),
                            |__e| (&&&&&__p::Probe(&__e)).__refusal().convert(__e),
                        );
                    }
                    1 => {
                        __1.__read(__a);
                        __p::check::<
                            String,
                            _,
                            _,
                        >(__a, __1.__held(), |__v| strong(__v), __p::secret);
                    }
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
            let __r = sign_in(__p::lend(&__0), __1, __2);
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
