//! Whether a SQLite file is a store, and of which format.

use std::path::Path;

use sqlx::SqliteConnection;

use crate::error::{is_foreign_file, refused};
use crate::{StoreError, migrations, queries};

/// Marks our files: "Damr" in the header of SQLite.
const APPLICATION: i64 = 0x4461_6d72;

/// Refuses files that are not ours or too new, and brings older ones to the newest format.
pub(super) async fn upgrade(connection: &mut SqliteConnection, path: &Path) -> Result<(), StoreError> {
    let found = find_format(connection, path).await?;
    let mut missing = migrations::missing(migrations::SQLITE, found)?.peekable();
    if missing.peek().is_none() {
        return Ok(());
    }
    run(connection, "begin immediate").await?;
    for (format, sql) in missing {
        run(connection, sql).await?;
        let insert = sqlx::query("insert into store_format (format) values ($1)").bind(format);
        insert.execute(&mut *connection).await.map_err(refused)?;
    }
    run(connection, "commit").await
}

/// The format of a file; that of an empty one is 0, and then the table of formats is made.
async fn find_format(connection: &mut SqliteConnection, path: &Path) -> Result<i64, StoreError> {
    let not_ours = || StoreError::NotAStore { path: path.to_owned() };
    let failed = |error| if is_foreign_file(&error) { not_ours() } else { refused(error) };
    let application: i64 =
        sqlx::query_scalar("pragma application_id").fetch_one(&mut *connection).await.map_err(failed)?;
    if application == APPLICATION {
        return sqlx::query_scalar(queries::FORMAT).fetch_one(connection).await.map_err(failed);
    }
    let tables: i64 = sqlx::query_scalar("select count(*) from sqlite_schema")
        .fetch_one(&mut *connection)
        .await
        .map_err(failed)?;
    if application != 0 || tables != 0 {
        return Err(not_ours());
    }
    // 1147235698 is `APPLICATION`: a pragma takes no parameters.
    run(
        connection,
        "begin immediate; pragma application_id = 1147235698; \
         create table store_format (format integer primary key) strict; commit",
    )
    .await?;
    Ok(0)
}

async fn run(connection: &mut SqliteConnection, sql: &'static str) -> Result<(), StoreError> {
    sqlx::raw_sql(sql).execute(connection).await.map(drop).map_err(refused)
}

#[cfg(test)]
mod tests {
    use super::APPLICATION;

    #[test]
    fn the_mark_is_the_number_in_the_pragma() {
        assert_eq!(APPLICATION, 1_147_235_698);
    }
}
