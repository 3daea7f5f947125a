//! Generated failures, with a canary in every place that is for developers: it is in no request, in no transcript, in no
//! record of a log that anybody but a developer reads. `TOOLWRIGHT_CANARY_SECONDS`, `_CASES` and `_SEED` say how long, how
//! many and which.

mod case;
mod errors;
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

#[test]
fn nothing_for_developers_leaves() {
    let time = setting("TOOLWRIGHT_CANARY_SECONDS").map(Duration::from_secs);
    let cases = setting("TOOLWRIGHT_CANARY_CASES").unwrap_or(2_000);
    let seed = setting("TOOLWRIGHT_CANARY_SEED")
        .unwrap_or_else(|| Dice::new(std::process::id().into()).next());
    let start = Instant::now();
    let mut done = 0;
    let mut kinds = std::collections::BTreeMap::new();
    let more = |done: u64| time.map_or(done < cases, |time| start.elapsed() < time);
    while more(done) {
        let case = Case::new(seed.wrapping_add(done));
        let kind = case.kind();
        let outcome = crate::quietly(|| catch_unwind(AssertUnwindSafe(|| case.run())));
        if let Err(payload) = outcome {
            let said = payload
                .downcast_ref::<String>()
                .cloned()
                .unwrap_or_default();
            panic!(
                "TOOLWRIGHT_CANARY_SEED={} TOOLWRIGHT_CANARY_CASES=1: {kind}: {said}",
                seed.wrapping_add(done)
            );
        }
        *kinds.entry(kind).or_insert(0_u64) += 1;
        done += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("canary: {done} cases in {seconds:.1} s, seed {seed}: {kinds:?}");
    assert!(
        done < 1_000 || kinds.len() == case::KINDS.len(),
        "a kind never came: {kinds:?}"
    );
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
