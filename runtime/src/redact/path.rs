//! Absolute paths of files. What begins with a `/` may also be the path of an API, which the model may need: so the first
//! folder has to be one that systems have, or the last name that of a file.

use super::mark::{Span, kind};
use super::text::{Text, is_delimiter, is_quote};

/// The first folders of Unix systems.
const ROOTS: [&[u8]; 22] = [
    b"Applications",
    b"Library",
    b"System",
    b"Users",
    b"Volumes",
    b"bin",
    b"boot",
    b"dev",
    b"etc",
    b"home",
    b"lib",
    b"lib64",
    b"mnt",
    b"nix",
    b"opt",
    b"private",
    b"proc",
    b"root",
    b"sbin",
    b"srv",
    b"tmp",
    b"var",
];

/// First folders that may as well be those of an API: only with two more names behind them.
const PERHAPS: [&[u8]; 11] = [
    b"app",
    b"build",
    b"cache",
    b"data",
    b"media",
    b"run",
    b"sys",
    b"usr",
    b"work",
    b"workdir",
    b"workspace",
];

/// Paths that every system has, and names of what is fetched rather than opened.
const HARMLESS: [&[u8]; 5] = [
    b"/dev/null",
    b"/dev/stdin",
    b"/dev/stdout",
    b"/dev/stderr",
    b"/usr/bin/env",
];
const FETCHED: [&[u8]; 3] = [b"html", b"htm", b"php"];

const LONGEST_QUOTED: usize = 256;

/// The one folder with a space in it that every program uses.
const SPACED: &[u8] = b"/Library/Application";

/// At `/`, `~`, `$` or `\`.
pub(super) fn path(text: &Text<'_>, i: usize) -> Option<Span<'static>> {
    let before = text.before(i);
    let is_set = before >= 0x80 && text.is_behind_set_quote(i);
    let may_begin =
        before == 0 || is_set || is_delimiter(before) || matches!(before, b'=' | b':' | b'@');
    if !may_begin {
        return None;
    }
    if text.at(i) == b'\\' {
        return share(text, i);
    }
    let end = end(text, i);
    let path = text.get(i, end);
    let is_home = path.starts_with(b"~/") || path.starts_with(b"$HOME/");
    let is_path = is_file(path) || (is_home && path.len() > 6);
    if !is_path {
        return None;
    }
    // In quotes a path may hold spaces.
    if is_quote(before)
        && let Some(end) = text.short_run(end, LONGEST_QUOTED, |byte| {
            !matches!(byte, b'\n' | b'"') && byte != before
        })
        && text.at(end) == before
    {
        // The quote may be escaped.
        let inside = text.get(i, end);
        let slashes = inside.iter().rev().take_while(|byte| **byte == b'\\');
        return Some(Span::new(i, end - slashes.count(), kind::PATH));
    }
    if is_set {
        let near = Text {
            bytes: text.get(0, (end + LONGEST_QUOTED).min(text.end())),
            edge: 0,
        };
        let closing = near.run_to_quote(end, |byte| !matches!(byte, b'\n' | b'"' | b'\\'));
        if text.is_set_quote(closing) {
            return Some(Span::new(i, closing, kind::PATH));
        }
    }
    if path.ends_with(SPACED) && text.starts(end, b" Support/") {
        let end = self::end(text, end + 1);
        return Some(Span::new(i, end, kind::PATH));
    }
    Some(Span::new(i, end, kind::PATH))
}

/// Where a path without quotes ends. It ends where another may begin, so that no byte is looked at twice.
fn end(text: &Text<'_>, i: usize) -> usize {
    let end = text.run_to_quote(i, |byte| {
        !is_delimiter(byte) && !matches!(byte, b':' | b'=' | b'?' | b'&' | b'\\' | b'@')
    });
    let path = text.get(i, end);
    let stops = path.iter().rev().take_while(|byte| **byte == b'.').count();
    end - stops
}

fn is_file(path: &[u8]) -> bool {
    let Some(inside) = path.strip_prefix(b"/") else {
        return false;
    };
    if inside.starts_with(b"/") || HARMLESS.contains(&path) {
        return false;
    }
    let mut names = inside.split(|byte| *byte == b'/');
    let root = names.next().unwrap_or_default();
    let more = names.clone().filter(|name| !name.is_empty()).count();
    let last = names.next_back().unwrap_or_default();
    if ROOTS.contains(&root) {
        return more >= 1;
    }
    if PERHAPS.contains(&root) && more >= 2 {
        return true;
    }
    let Some(dot) = last.iter().rposition(|byte| *byte == b'.') else {
        return false;
    };
    let extension = last.get(dot + 1..).unwrap_or_default();
    more >= 1
        && dot > 0
        && (1..=5).contains(&extension.len())
        && extension.iter().all(u8::is_ascii_alphanumeric)
        && extension.iter().any(u8::is_ascii_alphabetic)
        && !FETCHED.contains(&extension)
}

/// `\\server\share`, also with each `\` escaped.
fn share(text: &Text<'_>, i: usize) -> Option<Span<'static>> {
    let name = text.short_run(i, 5, |byte| byte == b'\\')?;
    if name - i != 2 && name - i != 4 {
        return None;
    }
    let name_end = text.short_run(name, 64, |byte| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'$')
    })?;
    if name_end == name || text.at(name_end) != b'\\' || text.at(name_end + 1) == b' ' {
        return None;
    }
    let end = windows_end(text, name_end);
    (end > name_end + 1).then(|| Span::new(i, end, kind::PATH))
}

/// At a letter: `C:\…` or `C:/…`.
pub(super) fn windows(text: &Text<'_>, i: usize) -> Option<Span<'static>> {
    if text.at(i + 1) != b':' || !matches!(text.at(i + 2), b'\\' | b'/') {
        return None;
    }
    // The letter of an escape is no drive.
    let is_escape = i.checked_sub(1).is_some_and(|at| text.at(at) == b'\\');
    if is_escape || (text.at(i + 2) == b'/' && text.at(i + 3) == b'/') {
        return None;
    }
    let end = windows_end(text, i + 2);
    (end > i + 4).then(|| Span::new(i, end, kind::PATH))
}

/// Where a path of Windows ends. It may hold spaces: it goes on where another `\` follows soon.
fn windows_end(text: &Text<'_>, from: usize) -> usize {
    const WORDS: usize = 3;
    const LONGEST_WORD: usize = 64;
    let in_path =
        |byte: u8| !is_delimiter(byte) && !matches!(byte, b':' | b'=' | b'?' | b'*' | b'&');
    let mut end = text.run_to_quote(from, in_path);
    'longer: loop {
        let mut at = end;
        for _ in 0..WORDS {
            if text.at(at) != b' ' {
                break;
            }
            let Some(next) = text.short_run(at + 1, LONGEST_WORD, in_path) else {
                break;
            };
            let word = text.get(at + 1, next);
            let begins_another = word.starts_with(b"\\") || text.at(next) == b':';
            if word.is_empty() || begins_another {
                break;
            }
            if word.contains(&b'\\') {
                end = next;
                continue 'longer;
            }
            at = next;
        }
        break;
    }
    let path = text.get(from, end);
    let trailing = |wanted| {
        path.iter()
            .rev()
            .take_while(|byte| **byte == wanted)
            .count()
    };
    // Before a quote the last one escapes that, unless each escapes the next.
    if is_quote(text.at(end)) && trailing(b'\\') % 2 == 1 {
        return end - 1;
    }
    end - trailing(b'.')
}
