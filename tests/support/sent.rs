//! Bodies that really went out, written down where `TOOLWRIGHT_REQUESTS` names a folder, as `ScriptedModel` does with its
//! requests.

use serde_json::{Value, json};
use std::env;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Appends a body to the file of this process. What goes wrong here fails no test.
pub(crate) fn record(test: &str, body: &[u8]) {
    static FILE: OnceLock<Option<Mutex<File>>> = OnceLock::new();
    let file = FILE.get_or_init(|| {
        let folder = env::var_os("TOOLWRIGHT_REQUESTS")?;
        open(Path::new(&folder)).map(Mutex::new)
    });
    let Some(file) = file else { return };
    let Ok(body) = serde_json::from_slice::<Value>(body) else {
        return;
    };
    let line = format!("{}\n", json!({"test": test, "body": body}));
    let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
    drop(file.write_all(line.as_bytes()));
}

fn open(folder: &Path) -> Option<File> {
    fs::create_dir_all(folder).ok()?;
    let name = format!("sent-{}.jsonl", process::id());
    let mut options = File::options();
    options
        .create(true)
        .append(true)
        .open(folder.join(name))
        .ok()
}
