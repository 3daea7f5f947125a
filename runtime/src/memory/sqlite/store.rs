//! What is read from the file and written to it. Nothing that stands there is believed.

use super::{corrupt, failed};
use crate::memory::{Conversation, MemoryError, MemoryErrorKind};
use crate::message::Message;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

/// A row of `conversations`.
#[derive(Default)]
struct Head {
    version: u64,
    length: usize,
    open_from: Option<usize>,
}

fn head(connection: &Connection, conversation: &str) -> Result<Option<Head>, MemoryError> {
    let sql = "SELECT version, length, open_from FROM conversations WHERE id = ?1";
    let row = connection
        .query_row(sql, [conversation], |row| {
            Ok((
                row.get::<_, i64>(0)?,
                row.get::<_, i64>(1)?,
                row.get::<_, Option<i64>>(2)?,
            ))
        })
        .optional()
        .map_err(failed)?;
    let Some((version, length, open_from)) = row else {
        return Ok(None);
    };
    let wrong = |_| corrupt("a number that cannot be");
    let head = Head {
        version: version.try_into().map_err(wrong)?,
        length: length.try_into().map_err(wrong)?,
        open_from: open_from
            .map(TryInto::try_into)
            .transpose()
            .map_err(wrong)?,
    };
    if head.version == 0 || head.open_from.is_some_and(|from| from > head.length) {
        return Err(corrupt("a number that cannot be"));
    }
    Ok(Some(head))
}

pub(super) fn load(
    connection: &mut Connection,
    conversation: &str,
) -> Result<Conversation, MemoryError> {
    let transaction = connection.transaction().map_err(failed)?;
    let Some(head) = head(&transaction, conversation)? else {
        return Ok(Conversation::default());
    };
    let sql = "SELECT seq, message FROM messages WHERE conversation = ?1 ORDER BY seq";
    let mut statement = transaction.prepare(sql).map_err(failed)?;
    let mut rows = statement.query([conversation]).map_err(failed)?;
    let mut messages: Vec<Message> = Vec::new();
    while let Some(row) = rows.next().map_err(failed)? {
        let seq: i64 = row.get(0).map_err(failed)?;
        if usize::try_from(seq) != Ok(messages.len()) {
            return Err(corrupt("a message is missing"));
        }
        let json = row.get_ref(1).map_err(failed)?.as_str();
        let json = json.map_err(|_| corrupt("a message that is no text"))?;
        // What is wrong is not said: it would repeat what was said.
        messages.push(serde_json::from_str(json).map_err(|_| corrupt("a message that is none"))?);
    }
    if messages.len() != head.length {
        return Err(corrupt("a message is missing"));
    }
    Ok(Conversation::new(messages, head.version, head.open_from))
}

pub(super) fn append(
    connection: &mut Connection,
    conversation: &str,
    version: u64,
    messages: &[String],
    open: bool,
) -> Result<u64, MemoryError> {
    // Immediate: nobody else writes between the look and the write.
    let transaction = connection
        .transaction_with_behavior(TransactionBehavior::Immediate)
        .map_err(failed)?;
    let stored = head(&transaction, conversation)?;
    if stored.as_ref().map_or(0, |head| head.version) != version {
        return Err(MemoryError::new(MemoryErrorKind::ConversationBusy));
    }
    let stored = match stored {
        Some(head) => head,
        None => Head {
            version: cleared(&transaction)?,
            ..Head::default()
        },
    };
    let too_many = || corrupt("a number that cannot be");
    let length = stored
        .length
        .checked_add(messages.len())
        .ok_or_else(too_many)?;
    let version = stored.version.checked_add(1).ok_or_else(too_many)?;
    let open_from = open.then(|| stored.open_from.unwrap_or(stored.length));
    let mut insert = transaction
        .prepare("INSERT INTO messages (conversation, seq, message) VALUES (?1, ?2, ?3)")
        .map_err(failed)?;
    for (seq, message) in (stored.length..).zip(messages) {
        insert
            .execute(params![conversation, number(seq)?, message])
            .map_err(failed)?;
    }
    drop(insert);
    let head = "INSERT OR REPLACE INTO conversations (id, version, length, open_from) VALUES (?1, ?2, ?3, ?4)";
    let open_from = open_from.map(number).transpose()?;
    transaction
        .execute(
            head,
            params![conversation, number(version)?, number(length)?, open_from],
        )
        .map_err(failed)?;
    transaction.commit().map_err(failed)?;
    Ok(version)
}

pub(super) fn clear(connection: &mut Connection, conversation: &str) -> Result<(), MemoryError> {
    let transaction = connection
        .transaction_with_behavior(TransactionBehavior::Immediate)
        .map_err(failed)?;
    // Also of a conversation that is corrupt: it is the way out.
    for sql in [
        "UPDATE cleared SET version = max(version, (SELECT version FROM conversations WHERE id = ?1)) WHERE EXISTS (SELECT 1 FROM conversations WHERE id = ?1)",
        "DELETE FROM messages WHERE conversation = ?1",
        "DELETE FROM conversations WHERE id = ?1",
    ] {
        transaction.execute(sql, [conversation]).map_err(failed)?;
    }
    transaction.commit().map_err(failed)
}

/// The highest version of all conversations that were cleared. What begins anew begins above it.
fn cleared(connection: &Connection) -> Result<u64, MemoryError> {
    let sql = "SELECT max(version) FROM cleared";
    let version: Option<i64> = connection
        .query_row(sql, [], |row| row.get(0))
        .map_err(failed)?;
    version
        .and_then(|version| version.try_into().ok())
        .ok_or_else(|| corrupt("a number that cannot be"))
}

fn number(number: impl TryInto<i64>) -> Result<i64, MemoryError> {
    number
        .try_into()
        .map_err(|_| corrupt("a number that cannot be"))
}
