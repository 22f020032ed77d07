//! The format of a PostgreSQL store.

use sqlx::{Connection, PgConnection, PgPool};

use crate::error::refused;
use crate::{StoreError, migrations, queries};

/// Brings the database to the newest format. Instances that start at the same time wait for each other.
pub(super) async fn upgrade(pool: &PgPool) -> Result<(), StoreError> {
    let mut connection = pool.acquire().await.map_err(refused)?;
    let mut transaction = connection.begin().await.map_err(refused)?;
    // The lock goes with the transaction. Its number is arbitrary and ours: "Damr".
    run(&mut transaction, "select pg_advisory_xact_lock(1147235698)").await?;
    run(&mut transaction, "create table if not exists store_format (format bigint primary key)").await?;
    let found = sqlx::query_scalar(queries::FORMAT).fetch_one(&mut *transaction).await.map_err(refused)?;
    for (format, sql) in migrations::missing(migrations::POSTGRES, found)? {
        run(&mut transaction, sql).await?;
        let insert = sqlx::query("insert into store_format (format) values ($1)").bind(format);
        insert.execute(&mut *transaction).await.map_err(refused)?;
    }
    transaction.commit().await.map_err(refused)
}

async fn run(connection: &mut PgConnection, sql: &'static str) -> Result<(), StoreError> {
    sqlx::raw_sql(sql).execute(connection).await.map(drop).map_err(refused)
}
