//! Which texts are split how, and which are refused in which words.

use super::{Argument, Format, Template};

fn mistakes(text: &str) -> Vec<String> {
    Template::parse(text).err().unwrap_or_default()
}

#[test]
fn escaped_braces_are_words() {
    let template = Template::parse("a {{b}} c").unwrap();
    assert_eq!(template.without_placeholders(), Some("a {b} c"));
    assert_eq!(template.format_text(), "a {{b}} c");
}

#[test]
fn placeholders_are_numbered_and_keep_their_format() {
    let template = Template::parse("{name}: {0:>5} {{ {name:?} {x:.2} {y:#010x}").unwrap();
    assert_eq!(
        template.format_text(),
        "{0}: {1:>5} {{ {2:?} {3:.2} {4:#010x}"
    );
    let formats: Vec<_> = template.placeholders().map(|p| p.spec.format).collect();
    assert_eq!(
        formats,
        [
            Format::Display,
            Format::Display,
            Format::Debug,
            Format::Display,
            Format::LowerHex
        ]
    );
}

#[test]
fn a_keyword_is_a_name_and_a_path_is_none() {
    let template = Template::parse("{type} {r#in} {a.b} {a::b} {f()} {} {_}").unwrap();
    let arguments: Vec<_> = template.placeholders().map(|p| &p.argument).collect();
    let name = |text: &str| Argument::Name(text.to_owned());
    let other = |text: &str| Argument::Other(text.to_owned());
    assert_eq!(
        arguments,
        [
            &name("type"),
            &name("r#in"),
            &other("a.b"),
            &other("a::b"),
            &other("f()"),
            &Argument::Next,
            &name("_"),
        ]
    );
}

#[test]
fn only_words_make_a_text_visible() {
    assert!(
        !Template::parse("\u{200B} {a}\n{b}")
            .unwrap()
            .has_visible_words()
    );
    assert!(Template::parse("{a}:").unwrap().has_visible_words());
    assert!(!Template::parse("").unwrap().has_visible_words());
}

#[test]
fn stray_braces_are_refused_one_by_one() {
    assert_eq!(mistakes("a } b }").len(), 2);
    assert!(
        mistakes("no {order")
            .first()
            .unwrap()
            .contains("not closed")
    );
    assert!(
        mistakes("no {order {id}")
            .first()
            .unwrap()
            .contains("not closed")
    );
}

#[test]
fn formats_that_say_nothing_are_refused() {
    assert!(mistakes("at {x:p}").first().unwrap().contains("address"));
    assert!(mistakes("at {x:q}").first().unwrap().contains("no format"));
    assert!(
        mistakes("at {x:>width$}")
            .first()
            .unwrap()
            .contains("write the number")
    );
    assert!(
        mistakes("at {x:.*}")
            .first()
            .unwrap()
            .contains("write the number")
    );
}

#[test]
fn a_fill_may_be_any_character() {
    for text in [
        "{x:->9}",
        "{x: ^+#08.3e}",
        "{x:é<4}",
        "{x:?}",
        "{x:#?}",
        "{x:02x?}",
        "{x:5 }",
    ] {
        assert!(Template::parse(text).is_ok(), "{text}");
    }
}
