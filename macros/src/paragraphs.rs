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
    let mut fenced = None;
    let mut joinable = false;
    for line in &all {
        // `#[doc = "…"]` beside `/// …` lacks the space that the comment begins with.
        let line = if margin == 0 {
            line.strip_prefix(' ').unwrap_or(line).trim_end()
        } else {
            line.get(margin..).unwrap_or("").trim_end()
        };
        let fence = ["```", "~~~"]
            .into_iter()
            .find(|mark| line.trim_start().starts_with(mark));
        let plain = fenced.is_none() && fence.is_none() && !line.is_empty() && !starts_block(line);
        if joinable && plain {
            text.push(' ');
        } else if !text.is_empty() {
            text.push('\n');
        }
        if text.is_empty() && line.is_empty() {
            continue;
        }
        text.push_str(line);
        fenced = match fenced {
            None => fence,
            open if open == fence => None,
            open => open,
        };
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

/// The lines of a block comment without its margin, which may be ` * `. The first line follows `/**`: its indentation
/// says nothing about the others.
fn block(text: &str) -> Vec<String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let (first, rest) = match lines.split_first_mut() {
        Some((first, rest)) => (first.trim(), rest),
        None => return Vec::new(),
    };
    let starred = rest
        .iter()
        .filter(|line| !line.trim().is_empty())
        .all(|line| line.trim_start().starts_with('*'));
    if starred {
        for line in rest.iter_mut() {
            let text = line.trim_start();
            *line = text.strip_prefix('*').unwrap_or(text);
        }
    }
    let margin = rest
        .iter()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    let first = (!first.is_empty()).then(|| format!(" {first}"));
    let rest = rest.iter().map(|line| {
        format!(
            " {}",
            line.get(margin..).unwrap_or_else(|| line.trim_start())
        )
    });
    first.into_iter().chain(rest).collect()
}
