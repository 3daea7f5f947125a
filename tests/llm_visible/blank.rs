//! What counts as blank, against a table of Unicode that is not ours.

use toolwright::LlmText;
use unicode_properties::{GeneralCategory as Category, UnicodeGeneralCategory as _};

/// `Prepended_Concatenation_Mark`: format characters that are seen.
const PREPENDED: [std::ops::RangeInclusive<char>; 6] = [
    '\u{600}'..='\u{605}',
    '\u{6DD}'..='\u{6DD}',
    '\u{70F}'..='\u{70F}',
    '\u{890}'..='\u{891}',
    '\u{8E2}'..='\u{8E2}',
    '\u{110BD}'..='\u{110CD}',
];

fn is_blank(text: String) -> bool {
    LlmText::new(text).is_err()
}

#[test]
fn every_invisible_character_is_blank() {
    for c in '\0'..=char::MAX {
        let blank = is_blank(c.to_string());
        let prepended = PREPENDED.iter().any(|range| range.contains(&c));
        match c.general_category() {
            Category::Control
            | Category::SpaceSeparator
            | Category::LineSeparator
            | Category::ParagraphSeparator => assert!(blank, "{c:?}"),
            Category::Format if !prepended => assert!(blank, "{c:?}"),
            Category::Format
            | Category::UppercaseLetter
            | Category::LowercaseLetter
            | Category::TitlecaseLetter
            | Category::ModifierLetter
            | Category::DecimalNumber
            | Category::LetterNumber
            | Category::OtherNumber
            | Category::MathSymbol
            | Category::CurrencySymbol
            | Category::DashPunctuation
            | Category::OpenPunctuation
            | Category::ClosePunctuation
            | Category::OtherPunctuation => assert!(!blank, "{c:?}"),
            _ => {}
        }
        if c.is_whitespace() || c.is_control() {
            assert!(blank, "{c:?}");
        }
        assert_eq!(
            is_blank(format!(" \u{200B}{c}\u{FEFF}")),
            blank,
            "{c:?} among blanks"
        );
    }
}

#[test]
fn what_is_seen_is_not_blank() {
    for text in [
        "a",
        "é",
        "日",
        "🦀",
        "👩\u{200D}🚀",
        "\u{600}",
        ".",
        "\u{AD}-",
        "\u{2800}x",
    ] {
        assert!(!is_blank(text.to_owned()), "{text:?}");
    }
    for text in [
        "",
        " ",
        "\u{200B}",
        "\u{2060}\u{FEFF}",
        "\u{3164}",
        "\r\n\t\0",
        "\u{E0020}",
    ] {
        assert!(is_blank(text.to_owned()), "{text:?}");
    }
}

#[test]
fn both_crates_hold_the_same_table() {
    assert_eq!(
        include_str!("../../macros/src/blank.rs"),
        include_str!("../../runtime/src/llm_visible/blank.rs")
    );
}

#[test]
fn a_stored_text_is_read_back_unless_it_is_blank() {
    let text = LlmText::new("no such city").unwrap();
    let stored = serde_json::to_string(&text).unwrap();
    assert_eq!(stored, r#""no such city""#);
    let back: LlmText = serde_json::from_str(&stored).unwrap();
    assert_eq!((&back, back.as_ref()), (&text, "no such city"));
    for blank in ["", " ", "\u{200B}"] {
        let stored = serde_json::to_string(blank).unwrap();
        assert!(serde_json::from_str::<LlmText>(&stored).is_err());
        assert!(LlmText::try_from(blank.to_owned()).is_err());
    }
}

#[test]
fn debug_says_how_long_a_text_is_and_not_what() {
    let text = LlmText::new("no such city").unwrap();
    assert_eq!(format!("{text:?}"), "LlmText(12 bytes)");
}
