//! Every way to decide, on enums and structs.

use crate::{read, text};
use toolwright::{LlmText, LlmVisible, LlmVisibleError, llm_text};

#[derive(Debug, LlmVisible)]
enum OrderError {
    #[llm("there is no order {id}; ask the customer for the number")]
    NotFound { id: u32 },
    #[llm("order {0} is {1}")]
    Locked(u32, &'static str),
    #[llm("the shop is closed")]
    Closed,
    #[llm(hidden)]
    Database(#[expect(dead_code, reason = "shown to developers by `Debug`")] String),
    #[llm(transparent)]
    Rule(LlmVisibleError),
    #[llm(with = Self::advice)]
    Stock { left: u32 },
    #[llm(with = always)]
    Busy,
}

impl OrderError {
    fn advice(&self) -> Option<LlmText> {
        match self {
            Self::Stock { left: 0 } => None,
            Self::Stock { left } => Some(llm_text!("only {left} left")),
            _ => None,
        }
    }
}

fn always(error: &OrderError) -> LlmText {
    let debug = matches!(error, OrderError::Busy);
    llm_text!("busy: {debug}")
}

#[test]
fn every_variant_reads_as_it_decided() {
    assert_eq!(
        text(&OrderError::NotFound { id: 4711 }),
        "there is no order 4711; ask the customer for the number"
    );
    assert_eq!(
        text(&OrderError::Locked(7, "in delivery")),
        "order 7 is in delivery"
    );
    assert_eq!(text(&OrderError::Closed), "the shop is closed");
    assert_eq!(read(&OrderError::Database("row lock".to_owned())), None);
    let inner = LlmVisibleError::new(llm_text!("two per customer"));
    assert_eq!(text(&OrderError::Rule(inner)), "two per customer");
    assert_eq!(text(&OrderError::Stock { left: 3 }), "only 3 left");
    assert_eq!(read(&OrderError::Stock { left: 0 }), None);
    assert_eq!(text(&OrderError::Busy), "busy: true");
}

#[derive(Debug, LlmVisible)]
#[llm(default = hidden)]
enum MostlyHidden {
    Io,
    #[llm("spoken")]
    Spoken,
    Parse {
        #[expect(dead_code, reason = "shown to developers by `Debug`")]
        line: u32,
    },
}

#[test]
fn undecided_variants_are_hidden_on_request() {
    assert_eq!(read(&MostlyHidden::Io), None);
    assert_eq!(read(&MostlyHidden::Parse { line: 1 }), None);
    assert_eq!(text(&MostlyHidden::Spoken), "spoken");
}

#[derive(LlmVisible)]
#[llm("row {row} is bad")]
struct Named {
    row: u32,
}

#[derive(LlmVisible)]
#[llm("tuple {1}, {0}")]
struct Tuple(u8, char);

#[derive(LlmVisible)]
#[llm("nothing there")]
struct Unit;

#[derive(LlmVisible)]
#[llm(hidden)]
struct Hidden;

#[derive(LlmVisible)]
#[llm(transparent)]
struct Wrapper(Box<Named>);

#[derive(LlmVisible)]
#[llm(with = Computed::compute)]
struct Computed(&'static str);

impl Computed {
    fn compute(&self) -> Option<LlmText> {
        LlmText::if_not_blank(self.0)
    }
}

#[derive(LlmVisible)]
enum Never {}

#[test]
fn structs_decide_too() {
    assert_eq!(text(&Named { row: 2 }), "row 2 is bad");
    assert_eq!(text(&Tuple(1, 'x')), "tuple x, 1");
    assert_eq!(text(&Unit), "nothing there");
    assert_eq!(read(&Hidden), None);
    assert_eq!(text(&Wrapper(Box::new(Named { row: 3 }))), "row 3 is bad");
    assert_eq!(text(&Computed("late")), "late");
    assert_eq!(read(&Computed("\u{200B}")), None);
    let never: Option<Never> = None;
    assert_eq!(never.as_ref().and_then(LlmVisible::message_for_llm), None);
}

#[derive(LlmVisible)]
enum WithSecret {
    #[llm("the key of {user} was refused")]
    Refused {
        user: String,
        #[llm(secret)]
        key: String,
    },
}

#[test]
fn a_secret_beside_the_text_stays_out_of_it() {
    let refused = WithSecret::Refused {
        user: "ann".to_owned(),
        key: "k3y".to_owned(),
    };
    assert_eq!(text(&refused), "the key of ann was refused");
    let WithSecret::Refused { key, .. } = refused;
    assert_eq!(key, "k3y");
}
