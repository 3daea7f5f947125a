//! What stands behind `Bearer` and `Basic`.

use super::mark::{Span, kind};
use super::text::{Text, has_digit, is_quote};

/// `Bearer …` and `Basic …`, wherever they stand.
pub(super) fn scheme(text: &Text<'_>, i: usize) -> Option<Span<'static>> {
    let is_token = |byte: u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'+' | b'/' | b'=')
    };
    if text.starts_in_any_case(i, b"bearer") {
        let from = value_at(text, i + 6)?;
        let end = text.run(from, is_token);
        let token = text.get(from, end);
        let stops = token.iter().rev().take_while(|byte| **byte == b'.').count();
        let token = text.get(from, end - stops);
        let is_mixed = token.iter().any(u8::is_ascii_uppercase)
            && token.iter().any(u8::is_ascii_lowercase)
            && token.len() >= 20;
        let is_one = token.len() >= 8 && (has_digit(token) || is_mixed);
        return is_one.then(|| Span::new(from, end - stops, kind::TOKEN));
    }
    if text.starts_in_any_case(i, b"basic") {
        let from = value_at(text, i + 5)?;
        let end = text.run(from, is_token);
        return decodes_to_a_pair(text.get(from, end))
            .then(|| Span::new(from, end, kind::CREDENTIALS));
    }
    None
}

/// Behind white space, or an encoded one; a value in quotes begins behind its quote.
fn value_at(text: &Text<'_>, i: usize) -> Option<usize> {
    const GAP: usize = 4;
    if text.starts(i, b"%20") {
        return Some(i + 3);
    }
    if text.starts(i, b"\\t") {
        return Some(i + 2);
    }
    let from = text.short_run(i, GAP, |byte| matches!(byte, b' ' | b'\t'))?;
    let open = text.short_run(from, GAP, |byte| byte == b'\\')?;
    let start = if is_quote(text.at(open)) {
        open + 1
    } else {
        from
    };
    (from > i).then_some(start)
}

/// Whether it is base64 of `user:password`.
pub(super) fn decodes_to_a_pair(code: &[u8]) -> bool {
    let mut bits: u32 = 0;
    let mut count = 0;
    let mut has_colon = false;
    let padding = code.iter().rev().take_while(|byte| **byte == b'=').count();
    let code = code.get(..code.len() - padding).unwrap_or_default();
    if code.len() < 6 {
        return false;
    }
    for byte in code {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return false,
        };
        bits = (bits << 6 | u32::from(value)) & 0x3FFF;
        count += 6;
        if count >= 8 {
            count -= 8;
            let [.., decoded] = (bits >> count).to_be_bytes();
            if decoded.is_ascii_control() {
                return false;
            }
            has_colon |= decoded == b':';
        }
    }
    has_colon
}
