//! What nobody here wrote: a real model on loopback. Skipped, and said so, where it is not installed.
//!
//! The wording of prompts, descriptions and errors is chosen for this small model, which repairs some and not others.
#![allow(
    missing_docs,
    clippy::panic,
    clippy::unused_async,
    clippy::unwrap_used,
    reason = "a test"
)]

mod agent;
mod journal;
mod reason;
mod transcript;
mod wire;
