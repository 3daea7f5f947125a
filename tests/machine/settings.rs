//! What an agent of a script is set to.

use crate::clock::HOUR;
use crate::tools::{GIVEN, OWN};
use proptest::prelude::*;
use std::num::NonZeroU32;
use std::time::Duration;
use toolwright::agent::{Invocation, OnLimit};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Handler {
    Default,
    Fails,
    Generic,
    Sends,
    Panics,
}

/// What ends a run from outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cut {
    Dropped(u32),
    Cancelled(u32),
}

#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) max_rounds: u32,
    pub(crate) max_calls: Option<u32>,
    pub(crate) max_calls_of: Option<(&'static str, u32)>,
    pub(crate) max_tokens: Option<u64>,
    /// No time at all, or more than there is.
    pub(crate) max_duration: Option<bool>,
    pub(crate) max_failures: Option<u32>,
    pub(crate) last_answer: bool,
    pub(crate) concurrency: usize,
    pub(crate) handler: Handler,
    pub(crate) memory: bool,
    pub(crate) window: Option<usize>,
    pub(crate) hook: bool,
    /// A tool that a hook leaves out of every request.
    pub(crate) left_out: Option<&'static str>,
    pub(crate) tool_timeout: bool,
    pub(crate) deadline: bool,
    pub(crate) cut: Option<Cut>,
    /// What the provider gives, by the round; nothing for no provider.
    pub(crate) given: Vec<u8>,
    /// For whatever else is random.
    pub(crate) seed: u64,
}

/// What calls may take, where that is limited: between the two sleeps of the tools.
pub(crate) const TOOL_TIMEOUT: Duration = Duration::from_hours(20);
/// Longer than all sleeps of a script together.
pub(crate) const DEADLINE: Duration = Duration::from_hours(100_000);

impl Settings {
    pub(crate) fn max_duration(&self) -> Option<Duration> {
        self.max_duration
            .map(|is_none| if is_none { Duration::ZERO } else { HOUR })
    }

    pub(crate) fn on_limit(&self) -> OnLimit {
        match self.last_answer {
            true => OnLimit::LastAnswer,
            false => OnLimit::Fail,
        }
    }

    /// The same for a state machine alone.
    pub(crate) fn set(&self, mut invocation: Invocation) -> Invocation {
        if let Some(n) = self.max_failures {
            invocation = invocation.with_max_consecutive_failures(NonZeroU32::new(n).unwrap());
        }
        if let Some(n) = self.max_calls {
            invocation = invocation.with_max_calls(n);
        }
        if let Some((name, n)) = self.max_calls_of {
            invocation = invocation.with_max_calls_of(name, n);
        }
        if let Some(n) = self.max_tokens {
            invocation = invocation.with_max_tokens(n);
        }
        if let Some(duration) = self.max_duration() {
            invocation = invocation.with_max_duration(duration);
        }
        invocation
            .with_max_rounds(self.max_rounds)
            .with_on_limit(self.on_limit())
    }
}

type Limits = (
    u32,
    Option<u32>,
    Option<(&'static str, u32)>,
    Option<u64>,
    Option<bool>,
    Option<u32>,
    bool,
);

fn limits() -> impl Strategy<Value = Limits> {
    let tools: Vec<&'static str> = OWN.iter().chain(&GIVEN).map(|tool| tool.name).collect();
    (
        prop_oneof![2 => Just(100_u32), 1 => 0_u32..6],
        prop::option::weighted(0.25, 0_u32..12),
        prop::option::weighted(0.3, (prop::sample::select(tools), 1_u32..4)),
        prop::option::weighted(0.15, 0_u64..40),
        prop::option::weighted(0.1, any::<bool>()),
        prop::option::weighted(0.8, 1_u32..4),
        any::<bool>(),
    )
}

pub(crate) fn settings() -> impl Strategy<Value = Settings> {
    let handler = prop_oneof![
        3 => Just(Handler::Default),
        1 => Just(Handler::Fails),
        4 => Just(Handler::Generic),
        2 => Just(Handler::Sends),
        1 => Just(Handler::Panics),
    ];
    let tools: Vec<&'static str> = OWN.iter().map(|tool| tool.name).collect();
    let cut = (any::<bool>(), 0_u32..30).prop_map(|(drops, at)| match drops {
        true => Cut::Dropped(at),
        false => Cut::Cancelled(at),
    });
    let world = (
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        prop::option::weighted(0.15, prop::sample::select(tools)),
        prop::option::weighted(0.25, cut),
        prop_oneof![1 => Just(Vec::new()), 1 => prop::collection::vec(0_u8..4, 1..4)],
    );
    (
        limits(),
        handler,
        1_usize..6,
        any::<bool>(),
        prop::option::weighted(0.3, 0_usize..7),
        world,
        any::<u64>(),
    )
        .prop_map(
            |(limits, handler, concurrency, memory, window, world, seed)| {
                let (tool_timeout, deadline, hook, left_out, cut, given) = world;
                Settings {
                    max_rounds: limits.0,
                    max_calls: limits.1,
                    // A limit of a tool that nothing gives is not built.
                    max_calls_of: limits.2.filter(|(name, _)| {
                        !given.is_empty() || OWN.iter().any(|tool| tool.name == *name)
                    }),
                    max_tokens: limits.3,
                    max_duration: limits.4,
                    max_failures: limits.5,
                    last_answer: limits.6,
                    concurrency,
                    handler,
                    memory,
                    window,
                    hook,
                    left_out,
                    tool_timeout,
                    deadline,
                    cut,
                    given,
                    seed,
                }
            },
        )
}

/// Nothing that is set.
pub(crate) fn plain() -> Settings {
    Settings {
        max_rounds: 100,
        max_calls: None,
        max_calls_of: None,
        max_tokens: None,
        max_duration: None,
        max_failures: None,
        last_answer: false,
        concurrency: 32,
        handler: Handler::Default,
        memory: true,
        window: None,
        hook: false,
        left_out: None,
        tool_timeout: false,
        deadline: false,
        cut: None,
        given: vec![1],
        seed: 0,
    }
}
