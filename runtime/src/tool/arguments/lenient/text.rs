//! The text of the arguments as a whole, in the wrong dress.

use super::tree::{self, Kind, Node};
use std::borrow::Cow;

/// The object that a text means which is not one as it stands; `None` if it means none.
pub(crate) fn object(text: &str, tool: &str, names: &[&str]) -> Option<String> {
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    if bare.trim().is_empty() || bare.trim_matches(is_space) == "null" {
        return Some("{}".to_owned());
    }
    let mut found = escaped(bare);
    if found.trim_start_matches(is_space).starts_with('"') {
        // One layer of string encoding, around an object only.
        let inner = tree::decoded(found.trim_matches(is_space))?;
        if !inner.trim_start_matches(is_space).starts_with('{') {
            return None;
        }
        found = Cow::Owned(escaped(&inner).into_owned());
    }
    // Whether it is an object is asked of the strict pass: it knows best where it breaks off.
    let opened = tree::parse(&found)
        .ok()
        .and_then(|node| enveloped(&node, tool, names));
    match opened {
        Some(inner) => Some(inner.to_owned()),
        None => (*found != *text).then(|| found.into_owned()),
    }
}

/// The arguments in `{"name": <this tool>, "arguments": {…}}`.
fn enveloped<'a>(node: &Node<'a>, tool: &str, names: &[&str]) -> Option<&'a str> {
    let (name, arguments) = envelope(node, names)?;
    (tree::decoded(name)? == tool).then_some(arguments)
}

/// Whether a text is `{"name": "…", "arguments": {…}}`, of whatever tool.
pub(crate) fn is_envelope(text: &str, names: &[&str]) -> bool {
    tree::parse(text).is_ok_and(|node| envelope(&node, names).is_some())
}

/// The name and the arguments in an envelope, of a tool that has no such parameters.
fn envelope<'a>(node: &Node<'a>, names: &[&str]) -> Option<(&'a str, &'a str)> {
    let Kind::Object(members) = &node.kind else {
        return None;
    };
    let member = |key: &str| members.iter().find(|member| member.key == key);
    let (name, arguments) = (member("name")?, member("arguments")?);
    let is_exact = members.len() == 2
        && !names
            .iter()
            .any(|name| matches!(*name, "name" | "arguments"))
        && matches!(name.value.kind, Kind::Text)
        && matches!(arguments.value.kind, Kind::Object(_));
    is_exact.then_some((name.value.raw, arguments.value.raw))
}

/// The text with raw control characters inside its string literals escaped.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    if !text.bytes().any(|byte| byte < 0x20) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut inside = false;
    let mut after_backslash = false;
    for c in text.chars() {
        if after_backslash {
            after_backslash = false;
        } else if inside && (c as u32) < 0x20 {
            use std::fmt::Write;
            // Writing to a `String` cannot fail.
            let _ = write!(out, "\\u{:04x}", c as u32);
            continue;
        } else if inside && c == '\\' {
            after_backslash = true;
        } else if c == '"' {
            inside = !inside;
        }
        out.push(c);
    }
    Cow::Owned(out)
}

/// White space of JSON.
pub(crate) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}
