//! The tables of the queue. They live in a schema of their own, so a database of `damier serve` may hold them too.

use sqlx::{Connection, PgConnection, PgPool};

use crate::QueueError;

/// What brings a database from each format to the next: the first entry makes format 1.
const MIGRATIONS: &[&str] = &[include_str!("../migrations/1-jobs.sql")];

/// Brings the database to the newest format. Programs that start at the same time wait for each other.
pub(crate) async fn upgrade(pool: &PgPool) -> Result<(), QueueError> {
    let mut connection = pool.acquire().await?;
    let mut transaction = connection.begin().await?;
    // The lock goes with the transaction. Its number is arbitrary and ours: "Damq".
    run(&mut transaction, "select pg_advisory_xact_lock(1147235697)").await?;
    if !is_made(&mut transaction).await? {
        run(&mut transaction, "create schema if not exists damier_queue").await?;
        run(&mut transaction, "create table damier_queue.format (format bigint primary key)").await?;
    }
    let newest = "select coalesce(max(format), 0) from damier_queue.format";
    let found: i64 = sqlx::query_scalar(newest).fetch_one(&mut *transaction).await?;
    for (format, sql) in missing(found)? {
        run(&mut transaction, sql).await?;
        let insert = sqlx::query("insert into damier_queue.format (format) values ($1)").bind(format);
        insert.execute(&mut *transaction).await?;
    }
    Ok(transaction.commit().await?)
}

/// Asked first, so that a user who may not create schemas can work with a queue that is there.
async fn is_made(connection: &mut PgConnection) -> Result<bool, QueueError> {
    let asked = "select to_regclass('damier_queue.format') is not null";
    Ok(sqlx::query_scalar(asked).fetch_one(connection).await?)
}

async fn run(connection: &mut PgConnection, sql: &'static str) -> Result<(), QueueError> {
    Ok(sqlx::raw_sql(sql).execute(connection).await.map(drop)?)
}

/// The migrations that a database of this format still needs, each with the format it leads to.
fn missing(found: i64) -> Result<impl Iterator<Item = (i64, &'static str)>, QueueError> {
    let known = MIGRATIONS.len() as i64;
    if found > known {
        return Err(QueueError::Newer { found, known });
    }
    let numbered = (1..).zip(MIGRATIONS.iter().copied());
    Ok(numbered.filter(move |(format, _)| *format > found))
}
