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
    // `pass` alone is also what a test does.
    ("dbpass", kind::PASSWORD),
    ("smtppass", kind::PASSWORD),
    ("mailpass", kind::PASSWORD),
    ("userpass", kind::PASSWORD),
    ("adminpass", kind::PASSWORD),
    ("rootpass", kind::PASSWORD),
    ("mysqlpass", kind::PASSWORD),
    ("redispass", kind::PASSWORD),
    ("redisauth", kind::PASSWORD),
    ("requirepass", kind::PASSWORD),
    ("apikey", kind::API_KEY),
    ("accesskey", kind::API_KEY),
    ("secretkey", kind::API_KEY),
    ("privatekey", kind::API_KEY),
    ("accountkey", kind::API_KEY),
    ("signingkey", kind::API_KEY),
    ("encryptionkey", kind::API_KEY),
    ("masterkey", kind::API_KEY),
    ("authkey", kind::API_KEY),
    ("subscriptionkey", kind::API_KEY),
    ("secret", kind::SECRET),
    ("signature", kind::SECRET),
    ("sig", kind::SECRET),
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

/// A name before a value.
pub(super) struct Name<'t> {
    pub(super) text: &'t [u8],
    pub(super) start: usize,
    pub(super) is_quoted: bool,
    /// In quotes as in JSON, and not in JSON within another text.
    pub(super) is_json: bool,
}

/// The name that ends before `i`.
pub(super) fn name_before<'t>(text: &Text<'t>, i: usize) -> Option<Name<'t>> {
    const GAP: usize = 4;
    let mut end = i;
    let back = |end: usize| {
        if end > text.edge { text.at(end - 1) } else { 0 }
    };
    while i - end < GAP && back(end) == b' ' {
        end -= 1;
    }
    let is_quoted = is_quote(back(end));
    let mut is_json = back(end) == b'"';
    if is_quoted {
        end -= 1;
        is_json &= back(end) != b'\\';
        while i - end < 2 * GAP && back(end) == b'\\' {
            end -= 1;
        }
    }
    let mut start = end;
    while end - start < LONGEST_NAME && is_name(back(start)) {
        start -= 1;
    }
    (start < end).then(|| Name {
        text: text.get(start, end),
        start,
        is_quoted,
        is_json,
    })
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
