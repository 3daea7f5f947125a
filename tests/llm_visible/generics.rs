//! Lifetimes, bounds, const parameters, defaults and where clauses.

use crate::text;
use std::fmt::Display;
use toolwright::{LlmVisible, NeverBlank, llm_text};

#[derive(Debug, LlmVisible)]
enum Range<T>
where
    T: Display + Clone,
{
    #[llm("{left} is above the limit {right}")]
    Above { left: T, right: T },
}

#[derive(Debug, LlmVisible)]
#[llm("field {name} misses {n} values")]
struct Missing<'a, T: ?Sized + Display = str, const N: usize = 2>
where
    T: 'a,
{
    name: &'a T,
    n: usize,
    #[expect(dead_code, reason = "uses the const parameter")]
    pad: [(); N],
}

/// No bound of its own: the derive adds what the text needs.
#[derive(LlmVisible)]
enum Unbounded<T, U: Reads, V> {
    #[llm("no {0}")]
    Shown(T),
    #[llm("cannot read {0:?}: {1}")]
    Read(U, U::Err),
    #[llm("hex {0:x}")]
    Hex(Vec8<V>),
    #[llm(hidden)]
    NotShown(#[expect(dead_code, reason = "hidden")] Vec<V>),
}

trait Reads {
    type Err;
}
impl Reads for u8 {
    type Err = u16;
}

struct Vec8<V>(V);
impl<V: std::fmt::LowerHex> std::fmt::LowerHex for Vec8<V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

#[derive(LlmVisible)]
#[llm(transparent)]
struct Outer<E>(E);

#[derive(LlmVisible)]
#[llm("{0}")]
struct Bare<T: NeverBlank>(T);

#[derive(LlmVisible)]
#[llm("tail {tail}")]
struct Unsized<T: ?Sized> {
    tail: T,
}

#[derive(LlmVisible)]
enum List<E> {
    #[llm(transparent)]
    One(Box<Inner<E>>),
    #[llm(transparent)]
    Again(Box<List<E>>),
}

#[derive(LlmVisible)]
#[llm("inner {0}")]
struct Inner<E>(E);

#[test]
fn bounds_are_repeated_and_added() {
    assert_eq!(
        text(&Range::Above { left: 9, right: 5 }),
        "9 is above the limit 5"
    );
    let missing = Missing::<str> {
        name: "total",
        n: 3,
        pad: [(); 2],
    };
    assert_eq!(text(&missing), "field total misses 3 values");
    type U = Unbounded<&'static str, u8, u32>;
    assert_eq!(text(&U::Shown("way")), "no way");
    assert_eq!(text(&U::Read(5, 9)), "cannot read 5: 9");
    assert_eq!(text(&U::Hex(Vec8(255))), "hex ff");
    assert_eq!(U::NotShown(vec![1]).message_for_llm(), None);
    assert_eq!(text(&Outer(Inner(1))), "inner 1");
    assert_eq!(text(&Bare(1)), "1");
    let tail: &Unsized<dyn Display> = &Unsized { tail: 8 };
    assert_eq!(tail.message_for_llm().unwrap().as_str(), "tail 8");
    let list = List::Again(Box::new(List::One(Box::new(Inner(2)))));
    assert_eq!(text(&list), "inner 2");
}

fn generic<T: Display>(value: &T) -> toolwright::LlmText {
    llm_text!("saw {value}")
}

#[test]
fn in_generic_code_the_declared_bounds_count() {
    assert_eq!(generic(&5).as_str(), "saw 5");
}
