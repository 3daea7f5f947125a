::core::compile_error! {
    "a tool needs a description; write a doc comment or `#[tool(description = \"…\")]`"
}
::core::compile_error! {
    "calls share the value; take `&self`, and lock inside"
}
::core::compile_error! {
    "give this parameter a name; take it apart in the body"
}
#[cfg(feature = "x")]
::core::compile_error! {
    "`#[arg]` has no key `nam`; did you mean `name = \"…\"`?"
}
#[cfg(feature = "x")]
::core::compile_error! {
    "a method has no type of its own; remove `type`"
}
impl Shop {
    fn undocumented(&mut self, (a, b): (u8, u8)) {}
    /// Is right.
    fn right(&self) {}
    /// Is wrong where it exists.
    #[cfg(feature = "x")]
    fn wrong(&self, n: u8) {}
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
    impl<__S: __p::State> __p::InstanceTools<__S, __I> for Shop {
        fn methods(__m: &mut __p::Methods<Self, __S>) {
            __m.add(
                "right",
                |__d| {
                    __d.description("Is right.");
                },
                |__x| {
                    (&&&&__p::of::<()>()).__texts().put(__x);
                },
                |__t, __a, __s, __c| {
                    while let __p::Some(__i) = __a.next(&[]) {
                        match __i {
                            _ => {}
                        }
                    }
                    let (__p::Some(())) = (__a.end()) else {
                        return __a.refuse();
                    };
                    let __r = Self::right(__p::Receiver::of(__t));
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
};
