//! A bug report of another project about long output: B66.

use toolwright::dispatch::Dispatcher;
use toolwright::testing::block_on;
use toolwright::{ToolCall, ToolSet, tool, toolset};

/// Gives a lot.
#[tool]
fn long(crab: bool) -> String {
    if crab {
        "🦀".repeat(10_000)
    } else {
        "é".repeat(20_001)
    }
}

#[test]
fn b66_long_output_is_cut_between_characters() {
    for limit in [0, 1, 64, 10_001] {
        for arguments in [r#"{"crab":true}"#, r#"{"crab":false}"#] {
            let tools: ToolSet = toolset![long];
            let dispatcher = Dispatcher::new(&tools, &()).max_output(limit);
            let result = block_on(dispatcher.call(ToolCall::new("c1", "long", arguments)));
            let text = result.unwrap().text().into_owned();
            assert!(text.len() <= limit.max(64), "{limit} {}", text.len());
            assert!(text.contains(" bytes left out …"), "{text}");
        }
    }
}
