//! Generated failures, with a canary in every place that is for developers: it is in no request, in no transcript, in no
//! record of a log that anybody but a developer reads. `TOOLWRIGHT_CANARY_SECONDS`, `_CASES` and `_SEED` say how long, how
//! many and which.

mod case;
mod errors;
mod in_the_loop;
mod over_http;
mod tools;

use case::Case;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// A small generator of our own: a case is repeated by its number alone.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        let n = u64::try_from(n).unwrap();
        usize::try_from(self.next() % n).unwrap()
    }

    pub(crate) fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

fn setting(name: &str) -> Option<u64> {
    let value = std::env::var(name).ok()?;
    Some(
        value
            .parse()
            .unwrap_or_else(|_| panic!("{name} is no number")),
    )
}

/// Runs as many cases as somebody asked for. `run` is given the number of each, and says of what kind it was.
fn many(
    name: &str,
    cases: u64,
    kinds: usize,
    run: impl Fn(u64) -> (&'static str, Box<dyn FnOnce()>),
) {
    let time = setting("TOOLWRIGHT_CANARY_SECONDS").map(Duration::from_secs);
    let cases = setting("TOOLWRIGHT_CANARY_CASES").unwrap_or(cases);
    let seed = setting("TOOLWRIGHT_CANARY_SEED")
        .unwrap_or_else(|| Dice::new(std::process::id().into()).next());
    let start = Instant::now();
    let mut done = 0;
    let mut found = std::collections::BTreeMap::new();
    let more = |done: u64| time.map_or(done < cases, |time| start.elapsed() < time);
    while more(done) {
        let (kind, case) = run(seed.wrapping_add(done));
        if let Err(payload) = crate::quietly(|| catch_unwind(AssertUnwindSafe(case))) {
            let said = payload
                .downcast_ref::<String>()
                .cloned()
                .unwrap_or_default();
            panic!(
                "TOOLWRIGHT_CANARY_SEED={} TOOLWRIGHT_CANARY_CASES=1: {name}: {kind}: {said}",
                seed.wrapping_add(done)
            );
        }
        *found.entry(kind).or_insert(0_u64) += 1;
        done += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("canary: {name}: {done} cases in {seconds:.1} s, seed {seed}: {found:?}");
    assert!(
        done < 1_000 || found.len() == kinds,
        "a kind never came: {found:?}"
    );
}

#[test]
fn nothing_for_developers_leaves() {
    many("calls", 2_000, case::KINDS.len(), |seed| {
        let case = Case::new(seed);
        (case.kind(), Box::new(move || case.run()))
    });
}

#[test]
fn nothing_for_developers_leaves_the_loop() {
    many("the loop", 400, in_the_loop::PLACES.len(), |seed| {
        let case = in_the_loop::Case::new(seed);
        (case.place(), Box::new(move || case.run()))
    });
}

#[test]
fn a_leak_of_the_loop_is_found() {
    for seed in 0..20 {
        let case = in_the_loop::Case::leaking(seed);
        let outcome = crate::quietly(|| catch_unwind(AssertUnwindSafe(|| case.run())));
        let payload = outcome.expect_err("the canary is sent");
        let said = payload.downcast_ref::<String>().unwrap();
        assert!(said.contains("the canary is in request 1"), "{said}");
    }
}

#[test]
fn a_leak_is_found() {
    for seed in 0..20 {
        let case = Case::leaking(seed);
        let outcome = crate::quietly(|| catch_unwind(AssertUnwindSafe(|| case.run())));
        let payload = outcome.expect_err("the canary is sent");
        let said = payload.downcast_ref::<String>().unwrap();
        assert!(said.contains("the canary is in request 1"), "{said}");
    }
}
