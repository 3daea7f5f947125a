//! The agent: its loop, its handlers, its state, and the road of a call.
#![allow(missing_docs, reason = "a test")]

mod arguments;
mod context;
mod desk;
mod handlers;
mod invocation;
mod panics;
mod rounds;
mod turns;
