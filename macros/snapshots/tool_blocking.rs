/// Searches the archive.
fn search(words: &str, index: &Arc<Index>) -> Result<Vec<String>, Broken> {
    index.search(words)
}
#[doc(hidden)]
struct search {}
const _: () = {
    use ::toolwright::__private::{self as __p, legs::*};
    #[automatically_derived]
    impl __p::ToolFunction for search {
        const NAME: &'static __p::str = "search";
        fn describe(__d: &mut __p::Describe) {
            __d.description("Searches the archive.");
            __d.effects(__p::Effects::READ_ONLY);
            (&&&__p::returned::<Result<Vec<String>, Broken>>()).__describe(__d);
            __p::hidden_texts(__d);
            __d.lent::<str>("words", "");
        }
    }
    #[automatically_derived]
    impl<__S: __p::State> __p::CallTool<__S> for search
    where
        Arc<Index>: __p::FromState<__S>,
    {
        fn call<'__a>(
            __a: &mut __p::Arguments<'__a>,
            __s: &'__a __S,
            __c: &'__a __p::ToolContext,
        ) -> __p::ToolOutcome<'__a> {
            let __v: &Arc<Index> = __p::FromState::from_state(__s, __c);
            let __c0 = (&&__p::Probe(__v)).__own().cloned(__v);
            __p::blocking(
                __a,
                move |__a: &mut __p::Arguments<'_>| {
                    let mut __0 = __p::lent::<str>().__slot();
                    while let __p::Some(__i) = __a.next(&["words"]) {
                        match __i {
                            0 => __0.__read(__a),
                            _ => {}
                        }
                    }
                    let (__p::Some(__0), __p::Some(())) = (__0.take(__a), __a.end())
                    else {
                        return __a.refuse();
                    };
                    let __r = search(__p::lend(&__0), __p::lend(&__c0));
                    __p::ToolOutcome::Ready(
                        match (&&__p::Probe(&__r)).__shape().split(__r) {
                            __p::Ok(__v) => (&&&__p::Probe(&__v)).__output().convert(__v),
                            __p::Err(__e) => {
                                __p::Err((&&&&__p::Probe(&__e)).__hide().convert(__e))
                            }
                        },
                    )
                },
            )
        }
    }
};
