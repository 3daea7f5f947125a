//! Values and words that a user names.

use super::mark::{Span, kind};
use super::text::is_word;
use std::fmt::Write;

/// Fewer bytes stand in every other text by chance.
const LEAST: usize = 4;

#[derive(Clone, Default)]
pub(super) struct Exact {
    needles: Vec<Needle>,
}

#[derive(Clone)]
struct Needle {
    bytes: Box<[u8]>,
    is_word: bool,
}

impl Exact {
    /// Whether there is anything to find: secrets, or words.
    pub(super) fn has(&self, words: bool) -> bool {
        self.needles.iter().any(|needle| needle.is_word == words)
    }

    pub(super) fn secret(&mut self, value: &str) {
        if value.len() < LEAST {
            return;
        }
        for form in forms(value) {
            self.add(form, false);
        }
    }

    pub(super) fn word(&mut self, word: &str) {
        if !word.trim().is_empty() {
            self.add(word.to_owned(), true);
        }
    }

    fn add(&mut self, text: String, is_word: bool) {
        let bytes = text.into_bytes().into_boxed_slice();
        let is_there = |needle: &Needle| needle.bytes == bytes && needle.is_word == is_word;
        if !self.needles.iter().any(is_there) {
            self.needles.push(Needle { bytes, is_word });
        }
    }

    /// Finds all secrets or all words; of what begins at one place, the longest.
    pub(super) fn find(&self, words: bool, text: &str, spans: &mut Vec<Span<'_>>) {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let found = self
                .needles
                .iter()
                .filter(|needle| needle.is_word == words && needle.is_at(bytes, at))
                .max_by_key(|needle| needle.bytes.len());
            match found {
                Some(needle) => {
                    let end = at + needle.bytes.len();
                    let kind = if needle.is_word {
                        kind::WORD
                    } else {
                        kind::SECRET
                    };
                    spans.push(Span::new(at, end, kind));
                    at = end;
                }
                None => at += 1,
            }
        }
    }
}

impl Needle {
    fn is_at(&self, text: &[u8], at: usize) -> bool {
        let end = at + self.bytes.len();
        let Some(found) = text.get(at..end) else {
            return false;
        };
        if !self.is_word {
            return *found == *self.bytes;
        }
        let is_free = |byte: Option<&u8>| byte.is_none_or(|byte| !is_word(*byte) || *byte == b'-');
        found.eq_ignore_ascii_case(&self.bytes)
            && is_free(at.checked_sub(1).and_then(|at| text.get(at)))
            && is_free(text.get(end))
    }
}

/// The value as it is, and in the dresses in which values travel.
pub(crate) fn forms(value: &str) -> Vec<String> {
    let bytes = value.as_bytes();
    let mut forms = vec![value.to_owned()];
    // A string is always JSON.
    if let Ok(json) = serde_json::to_string(value)
        && let Some(inside) = json.get(1..json.len() - 1)
    {
        forms.push(inside.to_owned());
    }
    let (mut percent, mut plus) = (String::new(), String::new());
    let mut hex = String::new();
    for byte in bytes {
        // Writing to a `String` cannot fail.
        let _ = write!(hex, "{byte:02x}");
        let is_plain = byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
        for (text, space) in [(&mut percent, "%20"), (&mut plus, "+")] {
            let _ = match byte {
                b' ' => write!(text, "{space}"),
                _ if is_plain => write!(text, "{}", char::from(*byte)),
                _ => write!(text, "%{byte:02X}"),
            };
        }
    }
    forms.push(small_escapes(&percent));
    forms.extend([percent, plus, hex.to_ascii_uppercase(), hex]);
    for shift in 0..3 {
        let code = base64(bytes, shift);
        let url = code.replace('+', "-").replace('/', "_");
        forms.extend([code, url]);
    }
    forms.retain(|form| form.len() >= LEAST);
    forms
}

/// `%2F` as `%2f`.
fn small_escapes(text: &str) -> String {
    let mut left = 0;
    let small = |c: char| {
        if c == '%' {
            left = 2;
            return c;
        }
        let is_digit = left > 0;
        left -= i32::from(is_digit);
        if is_digit { c.to_ascii_lowercase() } else { c }
    };
    text.chars().map(small).collect()
}

/// The part of the base64 code that depends on nothing but `value`, wherever it lies in a longer text: `shift` bytes
/// behind a multiple of three.
fn base64(value: &[u8], shift: usize) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut code = String::new();
    let (mut bits, mut count): (u32, usize) = (0, 0);
    for byte in std::iter::repeat_n(&0, shift).chain(value) {
        bits = (bits << 8 | u32::from(*byte)) & 0xFFFF;
        count += 8;
        while count >= 6 {
            count -= 6;
            let digit = (bits >> count) & 0x3F;
            let digit = DIGITS.get(digit as usize).copied().unwrap_or(b'=');
            code.push(char::from(digit));
        }
    }
    let touched = (shift * 8).div_ceil(6);
    code.split_off(touched.min(code.len()))
}
