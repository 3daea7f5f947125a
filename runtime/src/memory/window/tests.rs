use super::{Costs, Window};
use crate::message::{AssistantMessage, Message, ToolCall, ToolResult};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn turn(calls: usize) -> Vec<Message> {
    let calls = (0..calls).map(|i| ToolCall::new(format!("c{i}"), "look", "{}"));
    let calls: Vec<_> = calls.collect();
    let results: Vec<_> = calls
        .iter()
        .map(|call| Message::Tool(ToolResult::new(&call.id, "look", "seen")))
        .collect();
    let turn = Message::Assistant(AssistantMessage::calls(calls));
    std::iter::once(turn).chain(results).collect()
}

/// Start and end of what is left out.
type Ranges = Vec<(usize, usize)>;

const NONE: [(usize, usize); 0] = [];

fn evicted(window: &Window, messages: &[Message], question: usize) -> Ranges {
    asked_again(window, &mut Costs::default(), messages, question)
}

fn asked_again(
    window: &Window,
    costs: &mut Costs,
    messages: &[Message],
    question: usize,
) -> Ranges {
    let ranges = window.evicted(costs, messages, question);
    ranges
        .iter()
        .map(|range| (range.start, range.end))
        .collect()
}

#[test]
fn at_most_one_range_before_the_question_and_one_behind_it() {
    let mut messages = vec![Message::system("s"), Message::user("q")];
    assert_eq!(evicted(&Window::messages(0), &messages, 1), NONE);
    messages.splice(1..1, [Message::user("old"), Message::assistant("answer")]);
    for _ in 0..3 {
        messages.extend(turn(2));
    }
    // s, old, answer, q, then three turns of three.
    assert_eq!(messages.len(), 13);
    assert_eq!(evicted(&Window::messages(13), &messages, 3), NONE);
    // A quarter of twelve is three, and a part of a turn is the turn.
    assert_eq!(
        evicted(&Window::messages(12), &messages, 3),
        [(1, 3), (4, 7)]
    );
    assert_eq!(evicted(&Window::messages(11), &messages, 3), [(1, 3)]);
    assert_eq!(
        evicted(&Window::messages(9), &messages, 3),
        [(1, 3), (4, 7)]
    );
    assert_eq!(
        evicted(&Window::messages(5), &messages, 3),
        [(1, 3), (4, 10)]
    );
    assert_eq!(
        evicted(&Window::messages(0), &messages, 3),
        [(1, 3), (4, 10)]
    );
}

#[test]
fn system_messages_in_between_stay() {
    let messages = [
        Message::user("1"),
        Message::system("s"),
        Message::assistant("2"),
        Message::system("t"),
        Message::user("q"),
    ];
    assert_eq!(
        evicted(&Window::messages(3), &messages, 4),
        [(0, 1), (2, 3)]
    );
}

#[test]
fn a_place_that_is_no_question_pins_nothing_and_breaks_nothing() {
    let messages = [Message::assistant("1"), Message::assistant("2")];
    for question in [0, 1, 2, 3, usize::MAX] {
        for limit in [0, 1, 2, usize::MAX] {
            let ranges = evicted(&Window::messages(limit), &messages, question);
            let left_out = limit < 2 && question != 0;
            assert_eq!(
                ranges,
                if left_out {
                    vec![(0, 1)]
                } else {
                    Ranges::new()
                }
            );
        }
    }
    assert_eq!(evicted(&Window::messages(0), &[], 0), NONE);
}

#[test]
fn a_counter_that_counts_too_much_overflows_nothing() {
    let window = Window::tokens_by(usize::MAX - 1, |_: &Message| usize::MAX);
    let messages = [Message::system("s"), Message::user("1"), Message::user("q")];
    assert_eq!(evicted(&window, &messages, 2), [(1, 2)]);
}

#[test]
fn every_message_is_counted_once_and_what_is_left_out_stays_out() {
    let counted = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&counted);
    let window = Window::tokens_by(1_000, move |_: &Message| {
        count.fetch_add(1, Ordering::Relaxed);
        10
    });
    let mut costs = Costs::default();
    let mut messages = vec![Message::system("s"), Message::user("q")];
    let (mut last, mut changes) = (Vec::new(), 0);
    for _ in 0..3_000 {
        messages.extend(turn(2));
        let ranges = asked_again(&window, &mut costs, &messages, 1);
        // As if it had never been asked before: a stored invocation goes on in the same way.
        if messages.len() % 500 == 2 {
            let before = counted.load(Ordering::Relaxed);
            assert_eq!(ranges, evicted(&window, &messages, 1));
            counted.store(before, Ordering::Relaxed);
        }
        if ranges != last {
            assert!(
                last.iter()
                    .zip(&ranges)
                    .all(|(old, new)| old.0 == new.0 && old.1 < new.1)
            );
            changes += 1;
            last = ranges;
        }
        let kept = messages.len() - last.iter().map(|(from, end)| end - from).sum::<usize>();
        assert!(kept <= 100, "{kept}");
        assert!(last.is_empty() || kept > 75 - 3, "{kept}");
    }
    assert_eq!(counted.load(Ordering::Relaxed), messages.len());
    // 90,000 tokens in steps of 250.
    assert!((300..=360).contains(&changes), "{changes}");
}

#[test]
fn fewer_messages_than_before_are_counted_anew() {
    let mut costs = Costs::default();
    let window = Window::messages(1);
    let messages = [Message::user("1"), Message::user("2"), Message::user("q")];
    assert_eq!(asked_again(&window, &mut costs, &messages, 2), [(0, 2)]);
    assert_eq!(asked_again(&window, &mut costs, &messages[..1], 0), NONE);
    assert_eq!(asked_again(&window, &mut costs, &messages, 2), [(0, 2)]);
}
