//! URLs that carry a password, and those of files.

use super::mark::{Span, kind};
use super::text::{Text, has_digit, is_delimiter};

/// At the `:` of `://`: a URL whose authority holds a password, or a long token, is taken out as a whole.
pub(super) fn with_password(
    text: &Text<'_>,
    i: usize,
    surroundings: bool,
) -> Option<Span<'static>> {
    /// A password with a `/` in it is looked for so far.
    const FURTHER: usize = 256;
    /// More than any scheme is long.
    const SCHEME: usize = 32;
    if !text.starts(i, b"://") {
        return None;
    }
    let mut start = i;
    while start > text.edge
        && i - start < SCHEME
        && matches!(text.at(start - 1), b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'+' | b'.' | b'-')
    {
        start -= 1;
    }
    if start == i {
        return None;
    }
    let authority = i + 3;
    if surroundings && text.get(start, i).eq_ignore_ascii_case(b"file") {
        let end = text.run(authority, |byte| !is_delimiter(byte));
        return (end > authority + 1).then(|| Span::new(start, end, kind::PATH));
    }
    let authority_end = text.run(authority, |byte| {
        !is_delimiter(byte) && !matches!(byte, b'/' | b'?' | b'#')
    });
    let inside = text.get(authority, authority_end);
    let is_secret = match inside.iter().rposition(|byte| *byte == b'@') {
        Some(at) => {
            let user = inside.get(..at).unwrap_or_default();
            match user.iter().position(|byte| *byte == b':') {
                Some(colon) => colon + 1 < user.len(),
                None => user.len() >= 16 && has_digit(user),
            }
        }
        // A password with a `/` in it: what stands behind the `:` is no port then.
        None => inside
            .iter()
            .position(|byte| *byte == b':')
            .is_some_and(|colon| {
                let port = inside.get(colon + 1..).unwrap_or_default();
                let rest = text.get(authority_end, (authority_end + FURTHER).min(text.end()));
                let word = rest.split(|byte| is_delimiter(*byte)).next();
                !port.is_empty()
                    && !port.iter().all(u8::is_ascii_digit)
                    && !inside.starts_with(b"[")
                    && word.is_some_and(|word| word.contains(&b'@'))
            }),
    };
    if !is_secret {
        return None;
    }
    let end = text.run(authority_end, |byte| !is_delimiter(byte));
    Some(Span::new(start, end, kind::CONNECTION))
}
