//! Generated code names everything from the root.

#![no_implicit_prelude]

use ::toolwright::LlmVisible;

mod core {}
mod std {}
mod alloc {}

#[derive(LlmVisible)]
enum E<T> {
    #[llm("no {0}")]
    Text(T),
    #[llm("{0}{id}")]
    #[cfg(any())]
    Gone,
    #[llm("{0}{1}")]
    Bare(T, u8),
    #[llm(hidden)]
    Hidden,
    #[llm(transparent)]
    Inner(::toolwright::LlmVisibleError),
    #[llm(with = text)]
    Computed,
}

fn text<T>(_: &E<T>) -> ::toolwright::LlmText {
    let x = 5;
    ::toolwright::llm_text!("computed {x} {}", 6)
}

fn main() {
    let all = [
        E::Text(1),
        E::Bare(1, 2),
        E::Hidden,
        E::Inner(::toolwright::visible_error!("inner")),
        E::Computed,
    ];
    let mut visible = 0;
    for error in ::std::iter::Iterator::map(
        ::std::iter::IntoIterator::into_iter(&all),
        ::toolwright::LlmVisible::message_for_llm,
    ) {
        visible += <u32 as ::std::convert::From<bool>>::from(::std::option::Option::is_some(&error));
    }
    ::std::assert_eq!(visible, 4);
}
