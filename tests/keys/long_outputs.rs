//! `max_output` and what is more than one text.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use toolwright::dispatch::Dispatcher;
use toolwright::message::{Content, ContentPart, Image};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::tool::{OutputError, Structured};
use toolwright::{Agent, ToolCall, ToolOutput, ToolResult, ToolSet, tool, toolset};

fn image(bytes: usize) -> ContentPart {
    Image::new("image/png", &vec![0; bytes]).unwrap().into()
}

/// Gives texts and images of the sizes asked for: `t10`, `i300`.
#[tool]
fn parts(sizes: Vec<String>) -> Vec<ContentPart> {
    let part = |size: String| {
        let (kind, size) = size.split_at(1);
        let size = size.parse().unwrap();
        match kind {
            "t" => "x".repeat(size).into(),
            _ => image(size),
        }
    };
    sizes.into_iter().map(part).collect()
}

/// Gives as many numbers.
#[tool]
fn numbers(n: u32) -> Structured<BTreeMap<String, Vec<u32>>> {
    Structured(BTreeMap::from([("n".to_owned(), (0..n).collect())]))
}

/// Gives a short text with structured content of so many bytes.
#[tool]
fn beside(text: usize, structured: usize) -> Result<ToolOutput, OutputError> {
    ToolOutput::text("y".repeat(text)).with_structured(&"z".repeat(structured - 2))
}

fn limited(limit: usize, name: &str, arguments: &Value) -> ToolResult {
    let tools: ToolSet = toolset![parts, numbers, beside];
    let dispatcher = Dispatcher::new(&tools, &()).max_output(limit);
    let call = ToolCall::new("c1", name, arguments.to_string());
    block_on(dispatcher.call(call)).unwrap()
}

fn shown(content: &Content) -> Vec<String> {
    let part = |part: &ContentPart| match part.as_image() {
        Some(image) => format!("i{}", image.byte_count()),
        None => part.as_text().unwrap().to_owned(),
    };
    content.as_parts().unwrap().iter().map(part).collect()
}

#[test]
fn an_image_is_whole_or_a_sentence() {
    let left_out = |bytes: usize| format!("… image left out: {bytes} bytes …");
    let x = "x".repeat(30);
    // An image of 300 bytes takes 409: its base64 and its media type.
    for (sizes, limit, expected) in [
        (json!(["t30", "i300"]), 440, vec![x.clone(), "i300".into()]),
        (json!(["t30", "i300"]), 439, vec![x.clone(), left_out(300)]),
        (json!(["i300", "t30"]), 400, vec![left_out(300), x.clone()]),
        (
            json!(["i3000", "t30", "i3"]),
            440,
            vec![left_out(3000), x.clone(), "i3".into()],
        ),
        (
            json!(["i300", "i300", "i300"]),
            1000,
            vec!["i300".into(), "i300".into(), left_out(300)],
        ),
        (json!(["i3000"]), 64, vec![left_out(3000)]),
        (json!(["i3000"]), 0, vec![left_out(3000)]),
    ] {
        let result = limited(limit, "parts", &json!({"sizes": sizes}));
        assert_eq!(shown(&result.content), expected, "{sizes} {limit}");
        let whole: Vec<String> = shown(result.untruncated());
        let asked: Vec<String> = serde_json::from_value(sizes).unwrap();
        for (part, asked) in whole.iter().zip(asked) {
            let length = asked[1..].parse().unwrap();
            assert!(*part == asked || (*part == "x".repeat(length)), "{part}");
        }
    }
}

#[test]
fn texts_come_first_and_images_as_far_as_they_fit() {
    // Texts that are too long by themselves are joined and cut.
    let result = limited(200, "parts", &json!({"sizes": ["t150", "i3", "t150"]}));
    let shown_parts = shown(&result.content);
    assert_eq!(shown_parts.len(), 1, "{shown_parts:?}");
    assert!(shown_parts[0].starts_with("xxx") && shown_parts[0].ends_with("xxx"));
    assert!(shown_parts[0].contains(" bytes left out …"));
    assert_eq!(result.untruncated().images().count(), 1);
    // More notes than there is room for.
    let sizes: Vec<&str> = std::iter::once("i30").chain(vec!["i300"; 50]).collect();
    let result = limited(200, "parts", &json!({"sizes": sizes}));
    let shown_parts = shown(&result.content);
    assert_eq!((shown_parts.len(), shown_parts[1].as_str()), (2, "i30"));
    assert!(shown_parts[0].starts_with("… image left out: 300 bytes …\n"));
    assert!(shown_parts[0].contains(" bytes left out …\n"));
}

/// Whatever comes out is within the limit, and its images are some of those that went in.
#[test]
fn no_mixture_is_longer_than_its_limit() {
    let sizes = [1, 2, 30, 63, 64, 65, 100, 300];
    let mut cases = 0;
    for a in sizes {
        for b in sizes {
            for kinds in ["ti", "it", "ii", "tt", "iti", "tit", "iii"] {
                let parts: Vec<String> = kinds
                    .chars()
                    .zip([a, b, a + b])
                    .map(|(kind, size)| format!("{kind}{size}"))
                    .collect();
                for limit in [64, 65, 100, 129, 200, 500] {
                    let result = limited(limit, "parts", &json!({"sizes": parts}));
                    let texts = result.text().len();
                    let images: usize = result
                        .content
                        .images()
                        .map(|image| image.data().len() + image.media_type().len())
                        .sum();
                    assert!(texts + images <= limit, "{parts:?} {limit}");
                    let whole: Vec<_> = result.untruncated().images().collect();
                    assert!(result.content.images().all(|image| whole.contains(&image)));
                    cases += 1;
                }
            }
        }
    }
    assert_eq!(cases, 8 * 8 * 7 * 6);
}

#[test]
fn structured_content_is_whole_or_left_out() {
    let result = limited(1_000, "numbers", &json!({"n": 10}));
    assert_eq!(result.structured(), Some(r#"{"n":[0,1,2,3,4,5,6,7,8,9]}"#));
    let second = limited(1_000, "numbers", &json!({"n": "10"}));
    assert_eq!(second, result, "understood at the second try");
    let result = limited(1_000, "numbers", &json!({"n": 1_000}));
    assert_eq!(result.structured(), None);
    assert!(result.text().len() <= 1_000 && result.text().contains(" bytes left out …"));
    assert!(serde_json::from_str::<Value>(&result.text()).is_err());
    let all: BTreeMap<String, Vec<u32>> =
        serde_json::from_str(result.untruncated_structured().unwrap()).unwrap();
    assert_eq!(all["n"].len(), 1_000);
    let stored = serde_json::to_string(&result).unwrap();
    assert!(stored.len() < 1_200 && !stored.contains("structured"));
    assert_eq!(serde_json::from_str::<ToolResult>(&stored).unwrap(), result);
}

/// Gives as many numbers, and not many.
#[tool(max_output = "100B")]
fn few(n: u32) -> Structured<Vec<u32>> {
    Structured((0..n).collect())
}

#[test]
fn structured_content_has_the_tools_own_limit() {
    let tools: ToolSet = toolset![few];
    let dispatcher = Dispatcher::new(&tools, &()).max_output(10_000);
    let call = |n: u32| {
        let call = ToolCall::new("c1", "few", format!(r#"{{"n": {n}}}"#));
        block_on(dispatcher.call(call)).unwrap()
    };
    let result = call(10);
    assert_eq!(result.structured(), Some("[0,1,2,3,4,5,6,7,8,9]"));
    let result = call(100);
    assert_eq!(result.structured(), None);
    assert!(result.text().len() <= 100, "{}", result.text());
}

#[test]
fn a_short_text_says_that_its_structured_content_is_left_out() {
    let both = |text: usize, structured: usize| {
        let arguments = json!({"text": text, "structured": structured});
        limited(100, "beside", &arguments)
    };
    let result = both(100, 100);
    assert_eq!(result.text(), "y".repeat(100));
    assert_eq!(result.structured().unwrap().len(), 100);
    let result = both(10, 101);
    assert_eq!(
        result.text(),
        "yyyyyyyyyy\n… structured content left out: 101 bytes …"
    );
    assert_eq!(
        (
            result.structured(),
            result.untruncated_structured().unwrap().len()
        ),
        (None, 101)
    );
    assert_eq!(result.untruncated().to_text(), "y".repeat(10));
    let result = both(90, 101);
    assert!(result.text().len() <= 100 && result.text().contains("bytes left out"));
    // A long text leaves short structured content alone.
    let result = both(101, 20);
    assert!(result.text().contains("bytes left out"));
    assert_eq!(result.structured().unwrap().len(), 20);
}

#[test]
fn the_caller_has_all_of_it() {
    let model = ScriptedModel::new()
        .calls([("c1", "numbers", r#"{"n": 500}"#)])
        .text("done");
    let tools: ToolSet = toolset![numbers];
    let agent = Agent::builder(model.clone()).tools(tools).max_output(100);
    let answer = block_on(agent.build().unwrap().invoke("?")).unwrap();
    assert!(model.requests()[1].tool_results()[0].text().len() <= 100);
    let value: BTreeMap<String, Vec<u32>> = answer.tool_executions[0].value().unwrap();
    assert_eq!(value["n"].len(), 500);
}
