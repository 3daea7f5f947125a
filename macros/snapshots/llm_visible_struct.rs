#[automatically_derived]
impl<'a> ::toolwright::__private::text::LlmVisible for Missing<'a> {
    fn message_for_llm(
        &self,
    ) -> ::core::option::Option<::toolwright::__private::text::LlmText> {
        use ::toolwright::__private::placeholder::anonymous::*;
        match self {
            Self { name: __field0, n: __field1, .. } => {
                ::core::option::Option::Some(
                    ::toolwright::__private::text::with_words(
                        ::core::format_args!(
                            "the field {0} misses {1} values", (&& && && &&
                            ::toolwright::__private::placeholder::Placeholder::display(__field0))
                            .__toolwright_checked(), (&& && && &&
                            ::toolwright::__private::placeholder::Placeholder::display(__field1))
                            .__toolwright_checked()
                        ),
                    ),
                )
            }
        }
    }
    fn __llm_texts(__t: &mut ::toolwright::__private::text::Texts) {
        __t.of_type::<
                Self,
            >(|__t| {
            __t.text("Missing", "the field {name} misses {n} values");
        });
    }
}
