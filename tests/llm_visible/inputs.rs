//! Items that come from `macro_rules!` or are partly configured away.

use crate::text;
use toolwright::{LlmVisible, llm_text};

macro_rules! shelf {
    ($v:vis $n:ident, $m:literal, $len:expr) => {
        #[derive(Debug, LlmVisible)]
        $v enum $n {
            #[llm($m)]
            Full(#[expect(dead_code, reason = "only its length matters")] [u8; $len]),
        }
    };
}
shelf!(pub(crate) Shelf, "the shelf is full", 2 + 2);

macro_rules! with_field {
    ($name:ident, $field:ident: $t:ty, $text:expr, $with:path, $e:ident) => {
        #[derive(LlmVisible)]
        enum $name {
            #[llm($text)]
            Field { $field: $t, hygienic: u8 },
            #[llm("{hygienic}")]
            Own { hygienic: u8 },
            #[llm(with = $with)]
            $e,
        }
        fn computed(_: &$name) -> toolwright::LlmText {
            llm_text!("computed")
        }
    };
}
with_field!(Made, id: u32, "no {id}, {hygienic}", computed, Computed);

#[test]
fn invisible_groups_are_seen_through() {
    assert_eq!(text(&Shelf::Full([0; 4])), "the shelf is full");
    assert_eq!(text(&Made::Field { id: 4, hygienic: 1 }), "no 4, 1");
    assert_eq!(text(&Made::Own { hygienic: 1 }), "1");
    assert_eq!(text(&Made::Computed), "computed");
}

macro_rules! through_dollar_crate {
    ($name:ident) => {
        #[derive(LlmVisible)]
        #[llm("x {0}")]
        #[llm(crate = $crate::inputs::kit)]
        struct $name(u8);
    };
}
use toolwright as kit;
through_dollar_crate!(Dollar);

#[test]
fn dollar_crate_resolves_where_it_was_written() {
    assert_eq!(text(&Dollar(1)), "x 1");
}

#[derive(LlmVisible)]
enum Configured {
    #[cfg(any())]
    #[llm("gone {0}")]
    Gone(MissingType),
    #[cfg_attr(all(), llm("kept {0}"))]
    Kept(#[cfg(any())] Missing, u8),
}

#[test]
fn what_is_configured_away_is_not_mentioned() {
    assert_eq!(text(&Configured::Kept(1)), "kept 1");
}
