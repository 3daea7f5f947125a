const _: T = {
    use ::toolwright::__private::{self as __p, legs::*};
    const __N: &[&__p::str] = &[
        __p::name(&order_status {}),
        __p::name(&shop::refund {}),
    ];
    const _: () = __p::unique(__N, 1usize);
    '__t: {
        let __b = __p::ToolSet::builder();
        if false {
            break '__t __b.build();
        }
        let __e = order_status {};
        let __b = (&&__p::Probe(&__e)).__listed().to(&__b).tool(__b, __e);
        let __e = shop::refund {};
        let __b = (&&__p::Probe(&__e)).__listed().to(&__b).tool(__b, __e);
        let __e = desk;
        let __b = (&&&__p::Probe(&__e)).__splice().to(&__b).add(__b, __e);
        __b.build()
    }
};
