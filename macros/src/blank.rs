// Blank text: what the model would see as nothing. This file stands in both crates, to the letter; a test compares them.

/// Whether `text` holds nothing visible: only Unicode `White_Space`, control characters and invisible format
/// characters. The empty text is blank.
pub(crate) const fn is_blank(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let (character, length) = decode(bytes, at);
        if !is_invisible(character) {
            return false;
        }
        at += length;
    }
    true
}

/// The code point of valid UTF-8 that starts at `at`, and its length in bytes.
#[allow(
    clippy::indexing_slicing,
    reason = "`bytes` comes from a `str`, and const code has no `get`"
)]
const fn decode(bytes: &[u8], at: usize) -> (u32, usize) {
    const fn low(byte: u8) -> u32 {
        (byte & 0x3F) as u32
    }
    let first = bytes[at];
    if first < 0x80 {
        (first as u32, 1)
    } else if first < 0xE0 {
        (((first & 0x1F) as u32) << 6 | low(bytes[at + 1]), 2)
    } else if first < 0xF0 {
        (
            ((first & 0x0F) as u32) << 12 | low(bytes[at + 1]) << 6 | low(bytes[at + 2]),
            3,
        )
    } else {
        let high = ((first & 0x07) as u32) << 18 | low(bytes[at + 1]) << 12;
        (high | low(bytes[at + 2]) << 6 | low(bytes[at + 3]), 4)
    }
}

/// `White_Space`, `Cc`, `Default_Ignorable_Code_Point`, and `Cf` but for the visible marks before numbers
/// (`Prepended_Concatenation_Mark`), as of Unicode 17.
const fn is_invisible(character: u32) -> bool {
    matches!(
        character,
        0x00..=0x20
            | 0x7F..=0xA0
            | 0xAD
            | 0x034F
            | 0x061C
            | 0x115F..=0x1160
            | 0x1680
            | 0x17B4..=0x17B5
            | 0x180B..=0x180F
            | 0x2000..=0x200F
            | 0x2028..=0x202F
            | 0x205F..=0x206F
            | 0x3000
            | 0x3164
            | 0xFE00..=0xFE0F
            | 0xFEFF
            | 0xFFA0
            | 0xFFF0..=0xFFFB
            | 0x13430..=0x1343F
            | 0x1BCA0..=0x1BCA3
            | 0x1D173..=0x1D17A
            | 0xE0000..=0xE0FFF
    )
}
