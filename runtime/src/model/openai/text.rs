//! Text out of JSON that models and servers wrote.

use serde::de::{Deserializer as _, Error, Visitor};
use std::fmt;

/// Returns the text of a JSON string. Half a surrogate pair, which models do write, becomes U+FFFD.
pub(super) fn text_of(raw: &str) -> Option<String> {
    let mut deserializer = serde_json::Deserializer::from_str(raw);
    deserializer.deserialize_byte_buf(Lossy).ok()
}

/// Returns the JSON without the white space between its tokens, every token as it was written.
pub(super) fn compact(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let (mut in_string, mut escaped) = (false, false);
    for c in raw.chars() {
        if in_string {
            in_string = escaped || c != '"';
            escaped = !escaped && c == '\\';
        } else if c.is_ascii_whitespace() {
            continue;
        } else {
            in_string = c == '"';
        }
        out.push(c);
    }
    out
}

struct Lossy;

impl Visitor<'_> for Lossy {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<String, E> {
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }
}
