// Doc lines as one text for the model. This file stands in both crates, to the letter; a test compares them.

/// Lines of text as one description: the margin is removed, the lines of a paragraph are joined by a space, and
/// blank lines, lists, tables, headings, quotes and code blocks keep their line breaks.
pub(crate) fn description(lines: &[String]) -> String {
    let mut all: Vec<String> = Vec::new();
    for line in lines {
        if line.contains('\n') {
            all.extend(block(line));
        } else {
            all.push(line.clone());
        }
    }
    let margin = all
        .iter()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start_matches(' ').len())
        .min()
        .unwrap_or(0);
    let mut text = String::new();
    let mut fenced = false;
    let mut joinable = false;
    for line in &all {
        let line = line.get(margin..).unwrap_or("").trim_end();
        let fence = line.trim_start().starts_with("```");
        let plain = !fenced && !fence && !line.is_empty() && !starts_block(line);
        if joinable && plain {
            text.push(' ');
        } else if !text.is_empty() {
            text.push('\n');
        }
        if text.is_empty() && line.is_empty() {
            continue;
        }
        text.push_str(line);
        fenced ^= fence;
        joinable = plain;
    }
    text.trim_end().to_owned()
}

/// Whether a line must start on a line of its own to keep its Markdown meaning.
fn starts_block(line: &str) -> bool {
    let text = line.trim_start();
    let indented = line.len() - text.len() >= 2;
    let number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    indented
        || ["- ", "* ", "+ ", "#", ">", "|"]
            .iter()
            .any(|mark| text.starts_with(mark))
        || (number.len() < text.len() && (number.starts_with(". ") || number.starts_with(") ")))
}

/// The lines of a block comment without its ` * ` margin.
fn block(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let starred = lines
        .iter()
        .skip(1)
        .filter(|line| !line.trim().is_empty())
        .all(|line| line.trim_start().starts_with('*'));
    lines
        .iter()
        .enumerate()
        .map(|(i, line)| {
            let line = if i > 0 && starred {
                line.trim_start().trim_start_matches('*')
            } else {
                line
            };
            // The first line follows `/**`: its indentation says nothing about the margin of the others.
            if i == 0 {
                format!(" {}", line.trim_start())
            } else {
                line.to_owned()
            }
        })
        .filter({
            let mut first = true;
            move |line| !std::mem::take(&mut first) || !line.trim().is_empty()
        })
        .collect()
}
