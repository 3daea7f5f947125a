//! What is made of conversations that were never ended.

use crate::{ENDED, NOT_ANSWERED, NOT_RUN, UNKNOWN, calls, is_whole, result, told};
use toolwright::Message;
use toolwright::memory::Conversation;

fn open(messages: Vec<Message>, from: usize) -> Conversation {
    Conversation::new(messages, 1, Some(from))
}

#[test]
fn a_process_that_stopped_between_a_call_and_its_result() {
    // B89.
    let stored = vec![Message::user("q"), calls(&["c1", "c2"]), result("c1")];
    for open_from in [None, Some(0)] {
        let mut expected = stored.clone();
        expected.extend([told("c2", UNKNOWN), Message::assistant(ENDED)]);
        let conversation = Conversation::new(stored.clone(), 3, open_from);
        assert_eq!(conversation.messages(), expected);
        assert_eq!(conversation.version(), 3);
        assert_eq!(conversation.open_from(), open_from);
        assert_eq!(conversation.into_messages(), expected);
    }
}

#[test]
fn calls_behind_the_one_that_was_begun_were_not_run() {
    let stored = vec![
        Message::user("q"),
        calls(&["c1", "c2", "c3", "c4"]),
        result("c1"),
    ];
    let expected = [
        result("c1"),
        told("c2", UNKNOWN),
        told("c3", NOT_RUN),
        told("c4", NOT_RUN),
        Message::assistant(ENDED),
    ];
    assert_eq!(open(stored, 0).messages()[2..], expected);
}

#[test]
fn a_run_that_ended_between_its_rounds_is_closed() {
    let stored = vec![Message::user("q"), calls(&["c1"]), result("c1")];
    let mut expected = stored.clone();
    assert_eq!(
        Conversation::new(stored.clone(), 1, None).messages(),
        expected
    );
    expected.push(Message::assistant(ENDED));
    assert_eq!(open(stored, 0).messages(), expected);
    let question = open(vec![Message::user("q")], 0);
    assert_eq!(
        question.messages(),
        [Message::user("q"), Message::assistant(ENDED)]
    );
}

#[test]
fn a_run_that_has_its_answer_or_never_stored_anything_gets_no_note() {
    let whole = vec![Message::user("q"), Message::assistant("a")];
    assert_eq!(open(whole.clone(), 0).messages(), whole);
    let user = vec![Message::user("q")];
    assert_eq!(open(user.clone(), 1).messages(), user);
    assert_eq!(open(user.clone(), usize::MAX).open_from(), Some(1));
    assert_eq!(open(vec![], 0).messages(), []);
}

#[test]
fn what_a_store_mixed_up_is_mended() {
    let stored = vec![
        result("nobody's"),
        Message::user("1"),
        calls(&["c1"]),
        Message::user("2"),
        calls(&["c2", "c3"]),
        result("c3"),
        result("c2"),
        result("c2"),
        Message::user("3"),
        calls(&["c4", "c5"]),
        result("c5"),
        result("c1"),
    ];
    let expected = [
        Message::user("1"),
        calls(&["c1"]),
        told("c1", NOT_ANSWERED),
        Message::user("2"),
        calls(&["c2", "c3"]),
        result("c2"),
        result("c3"),
        Message::user("3"),
        calls(&["c4", "c5"]),
        told("c4", UNKNOWN),
        result("c5"),
        Message::assistant(ENDED),
    ];
    let conversation = open(stored, 8);
    assert_eq!(conversation.messages(), expected);
    assert_eq!(conversation.open_from(), Some(7));
    assert!(is_whole(conversation.messages()));
}

#[test]
fn two_calls_of_one_id_have_two_results() {
    let stored = vec![Message::user("q"), calls(&["c", "c", "c"]), result("c")];
    let expected = [
        result("c"),
        told("c", UNKNOWN),
        told("c", NOT_RUN),
        Message::assistant(ENDED),
    ];
    assert_eq!(open(stored, 0).messages()[2..], expected);
}

#[test]
fn debug_shows_how_much_and_never_what() {
    let conversation = open(
        vec![Message::user("secret"), Message::assistant("secret")],
        0,
    );
    assert_eq!(
        format!("{conversation:?}"),
        "Conversation { messages: 2, version: 1, open_from: Some(0), .. }"
    );
}
