//! Tools with every kind of effects, that do what their arguments say.

use crate::clock::{HOUR, yields};
use crate::world::World;
use std::future::pending;
use std::sync::LazyLock;
use toolwright::timer::Timer;
use toolwright::tool::Effects;
use toolwright::{LlmVisible, ToolContext, ToolSet, tool, toolset};

#[derive(Debug, thiserror::Error, LlmVisible)]
pub(crate) enum Trouble {
    #[error("drawer {n} is jammed")]
    #[llm("take another drawer than {n}")]
    Told { n: u8 },
    #[error("the till is jammed")]
    #[llm(hidden)]
    Hidden,
}

fn at_once(world: &World, context: &ToolContext, does: &str, n: u8) -> Result<String, Trouble> {
    let running = world.log.start(context);
    let is_first = world.log.runs_of(&context.call().id) == 1;
    running.finish();
    match does {
        "told" => Err(Trouble::Told { n }),
        "hidden" | "late" => Err(Trouble::Hidden),
        "flaky" if is_first => Err(Trouble::Hidden),
        "panics" => panic!("drawer {n} fell out"),
        _ => Ok(format!("done {n}")),
    }
}

async fn in_time(
    world: &World,
    context: &ToolContext,
    does: &str,
    n: u8,
) -> Result<String, Trouble> {
    let running = world.log.start(context);
    match does {
        "yields" | "late" => yields(n.into()).await,
        "sleeps" => world.clock.sleep(HOUR * (10 + 20 * u32::from(n % 2))).await,
        "hangs" => pending().await,
        _ => {}
    }
    let is_first = world.log.runs_of(&context.call().id) == 1;
    running.finish();
    match does {
        "told" => Err(Trouble::Told { n }),
        "hidden" | "late" => Err(Trouble::Hidden),
        "flaky" if is_first => Err(Trouble::Hidden),
        "panics" => panic!("drawer {n} fell out"),
        _ => Ok(format!("done {n}")),
    }
}

/// Looks.
#[tool(read_only)]
fn look(
    does: &str,
    n: u8,
    #[context] world: &World,
    #[context] context: &ToolContext,
) -> Result<String, Trouble> {
    at_once(world, context, does, n)
}

/// Looks for a while.
#[tool(read_only)]
async fn peek(
    does: &str,
    n: u8,
    #[context] world: &World,
    #[context] context: &ToolContext,
) -> Result<String, Trouble> {
    in_time(world, context, does, n).await
}

/// Puts something somewhere.
#[tool(idempotent)]
async fn put(
    does: &str,
    n: u8,
    #[context] world: &World,
    #[context] context: &ToolContext,
) -> Result<String, Trouble> {
    in_time(world, context, does, n).await
}

/// Deletes.
#[tool(destructive)]
fn wipe(
    does: &str,
    n: u8,
    #[context] world: &World,
    #[context] context: &ToolContext,
) -> Result<String, Trouble> {
    at_once(world, context, does, n)
}

/// Pays.
#[tool]
async fn pay(
    does: &str,
    n: u8,
    #[context] world: &World,
    #[context] context: &ToolContext,
) -> Result<String, Trouble> {
    in_time(world, context, does, n).await
}

/// Looks, while it is there.
#[tool(read_only)]
async fn extra(
    does: &str,
    n: u8,
    #[context] world: &World,
    #[context] context: &ToolContext,
) -> Result<String, Trouble> {
    in_time(world, context, does, n).await
}

/// Does something, while it is there.
#[tool]
fn more(
    does: &str,
    n: u8,
    #[context] world: &World,
    #[context] context: &ToolContext,
) -> Result<String, Trouble> {
    at_once(world, context, does, n)
}

/// What is known of a tool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) name: &'static str,
    pub(crate) effects: Effects,
    pub(crate) is_sync: bool,
}

const fn known(name: &'static str, effects: Effects, is_sync: bool) -> Known {
    Known {
        name,
        effects,
        is_sync,
    }
}

/// The agent's own.
pub(crate) const OWN: [Known; 5] = [
    known("look", Effects::READ_ONLY, true),
    known("peek", Effects::READ_ONLY, false),
    known("put", Effects::IDEMPOTENT, false),
    known("wipe", Effects::DESTRUCTIVE, true),
    known("pay", Effects::UNKNOWN, false),
];

/// Those of the provider.
pub(crate) const GIVEN: [Known; 2] = [
    known("extra", Effects::READ_ONLY, false),
    known("more", Effects::UNKNOWN, true),
];

pub(crate) fn find(name: &str) -> Known {
    let mut all = OWN.iter().chain(&GIVEN);
    *all.find(|tool| tool.name == name).expect("a tool")
}

/// Made once: a set costs much more than a script.
pub(crate) fn own() -> ToolSet<World> {
    static SET: LazyLock<ToolSet<World>> = LazyLock::new(|| toolset![look, peek, put, wipe, pay]);
    SET.clone()
}

/// What the provider gives for a mask.
pub(crate) fn given(mask: u8) -> ToolSet<World> {
    static SETS: LazyLock<[ToolSet<World>; 4]> = LazyLock::new(|| {
        [
            ToolSet::default(),
            toolset![extra],
            toolset![more],
            toolset![extra, more],
        ]
    });
    SETS[usize::from(mask % 4)].clone()
}

/// All that there is for a mask.
pub(crate) fn all(mask: u8) -> ToolSet<World> {
    static SETS: LazyLock<[ToolSet<World>; 4]> = LazyLock::new(|| {
        [0, 1, 2, 3].map(|mask| ToolSet::builder().tools(own()).tools(given(mask)).build())
    });
    SETS[usize::from(mask % 4)].clone()
}
