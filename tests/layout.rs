//! The layout holds: small files, and modules that use only what stands below them.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test"
)]

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if path.file_name().is_none_or(|name| name != "target") {
                rust_files(&path, found);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn no_file_is_longer_than_300_lines() {
    let mut files = Vec::new();
    for folder in ["macros", "runtime", "tests", "examples"] {
        rust_files(&root().join(folder), &mut files);
    }
    assert!(files.len() > 50);
    let long: Vec<_> = files
        .iter()
        .map(|path| (fs::read_to_string(path).unwrap().lines().count(), path))
        .filter(|(lines, _)| *lines > 300)
        .collect();
    assert!(long.is_empty(), "split by meaning: {long:#?}");
}

/// Module, and what of the crate it may use besides itself.
const EDGES: &[(&str, &[&str])] = &[
    ("llm_visible", &[]),
    ("extensions", &[]),
    ("cancellation", &[]),
    ("timer", &[]),
    ("nearest", &[]),
    ("oneshot", &[]),
    ("redact", &[]),
    ("message", &["llm_visible"]),
    (
        "tool",
        &[
            "llm_visible",
            "message",
            "extensions",
            "nearest",
            "cancellation",
            "oneshot",
        ],
    ),
    // Of `tool` the alias of boxed futures only.
    ("memory", &["message", "oneshot", "tool"]),
    ("failure", &["llm_visible", "message", "tool"]),
    ("model", &["llm_visible", "message", "tool"]),
    (
        "error_handler",
        &[
            "llm_visible",
            "message",
            "tool",
            "extensions",
            "failure",
            "redact",
        ],
    ),
    (
        "dispatch",
        &[
            "llm_visible",
            "message",
            "tool",
            "extensions",
            "failure",
            "error_handler",
            "nearest",
            "redact",
            "cancellation",
            "timer",
        ],
    ),
    (
        "agent",
        &[
            "llm_visible",
            "message",
            "tool",
            "extensions",
            "failure",
            "error_handler",
            "dispatch",
            "memory",
            "model",
            "nearest",
            "redact",
            "cancellation",
            "memory",
            "timer",
        ],
    ),
    (
        "testing",
        &[
            "llm_visible",
            "message",
            "tool",
            "failure",
            "error_handler",
            "dispatch",
            "model",
            "agent",
            "timer",
            "redact",
        ],
    ),
    (
        "__private",
        &[
            "llm_visible",
            "tool",
            "extensions",
            "error_handler",
            "failure",
        ],
    ),
];

#[test]
fn modules_use_only_what_stands_below_them() {
    let source = root().join("runtime/src");
    let mut files = Vec::new();
    rust_files(&source, &mut files);
    let mut wrong = Vec::new();
    for path in files {
        let inside = path.strip_prefix(&source).unwrap();
        let module = inside
            .iter()
            .next()
            .unwrap()
            .to_str()
            .unwrap()
            .trim_end_matches(".rs");
        if module == "lib" {
            continue;
        }
        let Some((_, allowed)) = EDGES.iter().find(|(name, _)| *name == module) else {
            wrong.push(format!("{module} has no row in the table"));
            continue;
        };
        let text = fs::read_to_string(&path).unwrap();
        let code = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        for used in code.flat_map(|line| line.split("crate::").skip(1)) {
            let used: String = used
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            let is_module = EDGES.iter().any(|(name, _)| *name == used);
            if is_module && used != module && !allowed.contains(&used.as_str()) {
                wrong.push(format!("{} uses {used}", inside.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
