//! The tools that fail, each in its way.

use super::Dice;
use super::errors::{self, Boxed, Dress, Hidden, Typed};
use serde::de::Error as _;
use toolwright::testing::Canary;
use toolwright::{LlmVisibleError, ToolSet, ToolState, tool, toolset};

/// What a case plants.
#[derive(Clone, ToolState)]
pub(crate) struct Plan {
    pub(crate) canary: Canary,
    pub(crate) dress: DressOf,
    pub(crate) seed: u64,
    pub(crate) depth: usize,
    #[state(skip)]
    pub(crate) which: usize,
}

#[derive(Clone, Copy)]
pub(crate) struct DressOf(pub(crate) Dress);

impl Plan {
    fn dice(&self) -> Dice {
        Dice::new(self.seed)
    }
}

/// Fails with an error of a type that decides by variant.
#[tool]
fn typed(#[context] plan: &Plan) -> Result<(), Typed> {
    Err(errors::typed(
        &plan.canary,
        plan.which,
        plan.depth,
        &mut plan.dice(),
    ))
}

/// Fails with an error that is not visible.
#[tool]
async fn hidden(#[context] plan: &Plan) -> Result<(), Hidden> {
    std::future::ready(()).await;
    Err(errors::hidden(
        &plan.canary,
        plan.dress.0,
        plan.depth,
        &mut plan.dice(),
    ))
}

/// Fails with the ready-made visible error.
#[tool]
fn ready(#[context] plan: &Plan) -> Result<(), LlmVisibleError> {
    Err(errors::ready(&plan.canary, plan.depth, &mut plan.dice()))
}

/// Fails with a boxed error.
#[tool]
fn boxed(#[context] plan: &Plan) -> Result<(), Boxed> {
    Err(errors::hidden(&plan.canary, plan.dress.0, plan.depth, &mut plan.dice()).into())
}

/// Fails with a chain.
#[tool]
fn chain(#[context] plan: &Plan) -> Result<(), anyhow::Error> {
    let dice = &mut plan.dice();
    Err(match plan.which % 2 {
        0 => errors::anyhow(&plan.canary, plan.depth, dice),
        _ => errors::visible_chain(&plan.canary, plan.depth, dice),
    })
}

struct Bomb(Canary);

impl Drop for Bomb {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.0.panic()
        }
    }
}

/// Panics.
#[tool]
async fn panics(#[context] plan: &Plan) -> u8 {
    let text = plan.canary.text().to_owned();
    if plan.depth > 1 {
        std::future::ready(()).await;
    }
    match plan.which % 4 {
        0 => std::panic::panic_any(text),
        1 => std::panic::panic_any(Box::new(text)),
        2 => drop(Bomb(plan.canary.clone())),
        _ => plan.canary.panic(),
    }
    1
}

/// What cannot be serialised.
pub(crate) struct Unserialisable(Canary);

impl serde::Serialize for Unserialisable {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom(self.0.text()))
    }
}

/// Gives what cannot be serialised.
#[tool]
fn output(#[context] plan: &Plan) -> Unserialisable {
    Unserialisable(plan.canary.clone())
}

/// Arguments whose `Deserialize` refuses them in words of its own. The model reads those, as documented; the logs hold none.
#[derive(schemars::JsonSchema)]
pub(crate) struct Strict {
    #[expect(dead_code, reason = "for the schema")]
    text: String,
}

/// The canary of the arguments: `Deserialize` is given no state.
pub(crate) fn of_arguments() -> Canary {
    Canary::with_seed(0xA26_0000)
}

impl<'de> serde::Deserialize<'de> for Strict {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde::de::IgnoredAny::deserialize(deserializer)?;
        Err(D::Error::custom(of_arguments().text()))
    }
}

/// Never gets that far.
#[tool]
fn arguments(strict: Strict) {
    let _ = strict;
}

/// All of them. Made once: a set is cheap to clone.
pub(crate) fn all() -> ToolSet<Plan> {
    static ALL: std::sync::OnceLock<ToolSet<Plan>> = std::sync::OnceLock::new();
    ALL.get_or_init(listed).clone()
}

fn listed() -> ToolSet<Plan> {
    toolset![
        typed, hidden, ready, boxed, chain, panics, output, arguments
    ]
}
