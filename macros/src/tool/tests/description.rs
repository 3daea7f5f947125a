//! Doc comments as descriptions.

use super::with_tool;
use crate::tool::model::Description;

fn description(docs: &str) -> String {
    let item = format!("{docs}\nfn tool() {{}}");
    with_tool("", &item, |tool| match tool.description() {
        Description::Text(text) => text,
        Description::Computed(lines) => {
            let lines: Vec<_> = lines.iter().map(ToString::to_string).collect();
            format!("computed: {}", lines.join(" | "))
        }
    })
}

#[test]
fn the_lines_of_a_paragraph_are_joined() {
    assert_eq!(
        description("/// One\n/// two.\n///\n/// Three."),
        "One two.\n\nThree."
    );
    assert_eq!(
        description("///   Indented\n///   alike.  "),
        "Indented alike."
    );
}

#[test]
fn other_attributes_in_between_do_not_matter() {
    let docs =
        "/// One\n#[allow(dead_code)]\n/// two.\n#[doc(hidden)]\n#[doc(alias = \"x\")]\n#[inline]";
    assert_eq!(description(docs), "One two.");
}

#[test]
fn text_is_kept_to_the_byte() {
    let text = r#"Say "hello" to {name} — naïve café ☕ and a back\slash, {} and \n."#;
    assert_eq!(description(&format!("/// {text}")), text);
}

#[test]
fn lists_tables_and_code_keep_their_lines() {
    let docs = "/// First.\n///\n/// - bullet {0}\n///   continued\n/// - second\n///\n/// 1. one\n/// 2) two\n///\n/// | a | b |\n/// |---|---|\n///\n/// # Head\n/// text\n/// goes on\n///\n/// > quote\n/// > more";
    assert_eq!(
        description(docs),
        "First.\n\n- bullet {0}\n  continued\n- second\n\n1. one\n2) two\n\n| a | b |\n|---|---|\n\n# Head\ntext goes on\n\n> quote\n> more"
    );
}

#[test]
fn code_is_not_joined() {
    let docs = "/// See:\n///\n/// ```json\n/// {\"a\": 1,\n///  \"b\": 2}\n/// ```\n/// and so\n/// on.\n///\n/// ~~~\n/// x\n/// y\n/// ~~~";
    assert_eq!(
        description(docs),
        "See:\n\n```json\n{\"a\": 1,\n \"b\": 2}\n```\nand so on.\n\n~~~\nx\ny\n~~~"
    );
}

#[test]
fn block_comments_lose_their_margin() {
    assert_eq!(description("/** One line. */"), "One line.");
    assert_eq!(
        description("/**\n * One\n * two.\n *\n * - three\n */"),
        "One two.\n\n- three"
    );
    assert_eq!(
        description("/** One\n    two.\n\n    Three. */"),
        "One two.\n\nThree."
    );
}

#[test]
fn computed_pieces_are_left_to_the_compiler() {
    assert_eq!(
        description("/// One\n#[doc = concat!(\"tail\", \" text\")]"),
        "computed: \" One\" | concat ! (\"tail\" , \" text\")"
    );
}

#[test]
fn the_key_wins_over_the_docs() {
    let text = with_tool(
        "description = \"Key.\"",
        "/// Docs.\nfn tool() {}",
        |tool| match tool.description() {
            Description::Text(text) => text,
            Description::Computed(_) => String::new(),
        },
    );
    assert_eq!(text, "Key.");
}
