//! Passwords that programs take on their command lines.

use super::flag_value;
use super::value::{LONGEST_WORD, is_harmless, looks_random, quoted};
use crate::redact::mark::{Span, kind};
use crate::redact::text::{Text, is_delimiter, is_word};

const MYSQL: &[&str] = &[
    "mysql",
    "mysqldump",
    "mysqladmin",
    "mysqlimport",
    "mariadb",
    "mariadb-dump",
    "mariadb-admin",
];

/// At a `-`: `curl -u user:password`, `mysql -ppassword`, `sshpass -p password`, `redis-cli -a password`.
pub(in crate::redact) fn client(text: &Text<'_>, i: usize) -> Option<Span<'static>> {
    if !matches!(text.before(i), 0 | b' ' | b'\t' | b'\n') {
        return None;
    }
    if let Some(from) = [&b"--user "[..], b"--user=", b"-u"]
        .into_iter()
        .find_map(|flag| text.starts(i, flag).then_some(i + flag.len()))
    {
        return user(text, i, from);
    }
    let from = i + 2;
    let spaced = from + usize::from(text.at(from) == b' ');
    if text.starts(i, b"-p") {
        if spaced == from && is_behind(text, i, MYSQL) {
            return attached(text, from);
        }
        return is_behind(text, i, &["sshpass"])
            .then(|| random(text, spaced))
            .flatten();
    }
    let is_redis = text.starts(i, b"-a") && is_behind(text, i, &["redis-cli"]);
    is_redis.then(|| random(text, spaced)).flatten()
}

/// `user:password`. Behind `--user` may also stand the user and the group to run as.
fn user(text: &Text<'_>, i: usize, from: usize) -> Option<Span<'static>> {
    let is_client = is_behind(text, i, &["curl", "wget"]);
    if !is_client && !text.starts(i, b"--user") {
        return None;
    }
    let from = from + usize::from(text.at(from) == b' ');
    let (from, end) = word(text, from)?;
    let pair = text.get(from, end);
    let colon = pair.iter().position(|byte| *byte == b':')?;
    let (user, password) = (pair.get(..colon)?, pair.get(colon + 1..)?);
    let is_user = !user.is_empty() && !user.iter().any(u8::is_ascii_whitespace);
    let is_password = !is_harmless(password)
        && !password.starts_with(b"//")
        && (is_client || (looks_random(password) && password.iter().any(u8::is_ascii_alphabetic)));
    (is_user && is_password).then(|| Span::new(from + colon + 1, end, kind::PASSWORD))
}

/// Right behind `-p`. Numbers are ports: the name may be that of a host or a container.
fn attached(text: &Text<'_>, from: usize) -> Option<Span<'static>> {
    let (from, end) = word(text, from)?;
    let value = text.get(from, end);
    let is_port = value
        .split(|byte| *byte == b':')
        .all(|part| part.len() <= 5 && part.iter().all(u8::is_ascii_digit));
    let is_secret = !is_port && !is_harmless(value);
    is_secret.then(|| Span::new(from, end, kind::PASSWORD))
}

fn random(text: &Text<'_>, from: usize) -> Option<Span<'static>> {
    let (from, end) = word(text, from)?;
    let value = text.get(from, end);
    flag_value(value).then(|| Span::new(from, end, kind::PASSWORD))
}

/// A word of a command line, without its quotes.
fn word(text: &Text<'_>, from: usize) -> Option<(usize, usize)> {
    if let Some(inside) = quoted(text, from) {
        return Some(inside);
    }
    let end = text.short_run(from, LONGEST_WORD, |byte| {
        !is_delimiter(byte) && byte != b'\\'
    })?;
    let value = text.get(from, end);
    let stops = value
        .iter()
        .rev()
        .take_while(|byte| matches!(byte, b'.' | b':' | b'?' | b'!'));
    Some((from, end - stops.count()))
}

/// Whether one of the programs is named before `i`, in the same command. It may stand in a path that is taken out.
fn is_behind(text: &Text<'_>, i: usize, names: &[&str]) -> bool {
    const FAR: usize = 160;
    let near = text.get(i.saturating_sub(FAR), i);
    let ends = near.iter().enumerate().rposition(|(at, byte)| {
        let goes_on = at > 0 && near.get(at - 1) == Some(&b'\\');
        matches!(byte, b'|' | b';') || (*byte == b'\n' && !goes_on)
    });
    let command = near.get(ends.map_or(0, |at| at + 1)..).unwrap_or_default();
    command
        .split(|byte| !is_word(*byte))
        .any(|word| names.iter().any(|name| word == name.as_bytes()))
}
