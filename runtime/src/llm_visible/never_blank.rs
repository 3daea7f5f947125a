//! Types whose `Display` always shows something.

use super::LlmText;
use std::num::NonZero;

/// Marks a type whose `Display` is never blank.
///
/// A derived text of nothing but placeholders compiles only if at least one of their types is `NeverBlank`. Implement
/// it for your own types that always show something, such as an order number.
///
/// ```
/// struct OrderNumber(u32);
/// impl toolwright::NeverBlank for OrderNumber {}
/// ```
#[diagnostic::on_unimplemented(
    message = "the text for the model can be blank: `{Self}` may show nothing",
    label = "its `Display` may be blank",
    note = "write words around the placeholder, or implement `NeverBlank` for a type that always shows something"
)]
pub trait NeverBlank {}

macro_rules! never_blank {
    ($($t:ty),* $(,)?) => { $(impl NeverBlank for $t {})* };
}

never_blank!(
    u8,
    u16,
    u32,
    u64,
    u128,
    usize,
    i8,
    i16,
    i32,
    i64,
    i128,
    isize,
    f32,
    f64,
    bool,
    LlmText,
    NonZero<u8>,
    NonZero<u16>,
    NonZero<u32>,
    NonZero<u64>,
    NonZero<u128>,
    NonZero<usize>,
    NonZero<i8>,
    NonZero<i16>,
    NonZero<i32>,
    NonZero<i64>,
    NonZero<i128>,
    NonZero<isize>,
    std::net::IpAddr,
    std::net::Ipv4Addr,
    std::net::Ipv6Addr,
    std::net::SocketAddr,
);

impl<T: NeverBlank + ?Sized> NeverBlank for &T {}
impl<T: NeverBlank + ?Sized> NeverBlank for Box<T> {}
impl<T: NeverBlank + ?Sized> NeverBlank for std::sync::Arc<T> {}
