//! The limits of a call: how much of its output the model reads, and how long it may take.

use crate::message::{Content, ContentPart, ToolResult};
use std::time::Duration;

/// The limit of a tool or an agent that has none.
pub(crate) const NO_LIMIT: usize = usize::MAX;

/// The smallest limit: room for the note that says what was left out. `#[tool]` refuses smaller ones by the same number.
pub(crate) const LEAST_LIMIT: usize = 64;

/// A tool's own limit, in bytes.
pub(crate) struct MaxOutput(pub(crate) usize);

/// How long a call of the tool may take.
pub(crate) struct Timeout(pub(crate) Duration);

/// Cuts what the model reads to at most `limit` bytes, and keeps the whole of it beside.
pub(crate) fn shortened(mut result: ToolResult, limit: usize) -> ToolResult {
    let limit = limit.max(LEAST_LIMIT);
    let is_long = result.content.len() > limit;
    let structured = result.structured().map_or(0, str::len);
    if structured > limit {
        result.withhold_structured();
        if !is_long {
            let note = format!("… structured content left out: {structured} bytes …");
            let short = fit(&with_note(&result.content, note), limit);
            result.replace_content(short);
        }
    }
    if is_long {
        let short = fit(&result.content, limit);
        result.replace_content(short);
    }
    result
}

fn with_note(content: &Content, note: String) -> Content {
    let mut parts = match content.as_parts() {
        Some(parts) => parts.to_vec(),
        None => vec![ContentPart::text(content.to_text())],
    };
    parts.push(note.into());
    Content::parts(parts)
}

/// The content in at most `limit` bytes.
///
/// An image is kept whole or replaced by a sentence: a part of one is none. The texts come first, then as many images
/// as fit beside them. Texts that do not fit are joined and cut, and the images follow them.
fn fit(content: &Content, limit: usize) -> Content {
    if content.len() <= limit {
        return content.clone();
    }
    if content.images().next().is_none() {
        return Content::text(cut(&content.to_text(), limit));
    }
    let parts = content.as_parts().unwrap_or_default();
    let texts: usize = parts
        .iter()
        .filter(|part| part.as_image().is_none())
        .map(|part| part.len() + 1)
        .sum();
    // Room for a note is always left.
    let mut room = limit.saturating_sub(texts + LEAST_LIMIT);
    let mut images = 0;
    let kept: Vec<ContentPart> = parts
        .iter()
        .map(|part| match part.as_image() {
            Some(_) if part.len() < room => {
                room -= part.len() + 1;
                images += part.len() + 1;
                part.clone()
            }
            Some(image) => format!("… image left out: {} bytes …", image.byte_count()).into(),
            None => part.clone(),
        })
        .collect();
    let content = Content::parts(kept);
    if content.len() <= limit {
        return content;
    }
    let text = cut(&content.to_text(), limit - images);
    let images = content.images().cloned().map(ContentPart::from);
    Content::parts(
        [ContentPart::from(text)]
            .into_iter()
            .chain(images)
            .collect(),
    )
}

/// The beginning and the end of a text, and between them a line that says how much is left out.
///
/// Of JSON this makes no other JSON: the note stands either in a string, where its line breaks may not be, or outside of
/// one, where its words may not be.
fn cut(text: &str, limit: usize) -> String {
    let note = |bytes: usize| format!("\n… {bytes} bytes left out …\n");
    // The note for a part of the text is no longer than the one for all of it.
    let room = limit.saturating_sub(note(text.len()).len());
    let start = text.floor_char_boundary(room.div_ceil(2));
    let end = text.ceil_char_boundary(text.len() - room / 2);
    let (head, tail) = (
        text.get(..start).unwrap_or_default(),
        text.get(end..).unwrap_or_default(),
    );
    format!("{head}{}{tail}", note(end - start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_fits_and_says_what_is_missing() {
        let letters = "abcdefghij".repeat(2_000);
        for text in [
            "é".repeat(20_001),
            "🦀".repeat(10_000),
            "a🦀é".repeat(3_000),
            letters,
        ] {
            for limit in (64..400).chain([10_001, 10_002, 10_003, text.len() - 1]) {
                let short = cut(&text, limit);
                assert!(
                    short.len() <= limit && short.len() + 8 + 2 > limit,
                    "{limit}: {}",
                    short.len()
                );
                let (head, rest) = short.split_once("\n… ").unwrap();
                let (bytes, tail) = rest.split_once(" bytes left out …\n").unwrap();
                assert!(text.starts_with(head) && text.ends_with(tail));
                let bytes: usize = bytes.parse().unwrap();
                assert_eq!(head.len() + bytes + tail.len(), text.len());
            }
        }
    }

    #[test]
    fn limits_without_room_for_the_note_are_raised() {
        for limit in [0, 1, 63] {
            let result = ToolResult::new("c1", "long", "🦀".repeat(100));
            let result = shortened(result, limit);
            assert!(result.text().len() <= 64 && result.text().contains(" bytes left out "));
            let result = ToolResult::new("c1", "short", "x".repeat(64));
            let result = shortened(result, limit);
            assert_eq!(result.text(), "x".repeat(64));
        }
    }

    #[test]
    fn cut_json_is_no_json() {
        let string = serde_json::to_string(&"x".repeat(500)).unwrap();
        let list = format!("[{}]", vec!["12"; 300].join(","));
        let digits = "7".repeat(500);
        for json in [string, list, digits] {
            for limit in 64..300 {
                let short = cut(&json, limit);
                assert!(serde_json::from_str::<serde_json::Value>(&short).is_err());
            }
        }
    }
}
