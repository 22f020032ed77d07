//! Games with their history, chosen at run time.

use boardgame::AnyGame;

use crate::describe::Describe;
use crate::games::{GameId, Task};
use crate::place::{Place, PlaceError};

impl GameId {
    /// The game that has reached a place, to be played on.
    ///
    /// ```
    /// use boardgame::MoveStyle;
    /// use damier_catalog::{GameId, Place};
    ///
    /// let mut game = GameId::Chess.game_at(&Place::default())?;
    /// for text in ["f3", "e5", "g4", "Qh4"] {
    ///     game.play(text, MoveStyle::Record)?;
    /// }
    /// let (outcome, reason) = game.outcome().expect("mate");
    /// assert_eq!(format!("{outcome}, {reason}"), "black_wins, checkmate (FIDE 5.1.1)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The texts are no place of the game.
    pub fn game_at(self, place: &Place<'_>) -> Result<Box<dyn AnyGame>, PlaceError> {
        self.run(Begin(place))
    }
}

struct Begin<'a>(&'a Place<'a>);

impl Task for Begin<'_> {
    type Output = Result<Box<dyn AnyGame>, PlaceError>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        Ok(Box::new(self.0.game::<P>(rules)?))
    }
}
