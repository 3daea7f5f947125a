/// Cancels an order.
async fn cancel(id: u64) -> anyhow::Result<()> {
    orders::cancel(id).await
}
#[doc(hidden)]
struct cancel {}
const _: () = {
    use ::toolwright::__private::{self as __p, legs::*};
    #[automatically_derived]
    impl __p::ToolFunction for cancel {
        const NAME: &'static __p::str = "cancel";
        fn describe(__d: &mut __p::Describe) {
            __d.description("Cancels an order.");
            __d.effects(__p::Effects::DESTRUCTIVE.and_idempotent());
            __d.ignore_unknown();
            let __r = __p::returned::<anyhow::Result<()>>();
            (&&&__r).__describe(__d);
            (&&&&&__r).__texts(__d);
            __p::named_texts(__d, (&&&__p::of::<OrderError>()).__held().list());
            __p::named_texts(__d, (&&&__p::of::<stock::Empty>()).__held().list());
            __d.parameter::<u64>("id", "");
        }
        fn settings(__x: &mut __p::Extensions) {
            {
                static __H: __p::OwnHandler = __p::OwnHandler::new();
                __H.__set_for_arguments(__x, || __p::handler(again()));
            }
            __p::max_output(__x, 16384);
            __p::timeout(__x, 5000);
        }
    }
    #[automatically_derived]
    impl<__S: __p::State> __p::CallTool<__S> for cancel {
        fn call<'__a>(
            __a: &mut __p::Arguments<'__a>,
            __s: &'__a __S,
            __c: &'__a __p::ToolContext,
        ) -> __p::ToolOutcome<'__a> {
            __a.ignore_unknown();
            let mut __0 = __p::owned::<u64>().__slot();
            while let __p::Some(__i) = __a.next(&["id"]) {
                match __i {
                    0 => __0.__read(__a),
                    _ => {}
                }
            }
            let (__p::Some(__0), __p::Some(())) = (__0.take(__a), __a.end()) else {
                return __a.refuse();
            };
            __p::pending(async move {
                let __r = cancel(__0).await;
                match (&&__p::Probe(&__r)).__shape().split(__r) {
                    __p::Ok(__v) => (&&&__p::Probe(&__v)).__output().convert(__v),
                    __p::Err(__e) => {
                        __p::Err(
                            (&&&__p::Probe(&__e))
                                .__chain()
                                .convert(
                                    __e,
                                    &[__p::named::<OrderError>, __p::named::<stock::Empty>],
                                ),
                        )
                    }
                }
            })
        }
    }
};
