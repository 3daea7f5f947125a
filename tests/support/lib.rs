//! What the integration tests share.

mod logs;

pub use logs::{LogRecord, logged};
