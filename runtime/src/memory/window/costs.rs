//! What the messages of a conversation cost, so that no round counts all of them again.

use crate::message::Message;
use std::ops::Range;

/// What the messages cost that were counted so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Costs {
    /// What the messages up to each cost, itself included, without system messages. Wider than a cost, so that no counter
    /// brings it to its end.
    sums: Vec<u128>,
    /// What system messages cost.
    system: u128,
    /// Where system messages stand.
    systems: Vec<usize>,
    /// Where messages of the user stand.
    users: Vec<usize>,
}

impl Costs {
    /// Counts the messages that are new.
    pub(super) fn extend(&mut self, messages: &[Message], count: impl Fn(&Message) -> usize) {
        if messages.len() < self.sums.len() {
            *self = Self::default();
        }
        let known = self.sums.len();
        let mut sum = self.sums.last().copied().unwrap_or(0);
        for (i, message) in messages.iter().enumerate().skip(known) {
            let cost = count(message) as u128;
            if let Message::System { .. } = message {
                self.system = self.system.saturating_add(cost);
                self.systems.push(i);
            } else {
                sum = sum.saturating_add(cost);
            }
            if let Message::User { .. } = message {
                self.users.push(i);
            }
            self.sums.push(sum);
        }
    }

    pub(super) fn total(&self) -> u128 {
        let sum = self.sums.last().copied().unwrap_or(0);
        sum.saturating_add(self.system)
    }

    /// The first place before which so much can be left out.
    pub(super) fn cut(&self, target: u128, question: usize) -> usize {
        let before = |end: usize| match end.min(self.sums.len()).checked_sub(1) {
            Some(last) => self.sums.get(last).copied().unwrap_or(0),
            None => 0,
        };
        let question_costs = before(question.saturating_add(1)) - before(question);
        // The question stays: what stands behind it has to make up for it.
        let (from, target) = if before(question) < target {
            (question, target.saturating_add(question_costs))
        } else {
            (0, target)
        };
        let sums = self.sums.get(from..).unwrap_or_default();
        from.saturating_add(sums.partition_point(|sum| *sum < target) + 1)
    }

    /// The first message of the user that stands there or behind.
    pub(super) fn user_from(&self, from: usize) -> Option<usize> {
        let next = self.users.partition_point(|user| *user < from);
        self.users.get(next).copied()
    }

    /// Everything before `cut` that may be left out.
    pub(super) fn ranges(&self, cut: usize, question: usize) -> Vec<Range<usize>> {
        let kept = self.systems.partition_point(|system| *system < cut);
        let mut kept = self.systems.get(..kept).unwrap_or_default().to_vec();
        if question < cut {
            kept.insert(kept.partition_point(|system| *system < question), question);
        }
        let mut ranges = Vec::new();
        let mut from = 0;
        for end in kept.into_iter().chain([cut]) {
            if from < end {
                ranges.push(from..end);
            }
            from = end + 1;
        }
        ranges
    }
}
