impl<'a, S: Store, const N: usize> Api<'a, S, N>
where
    S: Clone,
{
    /// Counts.
    #[cfg_attr(feature = "x", inline)]
    pub fn count(&self, at: S::Key) -> Result<S::Row, S::Error> {
        self.0.count()
    }
}
const _: () = {
    use kit::__private::{self as __p, legs::*};
    #[cfg(feature = "x")]
    #[kit::tool(__in_tools)]
    const _: () = ();
    pub struct __I {}
    #[automatically_derived]
    impl<'a, S: Store, const N: usize> __p::OneToolsImpl for Api<'a, S, N>
    where
        S: Clone,
    {
        type Impl = __I;
    }
    #[automatically_derived]
    impl<'a, S: Store, const N: usize, __S: __p::State> __p::InstanceTools<__S, __I>
    for Api<'a, S, N>
    where
        S: Clone,
        Self: 'static,
    {
        fn methods(__m: &mut __p::Methods<Self, __S>) {
            #[cfg(feature = "x")]
            __m.add(
                "count",
                |__d| {
                    __d.description("Counts.");
                    let __r = __p::returned::<Result<S::Row, S::Error>>();
                    (&&&__r).__describe(__d);
                    (&&&&&__r).__texts(__d);
                    __d.parameter::<S::Key>("at", "");
                },
                |__x| {
                    {
                        let __H = __p::OwnHandler::new();
                        __H.__set(__x, || __p::handler(Self::handler()));
                    }
                },
                |__t, __a, __s, __c| {
                    let __t = __p::shared(__t);
                    __p::blocking(
                        __a,
                        move |__a: &mut __p::Arguments<'_>| {
                            let __t = &__t;
                            let mut __0 = __p::owned::<S::Key>().__slot();
                            while let __p::Some(__i) = __a.next(&["at"]) {
                                match __i {
                                    0 => __0.__read(__a),
                                    _ => {}
                                }
                            }
                            let (__p::Some(__0), __p::Some(())) = (
                                __0.take(__a),
                                __a.end(),
                            ) else {
                                return __a.refuse();
                            };
                            let __r = Self::count(__p::Receiver::of(__t), __0);
                            __p::ToolOutcome::Ready(
                                match (&&__p::Probe(&__r)).__shape().split(__r) {
                                    __p::Ok(__v) => {
                                        (&&&__p::Probe(&__v)).__output().convert(__v)
                                    }
                                    __p::Err(__e) => {
                                        __p::Err(
                                            (&&&&&__p::open::<(), _>(&__e)).__open_error().convert(__e),
                                        )
                                    }
                                },
                            )
                        },
                    )
                },
            );
        }
    }
};
