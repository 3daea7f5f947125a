const _: T = {
    use ::toolwright::__private::{self as __p, legs::*};
    const __N: &[&__p::str] = &[
        __p::name(&a {}),
        {
            let __n = "";
            #[cfg(feature = "x")]
            let __n = __p::name(&b {});
            __n
        },
    ];
    #[cfg(feature = "x")]
    const _: () = __p::unique(__N, 1usize);
    '__t: {
        let __b = __p::ToolSet::builder();
        if false {
            break '__t __b.build();
        }
        let __e = a {};
        let __b = (&&__p::Probe(&__e)).__listed().to(&__b).tool(__b, __e);
        #[cfg(feature = "x")]
        let __e = b {};
        #[cfg(feature = "x")]
        let __b = (&&__p::Probe(&__e)).__listed().to(&__b).tool(__b, __e);
        #[cfg(feature = "x")]
        let __e = desk;
        #[cfg(feature = "x")]
        let __b = (&&&__p::Probe(&__e)).__splice().to(&__b).add(__b, __e);
        __b.build()
    }
};
