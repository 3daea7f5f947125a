impl Shop {
    const FIRST: u64 = 1;
    /// Looks up an order.
    async fn order_status(&self, id: u64, db: &Db) -> Result<String, E> {
        self.get(id)
    }
    fn get(&self, id: u64) -> Result<String, E> {
        Err(E)
    }
    /// Names the shop.
    #[cfg(feature = "x")]
    fn name(self: &Arc<Self>, mail: &Mail) -> &str {
        &self.name
    }
}
const _: () = {
    use ::toolwright::__private::{self as __p, legs::*};
    #[tool(__in_tools)]
    const _: () = ();
    #[cfg(feature = "x")]
    #[tool(__in_tools)]
    const _: () = ();
    pub struct __I {}
    #[automatically_derived]
    impl __p::OneToolsImpl for Shop {
        type Impl = __I;
    }
    #[automatically_derived]
    impl<__S: __p::State> __p::InstanceTools<__S, __I> for Shop
    where
        Db: __p::FromState<__S>,
        <Self as __p::Asks<0>>::Value: __p::FromState<__S>,
    {
        fn methods(__m: &mut __p::Methods<Self, __S>) {
            __m.add(
                "order_status",
                |__d| {
                    __d.description("Looks up an order.");
                    let __r = __p::returned::<Result<String, E>>();
                    (&&&__r).__describe(__d);
                    (&&&&&__r).__texts(__d);
                    __d.parameter::<u64>("id", "The number.");
                },
                |__x| {},
                |__t, __a, __s, __c| {
                    let mut __0 = __p::owned::<u64>().__slot();
                    while let __p::Some(__i) = __a.next(&["id"]) {
                        match __i {
                            0 => __0.__read(__a),
                            _ => {}
                        }
                    }
                    let (__p::Some(__0), __p::Some(())) = (__0.take(__a), __a.end())
                    else {
                        return __a.refuse();
                    };
                    __p::pending(async move {
                        let __r = Self::order_status(
                                __p::Receiver::of(__t),
                                __0,
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
                },
            );
            #[cfg(feature = "x")]
            __m.add(
                "shop_name",
                |__d| {
                    __d.description("Names the shop.");
                    __d.effects(__p::Effects::READ_ONLY);
                    let __r = __p::returned::<&str>();
                    (&&&__r).__describe(__d);
                    (&&&&&__r).__texts(__d);
                },
                |__x| {},
                |__t, __a, __s, __c| {
                    while let __p::Some(__i) = __a.next(&[]) {
                        match __i {
                            _ => {}
                        }
                    }
                    let (__p::Some(())) = (__a.end()) else {
                        return __a.refuse();
                    };
                    let __r = Self::name(
                        __p::Receiver::of(__t),
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
                },
            );
        }
    }
    #[cfg(feature = "x")]
    impl __p::Asks<0> for Shop {
        type Value = Mail;
    }
    #[cfg(not(feature = "x"))]
    impl __p::Asks<0> for Shop {
        type Value = __p::ToolContext;
    }
};
