//! What servers of this wire refuse for its length or its kind: all such numbers and names, with the date when they were seen.

use crate::message::Image;

/// The name of a function, in characters: the vendor's schema, 2026-11.
pub(super) const NAME: usize = 64;

/// The description of a function, in characters: `string_above_max_length` in 2025-04. The vendor has been seen to take
/// more since 2025-05, but servers and proxies that speak its wire go by either.
pub(super) const DESCRIPTION: usize = 1_024;

/// The media types of images: the vendor's guide, 2026-11.
const IMAGES: [&str; 4] = ["image/gif", "image/jpeg", "image/png", "image/webp"];

/// Returns whether servers take an image of this type. For one that they do not take, they refuse the whole
/// conversation.
pub(super) fn is_taken(image: &Image) -> bool {
    IMAGES.contains(&image.media_type())
}
