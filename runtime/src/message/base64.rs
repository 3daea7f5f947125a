//! Base64 as images travel in it: the standard alphabet, padded, without line breaks.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Writes bytes as base64.
pub(super) fn encode(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |i: usize| chunk.get(i).copied().unwrap_or_default();
        let word = u32::from_be_bytes([0, byte(0), byte(1), byte(2)]);
        for i in 0..4 {
            let six = word >> (18 - 6 * i) & 0x3f;
            let letter = ALPHABET.get(six as usize).copied().unwrap_or_default();
            out.push(if i <= chunk.len() { letter.into() } else { '=' });
        }
    }
    out
}

/// Returns whether [`decode`] takes the text.
pub(super) fn is_valid(text: &str) -> bool {
    text.len().is_multiple_of(4) && blocks(text).all(|block| block.is_some())
}

/// Reads base64. Bits that the padding leaves over have to be zero, so that one text stands for each value.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    if !text.len().is_multiple_of(4) {
        return None;
    }
    for block in blocks(text) {
        let (bytes, length) = block?;
        out.extend(bytes.into_iter().take(length));
    }
    Some(out)
}

/// How many bytes a valid text stands for.
pub(super) fn decoded_len(text: &str) -> usize {
    let padding = text.bytes().rev().take_while(|byte| *byte == b'=').count();
    (text.len() / 4 * 3).saturating_sub(padding)
}

/// The bytes of each four letters, and how many of them count.
fn blocks(text: &str) -> impl Iterator<Item = Option<([u8; 3], usize)>> {
    let (blocks, _) = text.as_bytes().as_chunks::<4>();
    let last = blocks.len().saturating_sub(1);
    blocks
        .iter()
        .enumerate()
        .map(move |(i, letters)| block(*letters, i == last))
}

fn block(letters: [u8; 4], is_last: bool) -> Option<([u8; 3], usize)> {
    let padding = letters.iter().rev().take_while(|one| **one == b'=').count();
    if padding > 2 || (padding > 0 && !is_last) {
        return None;
    }
    let mut word = 0;
    for (i, letter) in letters.into_iter().enumerate() {
        let six = if i + padding < 4 { value(letter)? } else { 0 };
        word = word << 6 | u32::from(six);
    }
    let [_, bytes @ ..] = word.to_be_bytes();
    let length = 3 - padding;
    let left_over = bytes.iter().skip(length).any(|byte| *byte != 0);
    (!left_over).then_some((bytes, length))
}

fn value(letter: u8) -> Option<u8> {
    Some(match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vectors of RFC 4648.
    const VECTORS: [(&str, &str); 7] = [
        ("", ""),
        ("f", "Zg=="),
        ("fo", "Zm8="),
        ("foo", "Zm9v"),
        ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ];

    #[test]
    fn the_vectors_of_the_standard_both_ways() {
        for (plain, text) in VECTORS {
            assert_eq!(encode(plain.as_bytes()), text);
            assert_eq!(decode(text).unwrap(), plain.as_bytes());
            assert_eq!(decoded_len(text), plain.len());
            assert!(is_valid(text));
        }
    }

    #[test]
    fn every_byte_at_every_place() {
        for length in 1..8 {
            for byte in 0..=255 {
                let bytes: Vec<u8> = (0..length).map(|i| byte ^ (i * 37)).collect();
                assert_eq!(decode(&encode(&bytes)).unwrap(), bytes);
            }
        }
        assert_eq!(encode(&[0xfb, 0xff, 0xbf]), "+/+/");
    }

    #[test]
    fn what_is_no_base64() {
        for text in [
            "Z", "Zg", "Zg=", "Zh==", "Zm9=", "=Zg=", "Z===", "====", "Zg==Zg==", "Zm9v\n", "Zm-_",
            "Zm9 ", "Zm9é", "\u{0}AAA",
        ] {
            assert!(!is_valid(text) && decode(text).is_none(), "{text:?}");
        }
    }
}
