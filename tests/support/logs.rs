//! What was logged while something ran.

use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex, PoisonError};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// One log record: its level, and all of its fields as text.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LogRecord {
    /// The level.
    pub level: Level,
    /// `message=… field=…`.
    pub text: String,
}

/// Runs `f` and returns what it gave and every record that it logged on this thread.
pub fn logged<T>(f: impl FnOnce() -> T) -> (T, Vec<LogRecord>) {
    let collector = Collector::default();
    let records = Arc::clone(&collector.0);
    let value = tracing::subscriber::with_default(collector, f);
    let records = records
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    (value, records)
}

#[derive(Default)]
struct Collector(Arc<Mutex<Vec<LogRecord>>>);

impl Subscriber for Collector {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        struct Fields(String);

        impl Visit for Fields {
            fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
                let _ = write!(self.0, "{}={value:?} ", field.name());
            }
        }

        let mut fields = Fields(String::new());
        event.record(&mut fields);
        let record = LogRecord {
            level: *event.metadata().level(),
            text: fields.0,
        };
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(record);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}
