//! Decoding what the model wrote, straight into the parameters.
//!
//! The strict pass is [`Arguments`]: one scanner of the keys, in which every parameter is parsed in place as its own
//! type. Only where it fails does the cold rest of this module run: [`lenient`] may rewrite the text for a second
//! strict pass, and [`feedback`] tells the model what to do.

#[cfg(feature = "validate")]
pub(crate) mod enforce;
pub(crate) mod feedback;
pub(crate) mod lenient;
mod missing;
mod problem;
mod quiet;
mod record;
mod scan;

pub(crate) use missing::is_optional;
pub(crate) use problem::{ArgumentsError, Problem};
pub(crate) use quiet::{Offer, Quiet, Quieted};
pub use scan::Arguments;
