//! Images.

use super::base64;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// An image: its media type and its data, as base64.
///
/// A tool can return one, or several parts of which some are images; a user's message can hold them, too.
///
/// ```
/// use toolwright::message::{Content, ContentPart, Image};
/// use toolwright::Message;
///
/// let image = Image::new("image/png", b"\x89PNG\r\n\x1a\n")?;
/// assert_eq!(image.data(), "iVBORw0KGgo=");
/// let question = Content::parts(vec![ContentPart::text("What is this?"), image.into()]);
/// let message = Message::user(question);
/// # Ok::<(), toolwright::message::InvalidImage>(())
/// ```
///
/// It is not `Serialize` by itself: an image that slipped into a JSON text would be read as letters.
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    media_type: Box<str>,
    data: Box<str>,
}

impl Image {
    /// Creates an image of bytes, such as those of a file.
    ///
    /// `media_type` is written `image/png`, without parameters.
    ///
    /// # Errors
    ///
    /// What is wrong with the media type, or that there are no bytes.
    pub fn new(media_type: &str, bytes: &[u8]) -> Result<Self, InvalidImage> {
        let media_type = checked(media_type)?;
        if bytes.is_empty() {
            return Err(InvalidImage::Empty);
        }
        Ok(Self {
            media_type,
            data: base64::encode(bytes).into(),
        })
    }

    /// Creates an image of base64: the standard alphabet, padded, without line breaks.
    ///
    /// # Errors
    ///
    /// What is wrong with the media type or the data.
    pub fn from_base64(media_type: &str, data: impl Into<String>) -> Result<Self, InvalidImage> {
        let (media_type, data) = (checked(media_type)?, data.into());
        if data.is_empty() {
            return Err(InvalidImage::Empty);
        }
        if !base64::is_valid(&data) {
            return Err(InvalidImage::Data);
        }
        Ok(Self {
            media_type,
            data: data.into(),
        })
    }

    /// Returns the media type, in lower case.
    #[must_use]
    pub fn media_type(&self) -> &str {
        &self.media_type
    }

    /// Returns the data as base64.
    #[must_use]
    pub fn data(&self) -> &str {
        &self.data
    }

    /// Returns the bytes of the image.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        base64::decode(&self.data).unwrap_or_default()
    }

    /// Returns how many bytes the image has.
    #[must_use]
    pub fn byte_count(&self) -> usize {
        base64::decoded_len(&self.data)
    }

    /// Returns the image as a `data:` URL.
    #[must_use]
    pub fn to_data_url(&self) -> String {
        format!("data:{};base64,{}", self.media_type, self.data)
    }

    /// What it takes in a request, in bytes.
    pub(super) fn len(&self) -> usize {
        self.media_type.len() + self.data.len()
    }
}

/// The media type in lower case, if it is one of an image.
fn checked(media_type: &str) -> Result<Box<str>, InvalidImage> {
    let lower = media_type.to_ascii_lowercase();
    let Some(subtype) = lower.strip_prefix("image/") else {
        return Err(InvalidImage::MediaType);
    };
    // The characters and the length that RFC 6838 gives such a name.
    let is_name = subtype.len() <= 127
        && subtype.starts_with(|c: char| c.is_ascii_alphanumeric())
        && subtype
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "!#$&-^_.+".contains(c));
    if is_name {
        Ok(lower.into())
    } else {
        Err(InvalidImage::MediaType)
    }
}

/// Shows how large the image is, never what it shows.
impl fmt::Debug for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Image({} bytes)", self.byte_count())
    }
}

/// Why something is no [`Image`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidImage {
    /// The media type is none of an image.
    #[error("the media type is not one of an image; write it like `image/png`")]
    MediaType,
    /// The data is not base64.
    #[error(
        "the data of the image is not base64 of the standard alphabet, padded, without line breaks"
    )]
    Data,
    /// There is no data.
    #[error("the image is empty")]
    Empty,
}

#[derive(Serialize, Deserialize)]
struct Stored<'a> {
    media_type: Cow<'a, str>,
    data: Cow<'a, str>,
}

/// Writes the image as part of a message.
pub(super) fn serialize<S: Serializer>(image: &Image, serializer: S) -> Result<S::Ok, S::Error> {
    let stored = Stored {
        media_type: Cow::Borrowed(&image.media_type),
        data: Cow::Borrowed(&image.data),
    };
    stored.serialize(serializer)
}

/// Reads the image, which may have been stored by anybody.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Image, D::Error> {
    let stored = Stored::deserialize(deserializer)?;
    Image::from_base64(&stored.media_type, stored.data).map_err(serde::de::Error::custom)
}
