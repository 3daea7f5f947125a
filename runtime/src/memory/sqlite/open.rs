//! The file: what it has to be, and how it is made.

use super::{corrupt, failed};
use crate::memory::{MemoryError, MemoryErrorKind};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// What stands in the file's header in place of a name: "twmc".
const APPLICATION_ID: i32 = 0x7477_6d63;

/// The format of the tables, kept as `user_version`.
const VERSION: i32 = 1;

/// How long another process may keep the file to itself.
pub(super) const TIMEOUT: Duration = Duration::from_secs(10);

/// Tables of the format `VERSION`. A conversation says how many messages it has, so that one that is lost is missed.
const TABLES: &str = "
    CREATE TABLE conversations (
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL,
        length INTEGER NOT NULL,
        open_from INTEGER
    ) STRICT;
    CREATE TABLE messages (
        conversation TEXT NOT NULL,
        seq INTEGER NOT NULL,
        message TEXT NOT NULL,
        PRIMARY KEY (conversation, seq)
    ) STRICT;
    CREATE TABLE cleared (version INTEGER NOT NULL) STRICT;
    INSERT INTO cleared VALUES (0);
";

/// What a file is that can be used.
#[derive(PartialEq)]
enum File {
    Empty,
    Memory,
}

pub(super) fn open(path: &Path) -> Result<Connection, MemoryError> {
    refuse(path)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    connection.busy_timeout(TIMEOUT).map_err(failed)?;
    // What the file holds besides the tables is not to run anything.
    for (setting, value) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
    ] {
        connection.set_db_config(setting, value).map_err(failed)?;
    }
    let file = inspect(&connection)?;
    write_ahead(&connection)?;
    // A commit survives a power failure, for about a millisecond more.
    connection
        .pragma_update(None, "synchronous", "FULL")
        .map_err(failed)?;
    // What is cleared is not to be read out of the file.
    connection
        .pragma_update(None, "secure_delete", true)
        .map_err(failed)?;
    if file == File::Empty {
        create(&mut connection)?;
    }
    Ok(connection)
}

/// Refuses a file that is something else, through a connection that cannot write. Whatever else is wrong, the one that can
/// write finds out.
fn refuse(path: &Path) -> Result<(), MemoryError> {
    // Never opened by other means than SQLite's: to close it again would take the locks from this process's other
    // connections.
    match path.metadata().map_or(0, |file| file.len()) {
        0 => return Ok(()),
        // SQLite takes what is smaller than its smallest page for empty, and would write over it.
        1..512 => return Err(foreign("no database")),
        _ => {}
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let seen = Connection::open_with_flags(path, flags)
        .and_then(|connection| {
            connection.busy_timeout(TIMEOUT)?;
            Ok(connection)
        })
        .map_err(failed)
        .and_then(|connection| inspect(&connection));
    match seen {
        Err(error)
            if matches!(
                error.kind(),
                MemoryErrorKind::Version | MemoryErrorKind::Foreign
            ) =>
        {
            Err(error)
        }
        _ => Ok(()),
    }
}

fn inspect(connection: &Connection) -> Result<File, MemoryError> {
    // All of it as of one moment: another process may be creating the tables.
    let transaction = connection.unchecked_transaction().map_err(failed)?;
    let file = inspect_now(&transaction);
    transaction.finish().map_err(failed)?;
    file
}

fn inspect_now(connection: &Connection) -> Result<File, MemoryError> {
    let number = |pragma| {
        connection
            .pragma_query_value(None, pragma, |row| row.get::<_, i32>(0))
            .map_err(failed)
    };
    let (id, version) = (number("application_id")?, number("user_version")?);
    if id == APPLICATION_ID && version == VERSION {
        check_tables(connection)?;
        return Ok(File::Memory);
    }
    if id == APPLICATION_ID {
        let what = format!("a memory of format {version}; this is format {VERSION}");
        return Err(MemoryError::new(MemoryErrorKind::Version).with_source(what));
    }
    let tables = "SELECT count(*) FROM sqlite_schema";
    let tables: i64 = connection
        .query_row(tables, [], |row| row.get(0))
        .map_err(failed)?;
    if (id, version, tables) == (0, 0, 0) {
        return Ok(File::Empty);
    }
    Err(foreign("a database of something else"))
}

/// Refuses tables that are not ours, and whatever stands beside them: a view or a trigger can make a look at a row take for
/// ever.
fn check_tables(connection: &Connection) -> Result<(), MemoryError> {
    let words = |sql: &str| sql.split_whitespace().collect::<Vec<_>>().join(" ");
    let own = TABLES.split(';').map(words);
    let own: Vec<_> = own.filter(|sql| sql.starts_with("CREATE")).collect();
    // The indexes of primary keys have no text.
    let sql = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL OR type <> 'index'";
    let mut statement = connection.prepare(sql).map_err(failed)?;
    let mut rows = statement.query([]).map_err(failed)?;
    while let Some(row) = rows.next().map_err(failed)? {
        let sql = row.get_ref(0).map_err(failed)?.as_str();
        if !sql.is_ok_and(|sql| own.contains(&words(sql))) {
            return Err(corrupt("a table that is none of a memory"));
        }
    }
    Ok(())
}

fn foreign(what: &'static str) -> MemoryError {
    MemoryError::new(MemoryErrorKind::Foreign).with_source(what)
}

fn write_ahead(connection: &Connection) -> Result<(), MemoryError> {
    let started = Instant::now();
    loop {
        let mode = connection
            .pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get::<_, String>(0));
        match mode {
            Ok(mode) if mode == "wal" => return Ok(()),
            Ok(_) => {
                let what = "there can be no write-ahead log here";
                return Err(MemoryError::new(MemoryErrorKind::Storage).with_source(what));
            }
            // SQLite does not wait for this by itself where waiting could never end.
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && started.elapsed() < TIMEOUT =>
            {
                thread::sleep(Duration::from_millis(5));
            }
            Err(error) => return Err(failed(error)),
        }
    }
}

fn create(connection: &mut Connection) -> Result<(), MemoryError> {
    let transaction = connection
        .transaction_with_behavior(TransactionBehavior::Immediate)
        .map_err(failed)?;
    // Another process may have been faster.
    if inspect_now(&transaction)? == File::Empty {
        transaction.execute_batch(TABLES).map_err(failed)?;
        for (pragma, value) in [
            ("application_id", APPLICATION_ID),
            ("user_version", VERSION),
        ] {
            transaction
                .pragma_update(None, pragma, value)
                .map_err(failed)?;
        }
    }
    transaction.commit().map_err(failed)
}
