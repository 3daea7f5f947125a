const _: T = match (&(price), &(id)) {
    (__value0, __value1) => {
        use ::toolwright::__private::placeholder::anonymous::*;
        ::toolwright::__private::text::with_words(
            ::core::format_args!(
                "order {0} costs {1:.2} euro", (&& && && &&
                ::toolwright::__private::placeholder::Placeholder::display(__value1))
                .__toolwright_checked(), (&& && && &&
                ::toolwright::__private::placeholder::Placeholder::display(__value0))
                .__toolwright_checked()
            ),
        )
    }
};
