#[automatically_derived]
impl<T: std::fmt::Display, const N: usize> ::toolwright::__private::text::LlmVisible
for DeskError<T, N>
where
    T: Clone,
    T: ::core::fmt::Display,
{
    fn message_for_llm(
        &self,
    ) -> ::core::option::Option<::toolwright::__private::text::LlmText> {
        use ::toolwright::__private::placeholder::anonymous::*;
        match self {
            Self::NoSuchOrder { id: __field0, near: __field1, .. } => {
                ::core::option::Option::Some(
                    ::toolwright::__private::text::with_words(
                        ::core::format_args!(
                            "there is no order {0}; did you mean {1:>5}? {{}}", (&& && &&
                            &&
                            ::toolwright::__private::placeholder::Placeholder::display(__field0))
                            .__toolwright_checked(), (&& && && &&
                            ::toolwright::__private::placeholder::Placeholder::display(__field1))
                            .__toolwright_checked()
                        ),
                    ),
                )
            }
            Self::Left { 0: __field0, .. } => {
                let __shown0 = (&&&&&&&&::toolwright::__private::placeholder::Placeholder::display(
                    __field0,
                ))
                    .__toolwright_checked();
                (&::toolwright::__private::placeholder::Blankness::of(&__shown0))
                    .__toolwright_never_blank()
                    .settled();
                ::toolwright::__private::text::of_placeholders(
                    ::core::format_args!("{0}", __shown0),
                )
            }
            Self::Database { .. } => ::core::option::Option::None,
            Self::Inner { 0: __inner } => {
                ::toolwright::__private::text::LlmVisible::message_for_llm(&*__inner)
            }
            Self::Computed { .. } => {
                ::toolwright::__private::text::computed(text_of(self))
            }
        }
    }
    fn retry(&self) -> ::core::option::Option<::toolwright::__private::text::Retry> {
        match self {
            Self::NoSuchOrder { .. } => ::core::option::Option::None,
            Self::Left { .. } => ::core::option::Option::None,
            Self::Database { .. } => ::core::option::Option::None,
            Self::Inner { 0: __inner } => {
                ::toolwright::__private::text::LlmVisible::retry(&*__inner)
            }
            Self::Computed { .. } => ::core::option::Option::None,
        }
    }
    fn __llm_texts(__t: &mut ::toolwright::__private::text::Texts) {
        use ::toolwright::__private::legs::*;
        __t.of_type::<
                Self,
            >(|__t| {
            __t.text(
                "DeskError::NoSuchOrder",
                "there is no order {id}; did you mean {near:>5}? {{}}",
            );
            __t.text("DeskError::Left", "{0}");
            __t.hidden("DeskError::Database");
            __t.inner(
                "DeskError::Inner",
                (&&&::toolwright::__private::of::<Other>()).__held().list(),
            );
            __t.computed("DeskError::Computed", "text_of");
        });
    }
}
