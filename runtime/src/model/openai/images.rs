//! Images as servers take them: in messages of the user only.

use super::limits;
use super::messages::portable_name;
use crate::message::{Content, ContentPart, Image, ToolResult};
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// What stands for an image that cannot be shown.
const LEFT_OUT: &str = "(an image that cannot be shown here was left out)";
/// What stands in a result for an image of it.
const FOLLOWS: &str = "(an image, which follows after the results)";

/// The content as a text, with a sentence for each image: whether it follows.
pub(super) fn told(content: &Content, follows: impl Fn(&Image) -> bool) -> Cow<'_, str> {
    if content.images().next().is_none() {
        return content.to_text();
    }
    let parts = content.as_parts().unwrap_or_default().iter();
    let texts: Vec<&str> = parts
        .map(|part| match part {
            ContentPart::Text { text } => text,
            ContentPart::Image(image) if follows(image) => FOLLOWS,
            ContentPart::Image(_) => LEFT_OUT,
        })
        .collect();
    texts.join("\n").into()
}

/// What a message of the user holds.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum WireContent<'a> {
    Text(Cow<'a, str>),
    Parts(Vec<WirePart<'a>>),
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum WirePart<'a> {
    Text { text: Cow<'a, str> },
    ImageUrl { image_url: Url<'a> },
}

#[derive(Serialize)]
pub(super) struct Url<'a> {
    #[serde(serialize_with = "data_url")]
    url: &'a Image,
}

fn data_url<S: Serializer>(image: &Image, serializer: S) -> Result<S::Ok, S::Error> {
    let (media_type, data) = (image.media_type(), image.data());
    serializer.collect_str(&format_args!("data:{media_type};base64,{data}"))
}

impl<'a> WireContent<'a> {
    pub(super) fn new(content: &'a Content, images: bool) -> Self {
        let is_shown = |image: &Image| images && limits::is_taken(image);
        if !content.images().any(is_shown) {
            return Self::Text(told(content, |_| false));
        }
        let parts = content.as_parts().unwrap_or_default().iter();
        let is_empty = |part: &&ContentPart| part.as_text().is_some_and(str::is_empty);
        Self::Parts(
            parts
                .filter(|part| !is_empty(part))
                .map(|part| match part {
                    ContentPart::Text { text } => WirePart::Text { text: text.into() },
                    ContentPart::Image(image) if is_shown(image) => WirePart::image(image),
                    ContentPart::Image(_) => WirePart::Text {
                        text: LEFT_OUT.into(),
                    },
                })
                .collect(),
        )
    }
}

impl<'a> WirePart<'a> {
    fn image(url: &'a Image) -> Self {
        Self::ImageUrl {
            image_url: Url { url },
        }
    }
}

/// The images of the results of a round.
#[derive(Default)]
pub(super) struct Pictures<'a>(Vec<WirePart<'a>>);

impl<'a> Pictures<'a> {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn add(&mut self, result: &'a ToolResult) {
        let images = result.content.images();
        let mut images = images.filter(|image| limits::is_taken(image)).peekable();
        if images.peek().is_none() {
            return;
        }
        let name = portable_name(&result.name);
        let text = format!("From the result of the call {} of {name}:", result.call_id);
        self.0.push(WirePart::Text { text: text.into() });
        self.0.extend(images.map(WirePart::image));
    }

    pub(super) fn take(&mut self) -> Vec<WirePart<'a>> {
        std::mem::take(&mut self.0)
    }
}
