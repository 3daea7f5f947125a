//! Generated scripts. `TOOLWRIGHT_MACHINE_SECONDS`, `_CASES` and `_SEED` say how long, how many and which.

use crate::drivers;
use crate::script::{Script, script};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

fn setting(name: &str) -> Option<u64> {
    let value = std::env::var(name).ok()?;
    let number = value.parse();
    Some(number.unwrap_or_else(|_| panic!("{name} is no number")))
}

/// Runs a script under every driver; how many of its changed states were accepted, or what is wrong.
fn run(script: &Script) -> Result<u64, String> {
    let all = || {
        drivers::agent(script);
        drivers::steps(script, false);
        drivers::steps(script, true);
        drivers::tampered(script)
    };
    let (outcome, place) = crate::quietly(|| catch_unwind(AssertUnwindSafe(all)));
    outcome.map_err(|payload| {
        let text = payload.downcast_ref::<String>().cloned();
        let said = || {
            payload
                .downcast_ref::<&str>()
                .map(|text| (*text).to_owned())
        };
        let said = text.or_else(said).unwrap_or_default();
        format!("{place}: {said}")
    })
}

fn runner(seed: u64) -> TestRunner {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new_with_rng(config, rng)
}

/// The smallest script that still fails, and how.
fn smallest(tree: &mut impl ValueTree<Value = Script>, said: String) -> (Script, String) {
    let start = Instant::now();
    let mut last = (tree.current(), said);
    let mut goes_on = tree.simplify();
    while goes_on && start.elapsed() < Duration::from_secs(20) {
        let script = tree.current();
        goes_on = match run(&script) {
            Err(said) => {
                last = (script, said);
                tree.simplify()
            }
            Ok(_) => tree.complicate(),
        };
    }
    last
}

#[test]
fn any_script_keeps_the_invariants() {
    let time = setting("TOOLWRIGHT_MACHINE_SECONDS").map(Duration::from_secs);
    let cases = setting("TOOLWRIGHT_MACHINE_CASES").unwrap_or(200);
    let seed = setting("TOOLWRIGHT_MACHINE_SEED").unwrap_or_else(|| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        u64::from(now.unwrap().subsec_nanos())
    });
    let start = Instant::now();
    let (mut done, mut accepted) = (0, 0);
    let strategy = script();
    let is_over = |done| match time {
        Some(time) => {
            start.elapsed() >= time
                || done >= setting("TOOLWRIGHT_MACHINE_CASES").unwrap_or(u64::MAX)
        }
        None => done >= cases,
    };
    while !is_over(done) {
        let own = seed.wrapping_add(done);
        let mut tree = strategy.new_tree(&mut runner(own)).expect("a script");
        match run(&tree.current()) {
            Ok(n) => accepted += n,
            Err(said) => {
                let (script, said) = smallest(&mut tree, said);
                panic!(
                    "TOOLWRIGHT_MACHINE_SEED={own} TOOLWRIGHT_MACHINE_CASES=1: {script:#?}\n{said}"
                );
            }
        }
        done += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "machine: {done} scripts in {seconds:.1} s, seed {seed}, {accepted} changed states accepted"
    );
}
