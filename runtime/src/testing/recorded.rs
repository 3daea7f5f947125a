//! Requests written down, so that what a whole run of tests sent can be checked.

use crate::model::ChatRequest;
use serde::Serialize;
use std::env;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::{process, thread};

const VARIABLE: &str = "TOOLWRIGHT_REQUESTS";

#[derive(Serialize)]
struct Line<'a> {
    /// The thread, which bears the name of its test.
    test: &'a str,
    request: &'a ChatRequest,
}

/// Appends a request to the file of this process, if somebody asked for it. What goes wrong here fails no test.
pub(super) fn record(request: &ChatRequest) {
    static FILE: OnceLock<Option<Mutex<File>>> = OnceLock::new();
    let file = FILE.get_or_init(|| open(Path::new(&env::var_os(VARIABLE)?)).map(Mutex::new));
    if let Some(file) = file {
        append(file, request);
    }
}

fn open(folder: &Path) -> Option<File> {
    fs::create_dir_all(folder).ok()?;
    let name = format!("requests-{}.jsonl", process::id());
    let mut options = File::options();
    options
        .create(true)
        .append(true)
        .open(folder.join(name))
        .ok()
}

#[cold]
fn append(file: &Mutex<File>, request: &ChatRequest) {
    let thread = thread::current();
    let test = thread.name().unwrap_or_default();
    let Ok(mut line) = serde_json::to_vec(&Line { test, request }) else {
        return;
    };
    line.push(b'\n');
    let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
    // At once, so that lines of a process that is killed are whole.
    drop(file.write_all(&line));
}
