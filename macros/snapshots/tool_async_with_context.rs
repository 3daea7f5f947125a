/// Pays an order back.
async fn refund(id: u64, db: &Db, context: &ToolContext) -> Result<(), DeskError> {
    db.refund(id, context).await
}
#[doc(hidden)]
struct refund {}
const _: () = {
    use ::toolwright::__private::{self as __p, legs::*};
    #[automatically_derived]
    impl __p::ToolFunction for refund {
        const NAME: &'static __p::str = "refund";
        fn describe(__d: &mut __p::Describe) {
            __d.description("Pays an order back.");
            let __r = __p::returned::<Result<(), DeskError>>();
            (&&&__r).__describe(__d);
            (&&&&&__r).__texts(__d);
            __d.parameter::<u64>("id", "");
        }
    }
    #[automatically_derived]
    impl<__S: __p::State> __p::CallTool<__S> for refund
    where
        Db: __p::FromState<__S>,
        ToolContext: __p::FromState<__S>,
    {
        fn call<'__a>(
            __a: &mut __p::Arguments<'__a>,
            __s: &'__a __S,
            __c: &'__a __p::ToolContext,
        ) -> __p::ToolOutcome<'__a> {
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
                let __r = refund(
                        __0,
                        __p::FromState::from_state(__s, __c),
                        __p::FromState::from_state(__s, __c),
                    )
                    .await;
                match (&&__p::Probe(&__r)).__shape().split(__r) {
                    __p::Ok(__v) => (&&&__p::Probe(&__v)).__output().convert(__v),
                    __p::Err(__e) => {
                        __p::Err((&&&&&__p::Probe(&__e)).__error().convert(__e))
                    }
                }
            })
        }
    }
};
