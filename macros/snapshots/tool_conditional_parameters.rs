/// Chooses.
fn choose(
    a: u8,
    #[cfg(feature = "b")]
    b: u8,
    #[cfg_attr(x, cfg(y))]
    c: String,
    #[cfg(feature = "d")]
    d: &Db,
) {}
#[doc(hidden)]
struct choose {}
const _: () = {
    use ::toolwright::__private::{self as __p, legs::*};
    #[automatically_derived]
    impl __p::ToolFunction for choose {
        const NAME: &'static __p::str = "choose";
        fn describe(__d: &mut __p::Describe) {
            __d.description("Chooses.");
            __d.parameter::<u8>("a", "");
            #[cfg(feature = "b")] __d.parameter::<u8>("b", "");
            #[cfg(any(not(x), y))]
            __d.parameter::<String>("c", "")
                .default({
                    let __v: String = __p::text("c");
                    (&&__p::Probe(&__v)).__value().json(&__v)
                });
        }
        fn settings(__x: &mut __p::Extensions) {
            (&&&&__p::of::<()>()).__texts().put(__x);
        }
    }
    #[cfg(feature = "d")]
    impl __p::Asks<0> for choose {
        type Value = Db;
    }
    #[cfg(not(feature = "d"))]
    impl __p::Asks<0> for choose {
        type Value = __p::ToolContext;
    }
    #[automatically_derived]
    impl<__S: __p::State> __p::CallTool<__S> for choose
    where
        <Self as __p::Asks<0>>::Value: __p::FromState<__S>,
    {
        fn call<'__a>(
            __a: &mut __p::Arguments<'__a>,
            __s: &'__a __S,
            __c: &'__a __p::ToolContext,
        ) -> __p::ToolOutcome<'__a> {
            let mut __0 = __p::owned::<u8>().__slot();
            #[cfg(feature = "b")]
            let mut __1 = __p::owned::<u8>().__slot();
            #[cfg(any(not(x), y))]
            let mut __2 = __p::owned::<String>().__slot().optional();
            const __I2: __p::usize = __p::count(&[true, __p::cfg!(feature = "b")]);
            while let __p::Some(__i) = __a
                .next(&["a", #[cfg(feature = "b")] "b", #[cfg(any(not(x), y))] "c"])
            {
                match __i {
                    0 => __0.__read(__a),
                    #[cfg(feature = "b")]
                    1 => __1.__read(__a),
                    #[cfg(any(not(x), y))]
                    __I2 => __2.__read(__a),
                    _ => {}
                }
            }
            let __0 = __0.take(__a);
            #[cfg(feature = "b")]
            let __1 = __1.take(__a);
            #[cfg(any(not(x), y))]
            let __2 = __2.take(__a);
            let __p::Some(()) = __a.end() else {
                return __a.refuse();
            };
            let __p::Some(__0) = __0 else {
                return __a.refuse();
            };
            #[cfg(feature = "b")]
            let __p::Some(__1) = __1 else {
                return __a.refuse();
            };
            #[cfg(any(not(x), y))]
            let __p::Some(__2) = __2 else {
                return __a.refuse();
            };
            #[cfg(any(not(x), y))]
            let __2: String = match __2 {
                __p::Some(__v) => __v,
                __p::None => {
                    let __v: String = __p::text("c");
                    __v
                }
            };
            let __r = choose(
                __0,
                #[cfg(feature = "b")]
                __1,
                #[cfg(any(not(x), y))]
                __2,
                #[cfg(feature = "d")]
                __p::FromState::from_state(__s, __c),
            );
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
