//! What a model reads of a conversation that is longer than its window.

use crate::{NOT_ANSWERED, calls, is_whole, result, told};
use toolwright::Message;
use toolwright::memory::Window;
use toolwright::message::{AssistantMessage, Content, ContentPart, Image};

#[test]
fn a_turn_goes_with_all_its_results() {
    // B86.
    let system = Message::system("s");
    let messages = [
        system.clone(),
        Message::user("1"),
        calls(&["c1", "c2"]),
        result("c1"),
        result("c2"),
        Message::user("2"),
    ];
    assert_eq!(
        Window::messages(4).view(&messages[1..]),
        [Message::user("2")]
    );
    for limit in 0..6 {
        assert_eq!(
            Window::messages(limit).view(&messages),
            [system.clone(), Message::user("2")]
        );
    }
    assert_eq!(Window::messages(6).view(&messages), messages);
}

#[test]
fn trimming_one_by_one_never_parts_a_call_from_its_result() {
    // B87.
    let all = [
        Message::user("1"),
        calls(&["c1"]),
        result("c1"),
        Message::assistant("final"),
        Message::user("2"),
    ];
    let window = Window::messages(3);
    let views: Vec<_> = (1..=5).map(|n| window.view(&all[..n])).collect();
    assert_eq!(views[0], all[..1]);
    assert_eq!(
        views[1],
        [all[0].clone(), all[1].clone(), told("c1", NOT_ANSWERED)]
    );
    assert_eq!(views[2], all[..3]);
    assert_eq!(views[3], [all[0].clone(), all[3].clone()]);
    assert_eq!(views[4], all[4..]);
}

#[test]
fn a_turn_larger_than_the_window_is_read_whole() {
    // L72.
    let messages = [
        Message::user("q"),
        calls(&["c1", "c2", "c3"]),
        result("c1"),
        result("c2"),
        result("c3"),
    ];
    for limit in [0, 1, 3] {
        assert_eq!(Window::messages(limit).view(&messages), messages);
        assert_eq!(Window::tokens(limit).view(&messages), messages);
    }
}

#[test]
fn the_question_is_in_every_request_of_its_run() {
    // B95.
    let window = Window::messages(6);
    let mut messages = vec![
        Message::system("s"),
        Message::user("old"),
        Message::assistant("answer"),
        Message::user("q"),
    ];
    assert_eq!(window.view(&messages), messages);
    let lengths: Vec<usize> = ["c1", "c2", "c3", "c4", "c5"]
        .iter()
        .map(|id| {
            messages.extend([calls(&[id]), result(id)]);
            let view = window.view(&messages);
            assert_eq!(view[..1], [Message::system("s")]);
            assert!(view.contains(&Message::user("q")) && is_whole(&view));
            assert_eq!(view.last(), Some(&result(id)));
            view.len()
        })
        .collect();
    assert_eq!(lengths, [6, 6, 6, 6, 6]);
}

#[test]
fn windows_of_nothing_one_and_everything() {
    let messages = [
        Message::system("s"),
        Message::user("1"),
        Message::assistant("2"),
        Message::user("q"),
        calls(&["c1"]),
        result("c1"),
        calls(&["c2"]),
        result("c2"),
    ];
    let least = [0, 3, 6, 7].map(|i| messages[i].clone());
    for window in [
        Window::messages(0),
        Window::messages(1),
        Window::tokens(0),
        Window::tokens(1),
    ] {
        assert_eq!(window.view(&messages), least, "{window:?}");
    }
    for window in [Window::messages(usize::MAX), Window::tokens(usize::MAX)] {
        assert_eq!(window.view(&messages), messages, "{window:?}");
    }
    assert_eq!(Window::messages(0).view(&[]), []);
    assert_eq!(Window::messages(0).view(&messages[..1]), messages[..1]);
}

#[test]
fn an_exchange_goes_as_a_whole() {
    let messages = [
        Message::user("1"),
        Message::assistant("a"),
        Message::user("2"),
        Message::assistant("b"),
        Message::assistant("c"),
        Message::user("q"),
    ];
    assert_eq!(Window::messages(5).view(&messages), messages[2..]);
    assert_eq!(Window::messages(4).view(&messages), messages[2..]);
    assert_eq!(Window::messages(3).view(&messages), messages[5..]);
}

#[test]
fn without_a_question_the_newest_stays() {
    let messages = [
        Message::assistant("1"),
        Message::assistant("2"),
        Message::assistant("3"),
    ];
    assert_eq!(Window::messages(2).view(&messages), messages[1..]);
    assert_eq!(Window::messages(0).view(&messages), messages[2..]);
}

#[test]
fn what_goes_goes_in_steps_of_a_quarter() {
    let mut messages = Vec::new();
    let lengths: Vec<usize> = (0..20)
        .map(|i| {
            messages.push(Message::user(i.to_string()));
            Window::messages(8).view(&messages).len()
        })
        .collect();
    assert_eq!(
        lengths,
        [1, 2, 3, 4, 5, 6, 7, 8, 7, 8, 7, 8, 7, 8, 7, 8, 7, 8, 7, 8]
    );
}

#[test]
fn tokens_are_estimated() {
    // Two messages of the same cost, and the smallest window that has room for both.
    let both = |message: Message| {
        let messages = [message.clone(), Message::user("q"), message];
        let fits = |limit: &usize| Window::tokens(*limit).view(&messages).len() == 3;
        let least = (0..10_000).find(fits).unwrap();
        (least - 5) / 2
    };
    assert_eq!(both(Message::assistant("")), 4);
    assert_eq!(both(Message::assistant("eight by")), 6);
    assert_eq!(both(Message::assistant("漢字 かな")), 9);
    assert_eq!(both(calls(&[])), 4);
    let image = Image::new("image/png", &[0; 9]).unwrap();
    let parts = vec![ContentPart::text("four"), ContentPart::from(image)];
    let mut turn = AssistantMessage::text("");
    turn.content = Content::parts(parts);
    assert_eq!(both(Message::Assistant(turn)), 1005);
    // A turn of a call counts its name and its arguments, but not the id.
    let messages = [
        Message::user("1"),
        calls(&["a very long id"]),
        result("a very long id"),
        Message::user("q"),
    ];
    assert_eq!(Window::tokens(5 + 10 + 10 + 5).view(&messages).len(), 4);
    assert_eq!(Window::tokens(5 + 10 + 10 + 4).view(&messages).len(), 1);
}

#[test]
fn clones_and_debug() {
    let window = Window::tokens_by(7, |_: &Message| 2).clone();
    assert_eq!(
        format!("{window:?} {:?}", Window::messages(3)),
        "Window { tokens: 7 } Window { messages: 3 }"
    );
}

#[test]
fn messages_that_no_number_can_count_go_all_the_same() {
    for (cost, limit) in [
        (usize::MAX, 10),
        (usize::MAX, usize::MAX - 1),
        (usize::MAX / 2, usize::MAX / 4),
    ] {
        let window = Window::tokens_by(limit, move |message: &Message| match message {
            Message::User { content, .. } if content.to_text() == "?" => 1,
            _ => cost,
        });
        let long = [
            Message::user("a"),
            Message::user("b"),
            Message::user("c"),
            Message::user("?"),
        ];
        assert_eq!(window.view(&long), [Message::user("?")], "{cost} {limit}");
    }
}
