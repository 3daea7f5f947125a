//! What servers of this wire refuse for its length: all such numbers, with the date when they were seen.

/// The name of a function, in characters: the vendor's schema, 2026-11.
pub(super) const NAME: usize = 64;

/// The description of a function, in characters: `string_above_max_length` in 2025-04. The vendor has been seen to take
/// more since 2025-05, but servers and proxies that speak its wire go by either.
pub(super) const DESCRIPTION: usize = 1_024;
