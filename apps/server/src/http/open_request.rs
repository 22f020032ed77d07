//! Requests that name a position: the game, where it began, and the moves from there.

/// Declares a request with the fields `game`, `fen` and `moves`, its own fields after them, and a method `open`.
///
/// A macro instead of a struct inside the others: serde's `flatten` accepts unknown fields and loses the names of wrong
/// ones.
macro_rules! open_request {
    ($(#[$about:meta])* $name:ident { $($fields:tt)* }) => {
        #[derive(serde::Deserialize, utoipa::ToSchema)]
        $(#[$about])*
        #[serde(deny_unknown_fields)]
        pub(super) struct $name {
            /// The name of the game.
            #[schema(example = "russian", max_length = 100)]
            game: String,
            /// The position before the moves; the start position by default.
            #[schema(max_length = 1000)]
            fen: Option<String>,
            /// The moves from there.
            #[serde(default)]
            #[schema(max_items = 2000)]
            moves: Vec<String>,
            $($fields)*
        }

        impl $name {
            /// The game with its moves.
            fn open(&self) -> Result<Box<dyn catalog::AnyGame>, study::StudyError> {
                study::open(&self.game, self.fen.as_deref(), &self.moves)
            }
        }
    };
}
pub(super) use open_request;
