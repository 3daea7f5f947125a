//! SHA-256 (FIPS 180-4), for fingerprints: a few lines, instead of a dependency of everybody.

const BLOCK: usize = 64;

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
const ROUNDS: [u32; 64] = [
    0x428a_2f98,
    0x7137_4491,
    0xb5c0_fbcf,
    0xe9b5_dba5,
    0x3956_c25b,
    0x59f1_11f1,
    0x923f_82a4,
    0xab1c_5ed5,
    0xd807_aa98,
    0x1283_5b01,
    0x2431_85be,
    0x550c_7dc3,
    0x72be_5d74,
    0x80de_b1fe,
    0x9bdc_06a7,
    0xc19b_f174,
    0xe49b_69c1,
    0xefbe_4786,
    0x0fc1_9dc6,
    0x240c_a1cc,
    0x2de9_2c6f,
    0x4a74_84aa,
    0x5cb0_a9dc,
    0x76f9_88da,
    0x983e_5152,
    0xa831_c66d,
    0xb003_27c8,
    0xbf59_7fc7,
    0xc6e0_0bf3,
    0xd5a7_9147,
    0x06ca_6351,
    0x1429_2967,
    0x27b7_0a85,
    0x2e1b_2138,
    0x4d2c_6dfc,
    0x5338_0d13,
    0x650a_7354,
    0x766a_0abb,
    0x81c2_c92e,
    0x9272_2c85,
    0xa2bf_e8a1,
    0xa81a_664b,
    0xc24b_8b70,
    0xc76c_51a3,
    0xd192_e819,
    0xd699_0624,
    0xf40e_3585,
    0x106a_a070,
    0x19a4_c116,
    0x1e37_6c08,
    0x2748_774c,
    0x34b0_bcb5,
    0x391c_0cb3,
    0x4ed8_aa4a,
    0x5b9c_ca4f,
    0x682e_6ff3,
    0x748f_82ee,
    0x78a5_636f,
    0x84c8_7814,
    0x8cc7_0208,
    0x90be_fffa,
    0xa450_6ceb,
    0xbef9_a3f7,
    0xc671_78f2,
];

/// A digest that takes its input piece by piece.
pub(super) struct Sha256 {
    state: [u32; 8],
    /// What does not fill a block yet.
    rest: Vec<u8>,
    length: u64,
}

impl Sha256 {
    pub(super) fn new() -> Self {
        Self {
            // The same of the square roots of the first 8 primes.
            state: [
                0x6a09_e667,
                0xbb67_ae85,
                0x3c6e_f372,
                0xa54f_f53a,
                0x510e_527f,
                0x9b05_688c,
                0x1f83_d9ab,
                0x5be0_cd19,
            ],
            rest: Vec::with_capacity(BLOCK),
            length: 0,
        }
    }

    pub(super) fn update(&mut self, mut bytes: &[u8]) {
        self.length = self.length.wrapping_add(bytes.len() as u64);
        while !bytes.is_empty() {
            let room = BLOCK - self.rest.len();
            let (now, later) = bytes.split_at(room.min(bytes.len()));
            self.rest.extend_from_slice(now);
            bytes = later;
            if let Ok(block) = <&[u8; BLOCK]>::try_from(self.rest.as_slice()) {
                compress(&mut self.state, block);
                self.rest.clear();
            }
        }
    }

    pub(super) fn finish(mut self) -> [u8; 32] {
        let bits = self.length.wrapping_mul(8);
        self.update(&[0x80]);
        while self.rest.len() != BLOCK - 8 {
            self.update(&[0]);
        }
        self.update(&bits.to_be_bytes());
        let mut digest = [0; 32];
        for (bytes, word) in digest.chunks_exact_mut(4).zip(self.state) {
            bytes.copy_from_slice(&word.to_be_bytes());
        }
        digest
    }
}

#[expect(clippy::many_single_char_names, reason = "the names of the standard")]
fn compress(state: &mut [u32; 8], block: &[u8; BLOCK]) {
    // The next 16 words of the schedule, the first of which is due.
    let mut words = [0_u32; 16];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = bytes
            .iter()
            .fold(0, |word, byte| word << 8 | u32::from(*byte));
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for round in ROUNDS {
        let word = words[0];
        let one = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = (e & f) ^ (!e & g);
        let first = [one, choice, round, word]
            .into_iter()
            .fold(h, u32::wrapping_add);
        let zero = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let majority = (a & b) ^ (a & c) ^ (b & c);
        let second = zero.wrapping_add(majority);
        (h, g, f, e) = (g, f, e, d.wrapping_add(first));
        (d, c, b, a) = (c, b, a, first.wrapping_add(second));
        let (w1, w14) = (words[1], words[14]);
        let small_zero = w1.rotate_right(7) ^ w1.rotate_right(18) ^ w1 >> 3;
        let small_one = w14.rotate_right(17) ^ w14.rotate_right(19) ^ w14 >> 10;
        let next = [small_zero, words[9], small_one]
            .into_iter()
            .fold(word, u32::wrapping_add);
        words.rotate_left(1);
        words[15] = next;
    }
    for (word, new) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(pieces: &[&[u8]]) -> String {
        let mut digest = Sha256::new();
        for piece in pieces {
            digest.update(piece);
        }
        let bytes = digest.finish();
        let digits = |byte: &u8| {
            [byte >> 4, byte & 15].map(|n| char::from(b"0123456789abcdef"[usize::from(n)]))
        };
        bytes.iter().flat_map(digits).collect()
    }

    /// The examples of NIST, and what is around a block.
    #[test]
    fn digests_are_those_of_the_standard() {
        let long = vec![b'a'; 1_000_000];
        let four = "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu";
        let cases: [(&[u8], &str); 5] = [
            (
                b"",
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            ),
            (
                b"abc",
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            ),
            (
                b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            ),
            (
                four.as_bytes(),
                "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
            ),
            (
                &long,
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
            ),
        ];
        for (input, digest) in cases {
            assert_eq!(hex(&[input]), digest);
        }
        let around: [(usize, &str); 4] = [
            (
                55,
                "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318",
            ),
            (
                56,
                "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a",
            ),
            (
                63,
                "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34",
            ),
            (
                64,
                "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb",
            ),
        ];
        for (length, digest) in around {
            assert_eq!(hex(&[&vec![b'a'; length]]), digest);
        }
    }

    #[test]
    fn pieces_make_no_difference() {
        let input: Vec<u8> = (0..=255).cycle().take(300).collect();
        let whole = hex(&[&input]);
        for at in 0..input.len() {
            let (head, tail) = input.split_at(at);
            assert_eq!(hex(&[head, tail]), whole);
        }
    }
}
