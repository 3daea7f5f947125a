const _: T = {
    use ::toolwright::__private::{self as __p, legs::*};
    const __N: &[&__p::str] = &[
        __p::name(&order_status {}),
        __p::name(&shop::refund {}),
    ];
    const _: () = __p::unique(__N, 1usize);
    let __b = __p::ToolSet::builder();
    let __b = __b.tool(order_status {});
    let __b = __b.tool(shop::refund {});
    let __e = desk;
    let __b = (&&&__p::Probe(&__e)).__splice().add(__b, __e);
    __b.build()
};
