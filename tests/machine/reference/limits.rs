//! The limits, counted once for each turn.

use super::{Open, Reference};
use toolwright::InvocationFailureKind;

const NO_MORE: &str = "No more tools can be called for this question: answer with what you have.";

impl Reference {
    /// Counts a turn against the limits.
    pub(super) fn limit(&mut self, open: &mut Open) {
        if self.spent.is_some() {
            self.is_last = true;
            for asked in &mut open.calls {
                asked.over = Some(format!("the call was not run. {NO_MORE}"));
            }
            return;
        }
        self.rounds += 1;
        let times = |n: u32| {
            if n == 1 {
                "once".to_owned()
            } else {
                format!("{n} times")
            }
        };
        let settings = self.settings.clone();
        if open.cut_off.is_none() {
            for asked in &mut open.calls {
                let name = asked.call.name.clone();
                let used = self.calls.iter().filter(|other| **other == name).count();
                let max = settings.max_calls_of.filter(|(of, _)| *of == name);
                if let Some((_, max)) = max.filter(|(_, max)| used >= *max as usize) {
                    if !self.withdrawn.contains(&name) {
                        let times = times(max);
                        asked.over = Some(format!(
                            "the call was not run: `{name}` may be called {times} for one question"
                        ));
                    }
                    continue;
                }
                if let Some(max) = settings
                    .max_calls
                    .filter(|max| self.calls.len() >= *max as usize)
                {
                    let times = times(max);
                    asked.over = Some(format!(
                        "the call was not run: tools may be called {times} for one question"
                    ));
                    continue;
                }
                self.calls.push(name.clone());
                if let Some((_, max)) = max.filter(|(_, max)| used + 1 == *max as usize) {
                    let times = times(max);
                    asked.notes.push(format!("Do not call `{name}` again: it was called {times}, as often as it may be for this question."));
                    open.used_up.push(name);
                }
            }
            let tokens = self.tokens.0 + self.tokens.1;
            if settings
                .max_calls
                .is_some_and(|max| self.calls.len() >= max as usize)
            {
                self.spent = Some(InvocationFailureKind::MaxCalls);
            } else if settings.max_tokens.is_some_and(|max| tokens >= max) {
                self.spent = Some(InvocationFailureKind::MaxTokens);
            } else if settings.max_duration == Some(true) {
                self.spent = Some(InvocationFailureKind::MaxDuration);
            }
        }
        if self.spent.is_none() && settings.last_answer && self.rounds >= settings.max_rounds {
            self.spent = Some(InvocationFailureKind::MaxRounds);
            self.is_last = true;
        }
        if self.spent.is_some() {
            let last = open.calls.last_mut().expect("a turn of calls");
            last.notes.push(NO_MORE.to_owned());
        }
    }
}
