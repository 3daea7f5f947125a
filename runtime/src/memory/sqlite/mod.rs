//! Conversations in a file.

mod open;
mod place;
mod store;

use super::{ChatMemory, Conversation, ConversationLocks, MemoryError, MemoryErrorKind};
use crate::message::Message;
use crate::oneshot::oneshot;
use place::Place;
use rusqlite::Connection;
use rusqlite::Error as SqliteError;
use rusqlite::ErrorCode;
use std::fmt;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// Conversations in a file, which any number of processes may use at the same time. Clones share it.
///
/// The file is a database of SQLite, with a table of conversations and a table of messages as JSON. It needs a file system of
/// this machine, not of the network. What was stored is there after a process is killed and after a power failure.
///
/// Each memory has a thread of its own, on which it waits for the disk and for other processes, for ten seconds at most;
/// no runtime is needed. The thread ends when the last clone is dropped and all that was begun is done.
///
/// What is read back is checked, not believed: where messages are missing or none, or the tables are not those that this
/// crate makes, the kind is [`Corrupt`](MemoryErrorKind::Corrupt). A file that was deleted or replaced since it was opened
/// takes nothing more: the kind is [`Storage`](MemoryErrorKind::Storage). Who can write the file can put words into
/// everybody's mouth, though: it belongs where only the program can write.
///
/// ```
/// use toolwright::Message;
/// use toolwright::memory::{ChatMemory, SqliteMemory};
///
/// # let folder = std::env::temp_dir().join(format!("toolwright-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("conversations.db");
/// # toolwright::testing::block_on(async {
/// let memory = SqliteMemory::open(&path)?;
/// memory.append("user-7", 0, &[Message::user("I am Ada.")], false).await?;
/// drop(memory);
///
/// let memory = SqliteMemory::open(&path)?;
/// assert_eq!(memory.load("user-7").await?.messages(), [Message::user("I am Ada.")]);
/// # Ok::<(), toolwright::memory::MemoryError>(()) }).unwrap();
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone)]
pub struct SqliteMemory(Arc<Shared>);

struct Shared {
    jobs: Sender<Job>,
    locks: ConversationLocks,
}

type Job = Box<dyn FnOnce(&mut File) + Send>;

/// So long a job waits for other processes, however long it waited for its turn.
const LEAST_WAIT: Duration = Duration::from_millis(100);

/// The open file.
struct File {
    connection: Connection,
    place: Place,
}

impl SqliteMemory {
    /// Opens the file, or creates it. Waits for the disk on this thread, so call it at the start of the program.
    ///
    /// Open a file once per process and clone the memory: only clones know of each other, and wait for each other's
    /// invocations.
    ///
    /// # Errors
    ///
    /// [`Version`](MemoryErrorKind::Version) if another version of this crate made it, [`Foreign`](MemoryErrorKind::Foreign)
    /// if it is something else; neither is touched. Else why it could not be opened.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, MemoryError> {
        let path = path.as_ref();
        let connection = open::open(path)?;
        let place = Place::of(path)?;
        let mut file = File { connection, place };
        let (jobs, inbox) = mpsc::channel::<Job>();
        let work = move || {
            for job in inbox {
                // What is left to panic is the waker of whoever waits, and others wait too.
                if let Err(payload) = catch_unwind(AssertUnwindSafe(|| job(&mut file))) {
                    mem::forget(payload);
                }
            }
        };
        thread::Builder::new()
            .name("memory".to_owned())
            .spawn(work)
            .map_err(|error| MemoryError::new(MemoryErrorKind::Storage).with_source(error))?;
        let locks = ConversationLocks::default();
        Ok(Self(Arc::new(Shared { jobs, locks })))
    }

    /// Does something on the thread of the connection.
    async fn ask<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Connection) -> Result<T, MemoryError> + Send + 'static,
    ) -> Result<T, MemoryError> {
        let (sender, receiver) = oneshot();
        let asked = Instant::now();
        let job: Job = Box::new(move |file| {
            // What nobody waits for any more is not begun.
            if !sender.is_abandoned() {
                sender.send(file.turn(asked).and_then(job));
            }
        });
        // If the thread is gone, so is the sender, and the receiver says so.
        drop(self.0.jobs.send(job));
        receiver.await.unwrap_or_else(|| {
            Err(MemoryError::new(MemoryErrorKind::Storage).with_source("its thread has ended"))
        })
    }
}

impl File {
    /// The connection, for a job that was asked for then.
    fn turn(&mut self, asked: Instant) -> Result<&mut Connection, MemoryError> {
        self.place.check()?;
        let left = open::TIMEOUT.saturating_sub(asked.elapsed());
        let wait = left.max(LEAST_WAIT);
        self.connection.busy_timeout(wait).map_err(failed)?;
        Ok(&mut self.connection)
    }
}

impl ChatMemory for SqliteMemory {
    async fn load(&self, conversation: &str) -> Result<Conversation, MemoryError> {
        let conversation = conversation.to_owned();
        self.ask(move |connection| store::load(connection, &conversation))
            .await
    }

    async fn append(
        &self,
        conversation: &str,
        version: u64,
        messages: &[Message],
        open: bool,
    ) -> Result<u64, MemoryError> {
        let rows: Result<Vec<String>, _> = messages.iter().map(serde_json::to_string).collect();
        let rows = rows.map_err(|_| {
            MemoryError::new(MemoryErrorKind::Storage).with_source("a message is no JSON")
        })?;
        let conversation = conversation.to_owned();
        self.ask(move |connection| store::append(connection, &conversation, version, &rows, open))
            .await
    }

    async fn clear(&self, conversation: &str) -> Result<(), MemoryError> {
        let conversation = conversation.to_owned();
        self.ask(move |connection| store::clear(connection, &conversation))
            .await
    }

    fn locks(&self) -> Option<&ConversationLocks> {
        Some(&self.0.locks)
    }
}

/// What an error of SQLite says about the memory.
fn failed(error: SqliteError) -> MemoryError {
    let kind = match &error {
        SqliteError::SqliteFailure(failure, _) => match failure.code {
            ErrorCode::NotADatabase => MemoryErrorKind::Foreign,
            // `Unknown` is what SQLite says of statements that do not fit the tables.
            ErrorCode::DatabaseCorrupt
            | ErrorCode::ConstraintViolation
            | ErrorCode::TypeMismatch
            | ErrorCode::Unknown => MemoryErrorKind::Corrupt,
            _ => MemoryErrorKind::Storage,
        },
        SqliteError::FromSqlConversionFailure(..)
        | SqliteError::IntegralValueOutOfRange(..)
        | SqliteError::InvalidColumnType(..)
        | SqliteError::Utf8Error(..) => MemoryErrorKind::Corrupt,
        _ => MemoryErrorKind::Storage,
    };
    MemoryError::new(kind).with_source(error)
}

/// Of what is stored; `what` is never taken from it.
fn corrupt(what: &'static str) -> MemoryError {
    MemoryError::new(MemoryErrorKind::Corrupt).with_source(what)
}

/// Shows nothing of what is stored.
impl fmt::Debug for SqliteMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteMemory").finish_non_exhaustive()
    }
}
