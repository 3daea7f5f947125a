//! Keys that are known by their looks.

use super::mark::{Span, kind};
use super::text::{Text, has_digit, is_word};

/// What begins a key, and how many characters follow at least, one of them a digit. Those that name no vendor but a kind of
/// key, such as `sk-`, need that many letters and digits in a row.
const PREFIXES: &[(&str, usize, Rest)] = &[
    ("sk-", 16, Rest::InARow),
    ("sk_live_", 16, Rest::InARow),
    ("sk_test_", 16, Rest::InARow),
    ("rk_live_", 16, Rest::InARow),
    ("rk_test_", 16, Rest::InARow),
    ("whsec_", 16, Rest::InARow),
    ("gsk_", 20, Rest::InARow),
    ("xai-", 20, Rest::InARow),
    ("pplx-", 20, Rest::InARow),
    ("r8_", 20, Rest::InARow),
    ("nvapi-", 20, Rest::Word),
    ("AKIA", 16, Rest::UpperCase),
    ("ASIA", 16, Rest::UpperCase),
    ("ghp_", 30, Rest::Word),
    ("gho_", 30, Rest::Word),
    ("ghu_", 30, Rest::Word),
    ("ghs_", 30, Rest::Word),
    ("ghr_", 30, Rest::Word),
    ("github_pat_", 20, Rest::Word),
    ("glpat-", 16, Rest::Word),
    ("glptt-", 16, Rest::Word),
    ("gldt-", 16, Rest::Word),
    ("xoxa-", 10, Rest::Word),
    ("xoxb-", 10, Rest::Word),
    ("xoxe-", 10, Rest::Word),
    ("xoxp-", 10, Rest::Word),
    ("xoxr-", 10, Rest::Word),
    ("xoxs-", 10, Rest::Word),
    ("xapp-", 10, Rest::Word),
    ("AIza", 30, Rest::Word),
    ("GOCSPX-", 20, Rest::Word),
    ("ya29.", 20, Rest::Word),
    ("hf_", 30, Rest::InARow),
    ("npm_", 30, Rest::InARow),
    ("pypi-", 32, Rest::Word),
    ("dop_v1_", 32, Rest::InARow),
    ("dckr_pat_", 20, Rest::Word),
    ("shpat_", 32, Rest::InARow),
    ("SG.", 40, Rest::Dotted),
    ("hvs.", 20, Rest::Word),
    ("lin_api_", 20, Rest::InARow),
    ("figd_", 20, Rest::Word),
    ("AGE-SECRET-KEY-", 40, Rest::Word),
    ("hooks.slack.com/services/", 20, Rest::Path),
    ("discord.com/api/webhooks/", 40, Rest::Path),
    ("discordapp.com/api/webhooks/", 40, Rest::Path),
];

#[derive(Clone, Copy)]
enum Rest {
    Word,
    InARow,
    UpperCase,
    Dotted,
    Path,
}

/// Longer than any key with a full stop or a `/` in it.
const LONGEST: usize = 256;

pub(super) fn vendor(text: &Text<'_>, i: usize) -> Option<Span<'static>> {
    let (prefix, least, rest) = PREFIXES
        .iter()
        .find(|(prefix, ..)| text.starts(i, prefix.as_bytes()))?;
    let from = i + prefix.len();
    let end = match rest {
        Rest::Word | Rest::InARow => text.run(from, is_word),
        Rest::UpperCase => text.run(from, |byte| byte.is_ascii_alphanumeric()),
        // A word may begin inside of these, so that they are not looked at again and again only if they are short.
        Rest::Dotted => text.short_run(from, LONGEST, |byte| is_word(byte) || byte == b'.')?,
        Rest::Path => text.short_run(from, LONGEST, |byte| is_word(byte) || byte == b'/')?,
    };
    let key = text.get(from, end);
    let is_key = match rest {
        Rest::Word | Rest::Dotted | Rest::Path => key.len() >= *least && has_digit(key),
        Rest::InARow => key
            .split(|byte| matches!(byte, b'-' | b'_'))
            .any(|part| part.len() >= *least && has_digit(part)),
        Rest::UpperCase => key.len() == *least && key.iter().all(|byte| !byte.is_ascii_lowercase()),
    };
    is_key.then(|| Span::new(i, end, kind::API_KEY))
}

/// At a digit: the token of a Telegram bot, also behind the `bot` of its URL.
pub(super) fn telegram(text: &Text<'_>, i: usize) -> Option<Span<'static>> {
    const LEAST: usize = 30;
    let is_bot = i
        .checked_sub(3)
        .is_some_and(|at| at >= text.edge && text.starts(at, b"bot") && text.is_start(at));
    if !is_bot && is_word(text.before(i)) {
        return None;
    }
    let colon = text.short_run(i, 14, |byte| byte.is_ascii_digit())?;
    if colon - i < 6 || !text.starts(colon, b":AA") {
        return None;
    }
    let end = text.run(colon + 1, is_word);
    (end - colon > LEAST).then(|| Span::new(i, end, kind::API_KEY))
}

/// A JSON web token: three parts and more, the first an object.
pub(super) fn jwt(text: &Text<'_>, i: usize) -> Option<Span<'static>> {
    if !text.starts(i, b"eyJ") {
        return None;
    }
    // Part by part: what only begins like one is given up before its rest is looked at.
    let mut end = i;
    for _ in 0..2 {
        let part = text.run(end, is_word);
        if part - end < 8 || text.at(part) != b'.' {
            return None;
        }
        end = part + 1;
    }
    let end = text.run(end, |byte| is_word(byte) || byte == b'.');
    // The full stop of a sentence is none of it.
    let token = text.get(i, end);
    let stops = token.iter().rev().take_while(|byte| **byte == b'.').count();
    Some(Span::new(i, end - stops, kind::TOKEN))
}

/// A private key in PEM: to its end, or to the end of the text where it has none.
pub(super) fn private(text: &Text<'_>, i: usize) -> Option<Span<'static>> {
    const BEGIN: &[u8] = b"-----BEGIN ";
    const LONGEST_LABEL: usize = 64;
    if !text.starts(i, BEGIN) {
        return None;
    }
    let label = i + BEGIN.len();
    let is_label = |byte: u8| byte.is_ascii_alphanumeric() || byte == b' ';
    let label_end = text.short_run(label, LONGEST_LABEL, is_label)?;
    let is_private = text
        .get(label, label_end)
        .windows(11)
        .any(|words| words == b"PRIVATE KEY");
    if !is_private || !text.starts(label_end, b"-----") {
        return None;
    }
    let header_end = label_end + 5;
    let is_gap = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b'\\' | b'n' | b'r');
    let body = text.short_run(header_end, 16, is_gap)?;
    let gap = text.get(header_end, body);
    let breaks = gap.contains(&b'\n') || gap.contains(&b'\r') || gap.starts_with(b"\\");
    let is_body = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    if !breaks && text.short_run(body, 16, is_body).is_some() {
        // A sentence about such keys.
        return None;
    }
    // With its line breaks escaped it stands in a text in quotes, and ends with that.
    let most = if gap.starts_with(b"\\") {
        let end = text.run(body, |byte| byte != b'"');
        let inside = text.get(header_end, end);
        let slashes = inside.iter().rev().take_while(|byte| **byte == b'\\');
        end - slashes.count()
    } else {
        text.end()
    };
    let rest = Text {
        bytes: text.get(0, most),
        edge: 0,
    };
    let end = match rest.find(header_end, b"-----END ") {
        Some(footer) => {
            let label = footer + 9;
            let end = rest.run(label, is_label);
            if rest.starts(end, b"-----") {
                end + 5
            } else {
                end
            }
        }
        None => most,
    };
    Some(Span::new(i, end, kind::PRIVATE_KEY))
}
