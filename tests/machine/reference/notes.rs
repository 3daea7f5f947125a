//! What stands in the memory for what is not known, and for what comes after a closing note.

use crate::lines::{AGAIN, Line, Text};
use toolwright::ToolCall;

/// Behind the messages of a run that ended before its answer.
pub(super) fn ended() -> Line {
    Line::Says("(The run ended here, before its answer.)".to_owned())
}

pub(super) fn told(call: &ToolCall, note: &str) -> Line {
    Line::Reads {
        id: call.id.clone(),
        name: call.name.clone(),
        is_error: true,
        text: Text::whole(note),
    }
}

/// What a run stores that goes on behind a closing note: the calls that were left, once more.
pub(super) fn again(own: &[Line], from: usize) -> Vec<Line> {
    if from > own.len() {
        return Vec::new();
    }
    let is_result = |line: &&Line| matches!(line, Line::Reads { .. });
    let answered = own[..from].iter().rev().take_while(is_result).count();
    let left = match own[..from].iter().rev().nth(answered) {
        Some(Line::Calls(calls)) => calls[answered..].to_vec(),
        _ => Vec::new(),
    };
    let mut lines = Vec::new();
    if !left.is_empty() {
        let calls = left
            .iter()
            .map(|call| ToolCall::new(format!("{}{AGAIN}", call.id), &call.name, &call.arguments));
        lines.push(Line::Calls(calls.collect()));
    }
    for (i, line) in own[from..].iter().enumerate() {
        let mut line = line.clone();
        if let Line::Reads { id, .. } = &mut line
            && i < left.len()
        {
            id.push_str(AGAIN);
        }
        lines.push(line);
    }
    lines
}
