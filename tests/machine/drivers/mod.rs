//! What drives a script: an agent, and two loops over the state machine itself.

mod agent;
mod made;
mod model;
mod steps;
mod tampered;
mod wrong;

pub(crate) use agent::check as agent;
pub(crate) use model::Speaker;
pub(crate) use steps::check as steps;
pub(crate) use tampered::check as tampered;

use crate::script::DOES;
use crate::settings::Handler;
use std::error::Error;
use std::sync::Arc;
use toolwright::dispatch::ToolDecision;
use toolwright::error_handler::{
    ToolErrorContext, ToolExecutionErrorHandler, fail_invocation,
    fail_invocation_unless_visible_to_llm, from_fn, send_error_message_to_llm,
    send_generic_message_to_llm_unless_visible_to_llm,
};
use toolwright::{ToolContext, ToolError, ToolOutput, llm_text};

/// A small generator of our own, for what a script leaves open.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        usize::try_from(z % u64::try_from(n).unwrap()).unwrap()
    }

    pub(crate) fn shuffle<T>(&mut self, all: &mut [T]) {
        for i in (1..all.len()).rev() {
            all.swap(i, self.below(i + 1));
        }
    }
}

fn handler(handler: Handler) -> Arc<dyn ToolExecutionErrorHandler> {
    match handler {
        Handler::Default => Arc::new(fail_invocation_unless_visible_to_llm()),
        Handler::Fails => Arc::new(fail_invocation()),
        Handler::Generic => Arc::new(send_generic_message_to_llm_unless_visible_to_llm(
            llm_text!("it failed"),
        )),
        Handler::Sends => Arc::new(send_error_message_to_llm()),
        Handler::Panics => Arc::new(from_fn(
            |_: &(dyn Error + 'static), _: &ToolErrorContext<'_>| panic!("the handler"),
        )),
    }
}

/// The hook before a tool.
async fn hook(context: ToolContext) -> Result<ToolDecision, ToolError> {
    let arguments = context.call().arguments.clone();
    let does = |does| arguments.contains(&format!(r#""does":"{does}""#));
    let does = DOES.into_iter().find(|one| does(*one));
    match does {
        Some("denied") => Ok(ToolDecision::Deny(llm_text!("not today"))),
        Some("answered") => Ok(ToolDecision::Answer(ToolOutput::text("the hook knows"))),
        Some("refused") => Err(ToolError::execution("the hook is odd")),
        _ => Ok(ToolDecision::Run),
    }
}
