use std::rc::Rc;
use toolwright::tool;

struct Db;

trait Clock {}

/// Reads.
#[tool(blocking)]
fn not_clone(#[context] db: &Db) {
    let _ = db;
}

/// Reads.
#[tool(blocking)]
fn not_send(#[context] shared: &Rc<u8>) {
    let _ = shared;
}

/// Reads.
#[tool(blocking)]
fn not_sized(#[context] clock: &dyn Clock) {
    let _ = clock;
}

fn main() {}
