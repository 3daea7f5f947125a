//! The whole path from the text that a model wrote to the text that it reads, fuzzed.

#![no_main]

#[allow(dead_code, reason = "the tests use more of it")]
mod harness;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../arguments/types.rs"]
mod types;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    harness::run(&mut harness::Choices::of(data));
});
