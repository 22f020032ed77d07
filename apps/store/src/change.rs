//! News from other instances.

/// What other instances of the server did to the games of a shared store.
///
/// A receiver that falls behind gets `RecvError::Lagged`: treat it like [`Change::Lost`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Another instance appended to this game.
    Game {
        /// The game.
        id: String,
        /// Its last event after that append.
        seq: i64,
    },
    /// The connection was broken and is restored: news may be missing. Reload every game that is watched.
    Lost,
}
