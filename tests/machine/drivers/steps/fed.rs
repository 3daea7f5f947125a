//! What both are fed with.

use super::Steps;
use crate::lines::{Line, Text};
use crate::script::Review;
use toolwright::agent::Decision;
use toolwright::{ToolResult, llm_text};

impl Steps {
    /// Decides about one of the calls that wait.
    pub(super) fn decide(&mut self, places: &[usize]) {
        let place = places[self.dice.below(places.len())];
        let asked = &mut self.reference.open.as_mut().unwrap().calls[place];
        asked.is_held = false;
        asked.is_denied = asked.review == Review::Denied;
        let decision = match asked.is_denied {
            true => Decision::Deny(llm_text!("I would rather not")),
            false => Decision::Approve,
        };
        let id = asked.call.id.clone();
        self.invocation
            .on_decision(&id, decision)
            .expect("it waits");
    }

    /// Gives results to both, in any order.
    pub(super) fn give(&mut self, mut results: Vec<(usize, ToolResult)>) {
        self.dice.shuffle(&mut results);
        for (place, result) in results {
            let line = Line::Reads {
                id: result.call_id.clone(),
                name: result.name.clone(),
                is_error: result.is_error,
                text: Text::whole(result.text()),
            };
            self.invocation.on_result(result).expect("it is waited for");
            self.reference.on_result(place, line);
        }
    }
}
