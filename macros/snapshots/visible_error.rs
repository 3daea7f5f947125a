const _: T = ::toolwright::__private::text::LlmVisibleError::new(
    ::toolwright::__private::text::literal("nothing was found"),
);
