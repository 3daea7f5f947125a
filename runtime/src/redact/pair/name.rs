//! Names that say that their values are secret.

use crate::redact::mark::kind;
use crate::redact::text::{Text, is_quote};

/// How a name may end, letters and digits only, and what it names then.
const NAMES: &[(&str, &str)] = &[
    ("password", kind::PASSWORD),
    ("passwordhash", kind::PASSWORD),
    ("passwd", kind::PASSWORD),
    ("passphrase", kind::PASSWORD),
    ("passcode", kind::PASSWORD),
    ("pwd", kind::PASSWORD),
    ("apikey", kind::API_KEY),
    ("accesskey", kind::API_KEY),
    ("secretkey", kind::API_KEY),
    ("privatekey", kind::API_KEY),
    ("accountkey", kind::API_KEY),
    ("signingkey", kind::API_KEY),
    ("encryptionkey", kind::API_KEY),
    ("masterkey", kind::API_KEY),
    ("authkey", kind::API_KEY),
    ("secret", kind::SECRET),
    ("signature", kind::SECRET),
    ("token", kind::TOKEN),
    ("sessionid", kind::TOKEN),
    ("sessid", kind::TOKEN),
    ("credential", kind::CREDENTIALS),
    ("credentials", kind::CREDENTIALS),
    ("authorization", kind::CREDENTIALS),
    ("cookie", kind::COOKIE),
];

/// Names that end like one, of things that the model may have to give back.
const HARMLESS_NAMES: [&str; 4] = ["nexttoken", "pagetoken", "continuationtoken", "maxtoken"];

pub(super) const LONGEST_NAME: usize = 64;

/// The name that ends before `i`, and whether it stands in quotes.
pub(super) fn name_before<'t>(text: &Text<'t>, i: usize) -> Option<(&'t [u8], bool)> {
    const GAP: usize = 4;
    let mut end = i;
    let back = |end: usize| {
        if end > text.edge { text.at(end - 1) } else { 0 }
    };
    while i - end < GAP && back(end) == b' ' {
        end -= 1;
    }
    let is_quoted = is_quote(back(end));
    if is_quoted {
        end -= 1;
        while i - end < 2 * GAP && back(end) == b'\\' {
            end -= 1;
        }
    }
    let mut start = end;
    while end - start < LONGEST_NAME && is_name(back(start)) {
        start -= 1;
    }
    (start < end).then(|| (text.get(start, end), is_quoted))
}

pub(super) const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// What a name says of its value.
pub(super) fn named(name: &[u8]) -> Option<&'static str> {
    if HARMLESS_NAMES.iter().any(|harmless| ends(name, harmless)) {
        return None;
    }
    let found = NAMES.iter().find(|(end, _)| ends(name, end));
    found.map(|(_, kind)| *kind)
}

/// Whether a name ends with `end`, whatever stands between its letters, and but for a number behind them.
pub(super) fn ends(name: &[u8], end: &str) -> bool {
    let mut letters = name
        .iter()
        .rev()
        .filter(|byte| byte.is_ascii_alphanumeric())
        .skip_while(|byte| byte.is_ascii_digit());
    end.bytes().rev().all(|wanted| {
        letters
            .next()
            .is_some_and(|letter| letter.eq_ignore_ascii_case(&wanted))
    })
}
