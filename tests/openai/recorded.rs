//! What other tests asked their scripted models, sent over this wire: a sample of the requests that `TOOLWRIGHT_REQUESTS`
//! had written down, where `TOOLWRIGHT_RECORDED` names the folder.

use crate::bodies::assert_valid;
use crate::{client, completion};
use serde_json::Value;
use std::fs;
use tests::http::{Reply, Server};
use tests::run;
use toolwright::{ChatModel, ChatRequest};

const SAMPLE: usize = 400;

/// The requests in a folder, those of each file in turn.
fn recorded(folder: &str) -> Vec<ChatRequest> {
    let files = fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    let mut requests = Vec::new();
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        if !name.starts_with("requests-") {
            continue;
        }
        let text = fs::read_to_string(file).unwrap();
        for line in text
            .split_inclusive('\n')
            .filter(|line| line.ends_with('\n'))
        {
            let mut line: Value = serde_json::from_str(line).unwrap();
            // Broken on purpose, as `tests/real/turns.py` knows.
            if line["test"] != "histories::the_scripted_model_takes_no_request_that_is_not_whole" {
                requests.push(serde_json::from_value(line["request"].take()).unwrap());
            }
        }
    }
    requests
}

#[test]
fn what_other_tests_asked_is_a_valid_body() {
    let Ok(folder) = std::env::var("TOOLWRIGHT_RECORDED") else {
        return;
    };
    let requests = recorded(&folder);
    let step = requests.len().div_ceil(SAMPLE).max(1);
    let sample: Vec<_> = requests.iter().step_by(step).collect();
    assert!(!sample.is_empty(), "nothing was recorded in {folder}");
    let server = Server::start(
        sample
            .iter()
            .map(|_| Reply::ok(completion("{}", r#""stop""#))),
    );
    let model = client(&server).build().unwrap();
    let sent = sample
        .iter()
        .filter(|request| run(model.complete(request)).is_ok());
    let sent = sent.count();
    let bodies = server.received();
    assert_eq!(bodies.len(), sent, "what is not sent is no answer");
    for body in &bodies {
        assert_valid(&body.json());
    }
    println!(
        "vendor's schema: {sent} bodies of {} recorded requests are valid",
        requests.len()
    );
}
