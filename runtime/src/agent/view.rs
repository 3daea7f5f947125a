//! What the model reads of a conversation that is longer than its window.

use super::Invocation;
use crate::memory::{Costs, Window};
use crate::message::Message;
use crate::model::ChatRequest;
use std::iter::once;
use std::ops::Range;

/// A window over the conversation of one invocation.
#[derive(Clone, Debug)]
pub(super) struct View {
    window: Window,
    costs: Costs,
    /// What is left out.
    left_out: Vec<Range<usize>>,
    /// So many messages of the conversation have been looked at.
    seen: usize,
    /// What is left, if anything is left out.
    request: Option<ChatRequest>,
}

impl View {
    fn new(window: Window) -> Self {
        Self {
            window,
            costs: Costs::default(),
            left_out: Vec::new(),
            seen: 0,
            request: None,
        }
    }

    /// Looks at the messages that are new. As long as nothing more is left out, they only go behind those that are there:
    /// what a wire has written of them stays.
    fn refresh(&mut self, whole: &ChatRequest, question: usize) {
        let messages = whole.messages();
        let left_out = self.window.evicted(&mut self.costs, messages, question);
        if left_out.is_empty() {
            self.request = None;
        } else if let Some(request) = self
            .request
            .as_mut()
            .filter(|_| self.left_out == left_out && self.seen <= messages.len())
        {
            for message in messages.get(self.seen..).unwrap_or_default() {
                request.push(message.clone());
            }
            if !request.tools().is(whole.tools()) {
                request.offer(whole.tools().clone());
            }
        } else {
            // From gap to gap: what is left out is not looked at once more.
            let from = once(0).chain(left_out.iter().map(|range| range.end));
            let to = left_out.iter().map(|range| range.start);
            let gaps = from.zip(to.chain(once(messages.len())));
            let kept = gaps.flat_map(|(from, to)| messages.get(from..to).unwrap_or_default());
            let request = ChatRequest::new(kept.cloned()).with_tools(whole.tools().clone());
            self.request = Some(request);
        }
        self.left_out = left_out;
        self.seen = messages.len();
    }
}

impl Invocation {
    /// Sets how much of the conversation the model reads; all of it unless set.
    ///
    /// The conversation itself stays whole. A window is no part of what is serialised: who goes on with the invocation sets
    /// it again.
    #[must_use]
    pub fn with_window(mut self, window: Window) -> Self {
        self.set_window(Some(window));
        self
    }

    pub(super) fn set_window(&mut self, window: Option<Window>) {
        self.view = window.map(|window| Box::new(View::new(window)));
        self.refresh_view();
    }

    /// Looks at what came since the model was last asked.
    pub(super) fn refresh_view(&mut self) {
        if let Some(view) = &mut self.view {
            let given = self
                .request
                .messages()
                .get(..self.given)
                .unwrap_or_default();
            let is_user = |message: &Message| matches!(message, Message::User { .. });
            let question = given.iter().rposition(is_user);
            view.refresh(&self.request, question.unwrap_or(usize::MAX));
        }
    }

    /// What the model is asked.
    pub(super) fn asked(&self) -> &ChatRequest {
        let view = self.view.as_ref();
        let part = view.and_then(|view| view.request.as_ref());
        part.unwrap_or(&self.request)
    }
}
