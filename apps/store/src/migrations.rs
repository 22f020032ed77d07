//! The formats of the store.

use crate::StoreError;

/// The steps from each format to the next; the first one creates format 1.
pub(crate) type Migrations = &'static [&'static str];

pub(crate) const SQLITE: Migrations = &[
    include_str!("../migrations/sqlite/1-games.sql"),
    include_str!("../migrations/sqlite/2-bots.sql"),
    include_str!("../migrations/sqlite/3-outages.sql"),
];
pub(crate) const POSTGRES: Migrations = &[
    include_str!("../migrations/postgres/1-games.sql"),
    include_str!("../migrations/postgres/2-bots.sql"),
    include_str!("../migrations/postgres/3-outages.sql"),
];

/// The migrations that a database of this format still needs, each with the format it leads to.
pub(crate) fn missing(
    migrations: Migrations,
    found: i64,
) -> Result<impl Iterator<Item = (i64, &'static str)>, StoreError> {
    let known = migrations.len() as i64;
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    let numbered = (1..).zip(migrations.iter().copied());
    Ok(numbered.filter(move |(format, _)| *format > found))
}
