//! What both databases are asked in the same words, and how their rows are read.

use crate::{Append, Appended, GameState, SeatHash, StoreError, StoredEvent, StoredGame, StoredSummary};

pub(crate) const GAME: &str = "select kind, created, updated, last_seq, white, black, invite, listed, is_over, flag, summary \
     from game where id = $1";

pub(crate) const EVENTS: &str =
    "select seq, at, event from event where game = $1 and seq > $2 and seq <= $3 order by seq";

pub(crate) const COMMAND: &str = "select last_seq, content from command where game = $1 and id = $2";

/// Games of the same millisecond stay on one page: it goes down to the moment of its last game.
pub(crate) const LISTED: &str = "select id, kind, created, updated, last_seq, is_over, summary from game \
     where listed and updated < $1 and updated >= coalesce(\
         (select updated from game where listed and updated < $1 order by updated desc limit 1 offset $2), \
         -9223372036854775807) \
     order by updated desc, id";

pub(crate) const FLAGS_DUE: &str =
    "select id from game where flag is not null and not is_over and flag <= $1 order by flag limit $2";

/// Why an append was refused.
pub(crate) const REFUSAL: &str = "select game.last_seq, white is not null, black is not null, command.last_seq, \
     content from game left join command on command.game = game.id and command.id = $2 where game.id = $1";

/// Whether a clock runs in any game.
macro_rules! any_clock_runs {
    () => {
        "exists (select 1 from game where flag is not null and not is_over)"
    };
}

/// Without running clocks nobody needs to know when a server was at work, and nothing is written.
pub(crate) const BEAT: &str = concat!("update pulse set at = $1 where at < $1 and ", any_clock_runs!());

/// If a server stops between this and [`REVIVE`], the next outage covers this one.
pub(crate) const NOTE_OUTAGE: &str = concat!(
    "insert into outage (begun, ended) select at, $1 from pulse where at + $2 < $1 and ",
    any_clock_runs!()
);

pub(crate) const REVIVE: &str = "insert into pulse (one, at) values (1, $1) \
     on conflict (one) do update set at = excluded.at where pulse.at < excluded.at";

pub(crate) const OUTAGES: &str = "select begun, ended from outage order by ended";

pub(crate) const OPEN: &str =
    "select id, body from inbox where source = $1 and not is_done order by at, number limit $2";

pub(crate) const NOTE: &str = "select value from note where space = $1 and key = $2";

pub(crate) const NOTES: &str =
    "select key, value from note where space = $1 and key > $2 order by key limit $3";

pub(crate) const RECEIVE: &str = "insert into inbox (source, id, at, number, is_done, body) \
     values ($1, $2, $3, $4, false, $5) on conflict (source, id) do nothing";

pub(crate) const HANDLED: &str = "update inbox set is_done = true, body = '' where source = $1 and id = $2";

pub(crate) const EXPIRE: &str = "delete from inbox where source = $1 and is_done and at < $2";

pub(crate) const KEEP: &str = "insert into note (space, key, value) values ($1, $2, $3) \
     on conflict (space, key) do update set value = excluded.value";

pub(crate) const FORGET: &str = "delete from note where space = $1 and key = $2";

pub(crate) const FORMAT: &str = "select coalesce(max(format), 0) from store_format";

pub(crate) type EventRow = (i64, i64, String);
pub(crate) type SummaryRow = (String, String, i64, i64, i64, bool, String);
pub(crate) type RefusalRow = (i64, bool, bool, Option<i64>, Option<String>);
type Bytes = Option<Vec<u8>>;
pub(crate) type GameRow = (String, i64, i64, i64, Bytes, Bytes, Bytes, bool, bool, Option<i64>, String);

/// The game without its events.
pub(crate) fn game(id: &str, row: GameRow) -> Result<StoredGame, StoreError> {
    let (kind, created, updated, last_seq, white, black, invite, listed, is_over, flag, summary) = row;
    Ok(StoredGame {
        id: id.to_owned(),
        kind,
        created,
        updated,
        last_seq,
        seats: [seat(id, white)?, seat(id, black)?],
        invite: seat(id, invite)?,
        listed,
        state: GameState { is_over, flag, summary },
        events: Vec::new(),
    })
}

/// Puts the events of a game into it, which must be all.
pub(crate) fn with_events(mut game: StoredGame, rows: Vec<EventRow>) -> Result<StoredGame, StoreError> {
    game.events = rows.into_iter().map(event).collect();
    let is_gapless = game.events.iter().map(|event| event.seq).eq(1..=game.last_seq);
    if is_gapless {
        Ok(game)
    } else {
        Err(StoreError::Damaged { reason: format!("game {} misses events", game.id) })
    }
}

fn seat(id: &str, bytes: Bytes) -> Result<Option<SeatHash>, StoreError> {
    let Some(bytes) = bytes else { return Ok(None) };
    let hash = bytes.try_into().map_err(|bytes: Vec<u8>| StoreError::Damaged {
        reason: format!("game {id} has a seat of {} bytes", bytes.len()),
    })?;
    Ok(Some(SeatHash(hash)))
}

pub(crate) fn event((seq, at, event): EventRow) -> StoredEvent {
    StoredEvent { seq, at, event }
}

pub(crate) fn summary((id, kind, created, updated, last_seq, is_over, summary): SummaryRow) -> StoredSummary {
    StoredSummary { id, kind, created, updated, last_seq, is_over, summary }
}

/// Why this append was refused, given what the store says about its game now.
pub(crate) fn refusal(append: &Append, row: Option<RefusalRow>) -> Appended {
    match row {
        None => Appended::NoSuchGame,
        Some((_, _, _, Some(_), Some(content))) if is_other(append, &content) => Appended::Reused,
        Some((_, _, _, Some(last_seq), _)) => Appended::Repeated { last_seq },
        Some((last_seq, white, black, None, _)) => match append.seat {
            Some((0, _)) if white => Appended::SeatTaken,
            Some((1, _)) if black => Appended::SeatTaken,
            _ => Appended::Conflict { last_seq },
        },
    }
}

fn is_other(append: &Append, content: &str) -> bool {
    append.command.as_ref().is_some_and(|command| command.content != content)
}

/// The hash that an append puts on this seat.
pub(crate) fn taken(append: &Append, seat: usize) -> Option<&[u8]> {
    append.seat.as_ref().filter(|(taken, _)| *taken == seat).map(|(_, hash)| hash.0.as_slice())
}

/// The statements that both databases share; only the type of the pool differs.
macro_rules! statements {
    ($pool:ty) => {
        use $crate::error::refused;
        use $crate::queries;
        use $crate::{Outage, Received, StoreError, StoredCommand, StoredEvent, StoredGame, StoredSummary};

        /// The row is read first, and events are never altered: so both fit without a transaction.
        pub(crate) async fn load(pool: &$pool, id: &str) -> Result<Option<StoredGame>, StoreError> {
            let row = sqlx::query_as(queries::GAME).bind(id).fetch_optional(pool).await.map_err(refused)?;
            let Some(row) = row else { return Ok(None) };
            let game = queries::game(id, row)?;
            let events = sqlx::query_as(queries::EVENTS).bind(id).bind(0_i64).bind(game.last_seq);
            queries::with_events(game, events.fetch_all(pool).await.map_err(refused)?).map(Some)
        }

        pub(crate) async fn events_after(
            pool: &$pool,
            id: &str,
            seq: i64,
        ) -> Result<Vec<StoredEvent>, StoreError> {
            let rows = sqlx::query_as(queries::EVENTS).bind(id).bind(seq).bind(i64::MAX).fetch_all(pool);
            Ok(rows.await.map_err(refused)?.into_iter().map(queries::event).collect())
        }

        pub(crate) async fn command(
            pool: &$pool,
            game: &str,
            command: &str,
        ) -> Result<Option<StoredCommand>, StoreError> {
            let row = sqlx::query_as(queries::COMMAND).bind(game).bind(command);
            let row: Option<(i64, Option<String>)> = row.fetch_optional(pool).await.map_err(refused)?;
            Ok(row.map(|(last_seq, content)| StoredCommand { last_seq, content }))
        }

        pub(crate) async fn outages(pool: &$pool) -> Result<Vec<Outage>, StoreError> {
            let rows: Vec<(i64, i64)> =
                sqlx::query_as(queries::OUTAGES).fetch_all(pool).await.map_err(refused)?;
            Ok(rows.into_iter().map(|(begun, ended)| Outage { begun, ended }).collect())
        }

        pub(crate) async fn beat(pool: &$pool, at: i64) -> Result<(), StoreError> {
            let beat = sqlx::query(queries::BEAT).bind(at).execute(pool);
            beat.await.map(drop).map_err(refused)
        }

        pub(crate) async fn revive(pool: &$pool, at: i64, tolerance: i64) -> Result<(), StoreError> {
            let note = sqlx::query(queries::NOTE_OUTAGE).bind(at).bind(tolerance).execute(pool);
            note.await.map_err(refused)?;
            let revive = sqlx::query(queries::REVIVE).bind(at).execute(pool);
            revive.await.map(drop).map_err(refused)
        }

        pub(crate) async fn listed(
            pool: &$pool,
            before: i64,
            limit: u32,
        ) -> Result<Vec<StoredSummary>, StoreError> {
            let rows = sqlx::query_as(queries::LISTED).bind(before).bind(i64::from(limit) - 1);
            let rows = rows.fetch_all(pool).await.map_err(refused)?;
            Ok(rows.into_iter().map(queries::summary).collect())
        }

        pub(crate) async fn flags_due(pool: &$pool, now: i64, limit: u32) -> Result<Vec<String>, StoreError> {
            let ids = sqlx::query_scalar(queries::FLAGS_DUE).bind(now).bind(i64::from(limit));
            ids.fetch_all(pool).await.map_err(refused)
        }

        pub(crate) async fn open_inbox(
            pool: &$pool,
            source: &str,
            limit: u32,
        ) -> Result<Vec<Received>, StoreError> {
            let rows = sqlx::query_as(queries::OPEN).bind(source).bind(i64::from(limit));
            let rows: Vec<(String, String)> = rows.fetch_all(pool).await.map_err(refused)?;
            Ok(rows.into_iter().map(|(id, body)| Received { id, body }).collect())
        }

        pub(crate) async fn note(pool: &$pool, space: &str, key: &str) -> Result<Option<String>, StoreError> {
            let value = sqlx::query_scalar(queries::NOTE).bind(space).bind(key);
            value.fetch_optional(pool).await.map_err(refused)
        }

        pub(crate) async fn notes(
            pool: &$pool,
            space: &str,
            after: &str,
            limit: u32,
        ) -> Result<Vec<(String, String)>, StoreError> {
            let rows = sqlx::query_as(queries::NOTES).bind(space).bind(after).bind(i64::from(limit));
            rows.fetch_all(pool).await.map_err(refused)
        }

        pub(crate) async fn check(pool: &$pool) -> Result<(), StoreError> {
            let format = sqlx::query_scalar::<_, i64>(queries::FORMAT).fetch_one(pool);
            format.await.map(drop).map_err(refused)
        }
    };
}
pub(crate) use statements;

/// What bots write, the same for both databases but for the type of the connection. It belongs into a transaction.
macro_rules! writing_for_bots {
    ($connection:ty) => {
        use $crate::bots::{Delivery, Expiry};
        use $crate::writer::Written;
        use $crate::{Keep, queries};

        pub(super) async fn receive(
            connection: &mut $connection,
            delivery: &Delivery,
        ) -> sqlx::Result<Written> {
            let mut is_new = Vec::with_capacity(delivery.received.len());
            for (number, received) in (0_i64..).zip(&delivery.received) {
                let insert = sqlx::query(queries::RECEIVE).bind(&delivery.source).bind(&received.id);
                let insert = insert.bind(delivery.at).bind(number).bind(&received.body);
                is_new.push(insert.execute(&mut *connection).await?.rows_affected() == 1);
            }
            Ok(Written::Received(is_new))
        }

        pub(super) async fn keep(connection: &mut $connection, keep: &Keep) -> sqlx::Result<Written> {
            for note in &keep.notes {
                let sql = if note.value.is_some() { queries::KEEP } else { queries::FORGET };
                let mut change = sqlx::query(sql).bind(&note.space).bind(&note.key);
                if let Some(value) = &note.value {
                    change = change.bind(value);
                }
                change.execute(&mut *connection).await?;
            }
            for (source, id) in &keep.handled {
                sqlx::query(queries::HANDLED).bind(source).bind(id).execute(&mut *connection).await?;
            }
            Ok(Written::Kept)
        }

        pub(super) async fn expire(connection: &mut $connection, expiry: &Expiry) -> sqlx::Result<Written> {
            let delete = sqlx::query(queries::EXPIRE).bind(&expiry.source).bind(expiry.before);
            delete.execute(connection).await.map(|_| Written::Kept)
        }
    };
}
pub(crate) use writing_for_bots;
