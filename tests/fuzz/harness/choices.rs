//! Where the choices of a case come from: the bytes of a fuzzer, or a generator with a seed.

/// A source of choices.
pub(crate) struct Choices<'d> {
    given: &'d [u8],
    random: Option<u64>,
}

impl<'d> Choices<'d> {
    /// The bytes that a fuzzer gives; after the last one every choice is the first.
    pub(crate) fn of(given: &'d [u8]) -> Self {
        Self {
            given,
            random: None,
        }
    }

    /// As many as are asked for, the same for the same seed.
    pub(crate) fn random(seed: u64) -> Self {
        Self {
            given: &[],
            random: Some(seed),
        }
    }

    pub(crate) fn byte(&mut self) -> u8 {
        if let Some(state) = &mut self.random {
            // SplitMix64.
            *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = *state;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            return (mixed ^ (mixed >> 31)).to_le_bytes()[0];
        }
        match self.given.split_first() {
            Some((first, rest)) => {
                self.given = rest;
                *first
            }
            None => 0,
        }
    }

    /// A number less than `count`, which is at most 65,536; 0 if that is 0.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        let low = usize::from(self.byte());
        let number = if count > 256 {
            low << 8 | usize::from(self.byte())
        } else {
            low
        };
        number % count.max(1)
    }

    pub(crate) fn one_of<'t, T: ?Sized>(&mut self, all: &[&'t T]) -> &'t T {
        let i = self.below(all.len());
        all[i]
    }

    /// All bytes that are left, or a handful of random ones.
    pub(crate) fn rest(&mut self) -> Vec<u8> {
        if self.random.is_none() {
            return std::mem::take(&mut self.given).to_vec();
        }
        let length = self.below(100);
        (0..length).map(|_| self.byte()).collect()
    }
}
