//! Which part of a value a type refused: the parser says where it stood, and what it had read last is to blame.

use super::text::is_space;
use super::tree::{self, Kind, Node};
use serde_json::Value;
use std::ops::Range;

/// The steps from a parameter to what its type refused inside of it; none if that cannot be told. `value` is where the
/// parameter's value stands in the text.
pub(crate) fn blamed(text: &str, value: &Range<usize>, error: &serde_json::Error) -> Vec<Value> {
    let raw = text.get(value.clone()).unwrap_or_default();
    match (stopped(text, value, error), tree::parse(raw)) {
        (Some(stopped), Ok(node)) => steps(&node, raw, stopped),
        _ => Vec::new(),
    }
}

/// Where in the value the parser stood. It counted from behind the colon.
fn stopped(text: &str, value: &Range<usize>, error: &serde_json::Error) -> Option<usize> {
    let start = text.get(..value.start)?.trim_end_matches(is_space).len();
    let mut line = start;
    for _ in 1..error.line() {
        line += text.get(line..)?.find('\n')? + 1;
    }
    let is_known = error.line() > 0;
    is_known
        .then(|| (line + error.column()).checked_sub(value.start))
        .flatten()
}

/// Behind the end of a list or of an object, that as a whole is to blame: its last part may be as right as the others.
fn steps(node: &Node<'_>, raw: &str, stopped: usize) -> Vec<Value> {
    let offset = |part: &str| part.as_ptr() as usize - raw.as_ptr() as usize;
    let is_read = |part: &str| offset(part) < stopped;
    let mut steps = Vec::new();
    let mut node = node;
    while stopped < offset(node.raw) + node.raw.len() {
        let last = match &node.kind {
            Kind::Array(items) => {
                let read = items.iter().take_while(|item| is_read(item.raw));
                read.enumerate().last().map(|(i, item)| (i.into(), item))
            }
            Kind::Object(members) => {
                let read = members.iter().take_while(|member| is_read(member.raw_key));
                // A key that is refused has a value that was not read.
                read.last()
                    .filter(|member| is_read(member.value.raw))
                    .map(|member| (Value::from(&*member.key), &member.value))
            }
            _ => None,
        };
        let Some((step, part)) = last else { break };
        steps.push(step);
        node = part;
    }
    steps
}
