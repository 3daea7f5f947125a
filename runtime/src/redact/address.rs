//! Addresses of machines, where something connects to them.

use super::mark::{Span, kind};
use super::text::{Text, is_word};

/// An IPv4 address with a port, or behind a word for the other end of a connection. Four numbers alone may be a version.
pub(super) fn ipv4(text: &Text<'_>, i: usize) -> Option<Span<'static>> {
    let before = text.before(i);
    if is_word(before) || before == b'.' {
        return None;
    }
    let mut at = i;
    for part in 0..4 {
        if part > 0 {
            if text.at(at) != b'.' {
                return None;
            }
            at += 1;
        }
        let end = text.short_run(at, 4, |byte| byte.is_ascii_digit())?;
        let number = text.get(at, end);
        let value = number
            .iter()
            .fold(0_u32, |value, digit| value * 10 + u32::from(digit - b'0'));
        if number.is_empty() || number.len() > 3 || value > 255 {
            return None;
        }
        at = end;
    }
    if text.at(at) == b':' {
        let end = text.short_run(at + 1, 6, |byte| byte.is_ascii_digit())?;
        if (2..=5).contains(&(end - at - 1)) && !is_word(text.at(end)) {
            return Some(Span::new(i, end, kind::ADDRESS));
        }
    }
    let goes_on = is_word(text.at(at)) || (text.at(at) == b'.' && text.at(at + 1).is_ascii_digit());
    (!goes_on && is_connection(text, i)).then(|| Span::new(i, at, kind::ADDRESS))
}

/// At a `[`: an IPv6 address with a port. That of the own machine tells nothing.
pub(super) fn ipv6(text: &Text<'_>, i: usize) -> Option<Span<'static>> {
    const LONGEST: usize = 48;
    if is_word(text.before(i)) {
        return None;
    }
    let in_address = |byte: u8| byte.is_ascii_hexdigit() || matches!(byte, b':' | b'.');
    let end = text.short_run(i + 1, LONGEST, in_address)?;
    let close = if text.at(end) == b'%' {
        text.short_run(end + 1, LONGEST, is_word)?
    } else {
        end
    };
    let address = text.get(i + 1, end);
    let parts = address.split(|byte| *byte == b':').count();
    let is_one = parts == 8 || address.windows(2).any(|pair| pair == b"::");
    if !is_one || matches!(address, b"::1" | b"::") || !text.starts(close, b"]:") {
        return None;
    }
    let port = close + 2;
    let end = text.short_run(port, 6, |byte| byte.is_ascii_digit())?;
    let is_port = (2..=5).contains(&(end - port)) && !is_word(text.at(end));
    is_port.then(|| Span::new(i, end, kind::ADDRESS))
}

/// Whether what stands before `i` speaks of a connection.
fn is_connection(text: &Text<'_>, i: usize) -> bool {
    const WORDS: [&[u8]; 10] = [
        b"host",
        b"addr",
        b"address",
        b"hostaddr",
        b"server",
        b"peer",
        b"ip",
        b"connect to",
        b"connecting to",
        b"connection to",
    ];
    if matches!(text.before(i), b'@' | b'/') {
        return true;
    }
    let from = i.saturating_sub(24).max(text.edge);
    let near = text.get(from, i);
    let filled = near
        .iter()
        .rposition(|byte| !matches!(byte, b' ' | b'=' | b':' | b'"' | b'\'' | b'(' | b'`'));
    let near = near
        .get(..filled.map_or(0, |at| at + 1))
        .unwrap_or_default();
    WORDS.iter().any(|word| {
        near.len() >= word.len()
            && near
                .get(near.len() - word.len()..)
                .is_some_and(|end| end.eq_ignore_ascii_case(word))
            && near
                .len()
                .checked_sub(word.len() + 1)
                .and_then(|at| near.get(at))
                .is_none_or(|byte| !byte.is_ascii_alphanumeric())
    })
}
