::core::compile_error! {
    "`C` has no fields, so `{x}` shows nothing; take it out"
}
::core::compile_error! {
    "`A` does not say what the model reads; add `#[llm(\"…\")]` or `#[llm(hidden)]`"
}
::core::compile_error! {
    "the text is blank; write what the model should read, or `#[llm(hidden)]`"
}
::core::compile_error! {
    "`hidden` contradicts `transparent`; keep one of them"
}
#[automatically_derived]
impl ::toolwright::__private::text::LlmVisible for E {
    fn message_for_llm(
        &self,
    ) -> ::core::option::Option<::toolwright::__private::text::LlmText> {
        ::core::option::Option::None
    }
}
