//! Any conversation, any window.

use crate::{calls, is_whole, result};
use proptest::prelude::*;
use toolwright::Message;
use toolwright::memory::{Conversation, Window};

/// A turn of calls with only so many of its results, or a message.
fn piece() -> impl Strategy<Value = Vec<Message>> {
    let text = "[a-z]{0,6}";
    prop_oneof![
        1 => text.prop_map(|text| vec![Message::system(text)]),
        4 => text.prop_map(|text| vec![Message::user(text)]),
        3 => text.prop_map(|text| vec![Message::assistant(text)]),
        1 => Just(vec![result("stray")]),
        6 => (1_usize..4, 0_usize..8).prop_map(|(n, left)| {
            let ids = &["c1", "c2", "c3"][..n];
            let results = ids.iter().take(left).map(|id| result(id));
            std::iter::once(calls(ids)).chain(results).collect()
        }),
    ]
}

fn conversation() -> impl Strategy<Value = Vec<Message>> {
    prop::collection::vec(piece(), 0..24).prop_map(|pieces| pieces.concat())
}

fn cost(message: &Message) -> usize {
    match message {
        Message::System { content, .. } | Message::User { content, .. } => content.to_text().len(),
        Message::Assistant(turn) => 2 + turn.tool_calls.len(),
        _ => 3,
    }
}

/// Where the last turn with its results, or another last message, begins.
fn newest(messages: &[Message]) -> usize {
    let is_system = |message: &Message| matches!(message, Message::System { .. });
    let last = messages
        .iter()
        .rposition(|message| !is_system(message))
        .unwrap_or(0);
    let is_result = |i: &usize| matches!(messages.get(*i), Some(Message::Tool(_)));
    (0..=last).rev().find(|i| !is_result(i)).unwrap_or(0)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_view_is_whole_and_holds_what_it_must(messages in conversation(), limit in 0_usize..40, by_tokens: bool) {
        let cost = if by_tokens { cost } else { |_: &Message| 1 };
        let window = if by_tokens { Window::tokens_by(limit, cost) } else { Window::messages(limit) };
        let all = Window::messages(usize::MAX).view(&messages);
        let view = window.view(&messages);
        prop_assert!(is_whole(&all) && is_whole(&view));

        // Nothing is added and nothing changes its place.
        let mut rest = all.iter();
        prop_assert!(view.iter().all(|message| rest.any(|other| other == message)));
        let total = |messages: &[Message]| messages.iter().map(cost).sum::<usize>();
        if total(&all) <= limit {
            prop_assert_eq!(&view, &all);
        }

        let is_system = |message: &&Message| matches!(message, Message::System { .. });
        let is_user = |message: &Message| matches!(message, Message::User { .. });
        let systems: Vec<_> = all.iter().filter(is_system).collect();
        prop_assert_eq!(&view.iter().filter(is_system).collect::<Vec<_>>(), &systems);
        let question = all.iter().rposition(is_user);
        prop_assert_eq!(
            question.map(|i| &all[i]),
            view.iter().rposition(is_user).map(|i| &view[i])
        );

        // The newest unit, and with it what must stay.
        let from = newest(&all);
        let rest: Vec<Message> = all[from.min(all.len())..].to_vec();
        prop_assert!(view.ends_with(&rest));
        let pinned = |i: usize| i >= from || Some(i) == question || is_system(&&all[i]);
        let least: usize = (0..all.len()).filter(|i| pinned(*i)).map(|i| cost(&all[i])).sum();
        prop_assert!(total(&view) <= limit.max(least), "{} of {limit}, at least {least}", total(&view));

        // No answer without its question, unless it never had one.
        let first = |messages: &[Message]| messages.iter().find(|message| !is_system(message)).cloned();
        if view.len() < all.len() && question.is_some() {
            let begins = first(&view);
            prop_assert!(begins.as_ref().is_some_and(is_user) || begins == first(&all));
        }
    }

    #[test]
    fn every_conversation_is_whole_when_it_is_read_back(messages in conversation(), open in prop::option::of(0_usize..40)) {
        let conversation = Conversation::new(messages.clone(), 1, open);
        prop_assert!(is_whole(conversation.messages()));
        prop_assert!(conversation.open_from().is_none_or(|from| from <= conversation.messages().len()));
        // What is whole and closed is as it was.
        if is_whole(&messages) && open.is_none() {
            prop_assert_eq!(conversation.messages(), &messages);
        }
        // Mended once, mended for good.
        let again = Conversation::new(conversation.messages().to_vec(), 2, None);
        prop_assert_eq!(again.messages(), conversation.messages());
    }
}
