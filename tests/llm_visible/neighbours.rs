//! Beside thiserror and anyhow.

use crate::{read, text};
use std::io;
use toolwright::{LlmVisible, LlmVisibleError, visible_error};

#[derive(Debug, thiserror::Error, LlmVisible)]
enum Both {
    #[error("row {id} of shard {shard} is locked")]
    #[llm("order {id} is being changed; try again later")]
    Locked { id: u32, shard: u8 },
    #[error("disk")]
    #[llm(hidden)]
    Io(#[from] io::Error),
    #[error("cannot read {path}")]
    #[llm("the file {path} cannot be read")]
    Read { path: String, source: io::Error },
    #[error(transparent)]
    #[llm(transparent)]
    Ready(LlmVisibleError),
}

#[test]
fn developers_and_the_model_read_different_texts() {
    let locked = Both::Locked { id: 4, shard: 7 };
    assert_eq!(locked.to_string(), "row 4 of shard 7 is locked");
    assert_eq!(text(&locked), "order 4 is being changed; try again later");
    assert_eq!(read(&Both::from(io::Error::other("sda1"))), None);
    let file = Both::Read {
        path: "a.txt".to_owned(),
        source: io::Error::other("sda1"),
    };
    assert_eq!(text(&file), "the file a.txt cannot be read");
    assert_eq!(text(&Both::Ready(visible_error!("ready"))), "ready");
}

#[test]
fn a_visible_error_goes_through_anyhow() {
    let error = anyhow::Error::from(visible_error!("no order 4")).context("shard 7");
    let found = error.downcast_ref::<LlmVisibleError>().unwrap();
    assert_eq!(text(found), "no order 4");
}

#[test]
fn pointers_to_visible_errors_are_visible() {
    assert_eq!(text(&Box::new(visible_error!("boxed"))), "boxed");
    assert_eq!(
        text(&std::sync::Arc::new(visible_error!("shared"))),
        "shared"
    );
    let object: Box<dyn LlmVisible> = Box::new(visible_error!("object"));
    assert_eq!(text(&object), "object");
}
