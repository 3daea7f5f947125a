//! Images: what is one, how it is stored, and that nothing shows it by accident.

use serde_json::{Value, json};
use toolwright::message::{Content, ContentPart, Image, InvalidImage};
use toolwright::model::ChatResponse;
use toolwright::{ChatRequest, Invocation, Message, ToolCall, ToolResult};

#[test]
fn an_image_of_bytes() {
    let image = Image::new("Image/PNG", b"\x89PNG\r\n\x1a\n").unwrap();
    assert_eq!(image.media_type(), "image/png");
    assert_eq!(image.data(), "iVBORw0KGgo=");
    assert_eq!(image.to_data_url(), "data:image/png;base64,iVBORw0KGgo=");
    assert_eq!(image.to_bytes(), b"\x89PNG\r\n\x1a\n");
    assert_eq!(image.byte_count(), 8);
    assert_eq!(Image::from_base64("image/png", "iVBORw0KGgo="), Ok(image));
}

#[test]
fn what_is_no_image() {
    use InvalidImage::{Data, Empty, MediaType};

    let types = [
        "",
        "image",
        "image/",
        "png",
        "text/html",
        "image/png;charset=utf-8",
        "image/png,",
        "image//png",
        " image/png",
        "image/png\n",
        "image/pñg",
        "image/-",
        "application/image/png",
    ];
    for media_type in types {
        assert_eq!(
            Image::new(media_type, b"x"),
            Err(MediaType),
            "{media_type:?}"
        );
    }
    let long = format!("image/{}", "x".repeat(128));
    assert_eq!(Image::new(&long, b"x"), Err(MediaType));
    for media_type in [
        "image/svg+xml",
        "image/vnd.ms-photo",
        "image/x-icon",
        "IMAGE/WEBP",
    ] {
        assert!(Image::new(media_type, b"x").is_ok(), "{media_type}");
    }
    assert_eq!(Image::new("image/png", b""), Err(Empty));
    assert_eq!(Image::from_base64("image/png", ""), Err(Empty));
    for data in ["x", "eA", "eA=\n=", "e_-=", "eA==\u{0}", "\"", "eB=="] {
        assert_eq!(Image::from_base64("image/png", data), Err(Data), "{data:?}");
    }
}

#[test]
fn parts_as_they_are_stored() {
    let image = Image::from_base64("image/gif", "R0lG").unwrap();
    let content = Content::parts(vec![ContentPart::text("a"), image.into()]);
    let stored = json!([
        {"type": "text", "text": "a"},
        {"type": "image", "media_type": "image/gif", "data": "R0lG"},
    ]);
    assert_eq!(serde_json::to_value(&content).unwrap(), stored);
    assert_eq!(serde_json::from_value::<Content>(stored).unwrap(), content);
    assert_eq!(
        format!("{:?}", content.as_parts().unwrap()),
        "[Text(1 bytes), Image(3 bytes)]"
    );
}

/// An invocation whose one tool result has this content, as it is stored.
fn stored(content: Value) -> Value {
    let mut invocation = Invocation::new(ChatRequest::new([Message::user("Hello")]));
    let call = ToolCall::new("c1", "chart", "{}");
    invocation
        .on_response(ChatResponse::calls(vec![call]))
        .unwrap();
    invocation
        .on_result(ToolResult::new("c1", "chart", "x"))
        .unwrap();
    let mut stored = serde_json::to_value(&invocation).unwrap();
    assert_eq!(stored["request"]["messages"][2]["content"], "x");
    stored["request"]["messages"][2]["content"] = content;
    stored
}

#[test]
fn an_invocation_keeps_its_images() {
    let content = json!([
        {"type": "text", "text": "a"},
        {"type": "image", "media_type": "image/gif", "data": "R0lG"},
    ]);
    let stored = stored(content);
    let invocation: Invocation = serde_json::from_value(stored.clone()).unwrap();
    assert_eq!(serde_json::to_value(&invocation).unwrap(), stored);
    let text = serde_json::to_string(&invocation).unwrap();
    let invocation: Invocation = serde_json::from_str(&text).unwrap();
    let Message::Tool(result) = &invocation.into_transcript()[2] else {
        panic!("not a result");
    };
    assert_eq!(result.content.images().next().unwrap().to_bytes(), b"GIF");
}

#[test]
fn hostile_parts_are_refused() {
    for part in [
        json!({"type": "image", "media_type": "image/gif", "data": "R0l"}),
        json!({"type": "image", "media_type": "image/gif", "data": ""}),
        json!({"type": "image", "media_type": "text/html", "data": "R0lG"}),
        json!({"type": "image", "media_type": "image/gif\",\"x\":\"", "data": "R0lG"}),
        json!({"type": "image", "media_type": "image/gif"}),
        json!({"type": "image", "data": "R0lG"}),
        json!({"type": "image", "media_type": 1, "data": []}),
        json!({"type": "image"}),
        json!({"type": "video", "data": "R0lG"}),
        json!({"text": "a"}),
        json!({"type": "text"}),
        json!(null),
        json!("a"),
        json!([[]]),
    ] {
        let read = serde_json::from_value::<Invocation>(stored(json!([part])));
        assert!(read.is_err(), "{part}");
    }
    for content in [json!(null), json!(1), json!({"type": "text", "text": "a"})] {
        assert!(serde_json::from_value::<Invocation>(stored(content)).is_err());
    }
}
