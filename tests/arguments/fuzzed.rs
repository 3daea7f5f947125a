//! A short, repeatable run of the fuzz target: see `tests/fuzz`.

use crate::harness::{Choices, NAMES, VALID, arguments, check, run};
use allocation_counter::measure;
use std::collections::BTreeMap;
use std::io::Write;
use std::time::{Duration, Instant};

const SEED: u64 = 20_261_130;
const CASES: u64 = 10_000;

#[test]
fn what_is_right_runs() {
    for (name, valid) in NAMES.into_iter().zip(VALID) {
        assert!(check(name, valid), "{name}");
    }
}

#[test]
fn whatever_a_model_writes_is_run_or_answered() {
    let start = Instant::now();
    let mut ran = BTreeMap::new();
    let (mut longest, mut largest) = (Duration::ZERO, 0);
    for case in 0..CASES {
        let (name, text) = arguments(&mut Choices::random(SEED + case));
        let (all, well) = ran.entry(name).or_insert((0, 0));
        let before = Instant::now();
        let memory = measure(|| *well += u32::from(check(name, &text)));
        *all += 1;
        longest = longest.max(before.elapsed());
        // Of three calls at the most, and what the test itself keeps of them.
        let bytes = memory.bytes_max;
        assert!(
            bytes < 128 * 1024 + 16 * text.len() as u64,
            "{bytes} bytes: {name} {text:?}"
        );
        largest = largest.max(bytes);
    }
    let spent = start.elapsed();
    let mut out = std::io::stdout();
    let _ = writeln!(
        out,
        "{CASES} cases from seed {SEED} in {spent:?}, at most {longest:?} and {largest} bytes each; ran {ran:?}"
    );
    assert!(longest < Duration::from_secs(10));
    // The cases are worth something only if some of each tool's run and some do not.
    for name in NAMES {
        let (all, well) = ran[name];
        assert!(
            all > 1_000 && (100..all - 500).contains(&well),
            "{name}: {well} of {all}"
        );
    }
}

#[test]
fn the_bytes_of_a_fuzzer_are_cases_too() {
    for length in 0..=u8::MAX {
        let bytes: Vec<u8> = (0..length)
            .map(|i| i.wrapping_mul(89).wrapping_add(length))
            .collect();
        run(&mut Choices::of(&bytes));
    }
}
