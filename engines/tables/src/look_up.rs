//! Answers for games that are known at run time.

use boardgame::{FenError, Notation, Reading};
use catalog::AnyGame;
use catalog::draughts::AnyDraughts;

use crate::tables::{Tables, plies_left};
use crate::value::Value;

/// What tables say of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LookUp {
    /// The result with best play, for the side to move, by all rules but those that count moves or repetitions.
    pub value: Value,
    /// Plies to the next capture or promotion, or to the end of the game; `None` if the position is drawn, or if the
    /// tables hold no distances.
    pub distance: Option<u16>,
    /// Whether the rules that count moves cannot change the value before that; see
    /// [`probe_certain`](Tables::probe_certain).
    pub is_certain: bool,
}

impl Tables {
    /// What the tables say of the position of a game in progress; `None` if they do not cover it.
    ///
    /// ```
    /// use catalog::{GameId, PositionText};
    /// use damier_tables::{BuildOptions, StopFlag, Tables, Value, build};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let options = BuildOptions { pieces: 2, with_distances: true, threads: 1, memory: 64 };
    /// build(GameId::Russian, folder.path(), &options, &StopFlag::default(), &mut |_| ())?;
    ///
    /// let tables = Tables::shared(GameId::Russian, folder.path())?;
    /// let game = GameId::Russian.game_at(&PositionText::at("B:WKa1:BKg1"))?;
    /// let found = tables.look_up(&*game).expect("two pieces are covered");
    /// assert_eq!((found.value, found.distance), (Value::Draw, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn look_up(&self, game: &dyn AnyGame) -> Option<LookUp> {
        if self.pieces() == 0 {
            return None;
        }
        let position = AnyDraughts::read_fen(self.variant(), &game.fen(), Reading::Lenient).ok()?;
        self.answer(&position, plies_left(&game.counters()))
    }

    /// What the tables say of a position; `None` if they do not cover it. A FEN rarely tells what the draw rules have counted.
    ///
    /// # Errors
    ///
    /// The text is not a position of the game.
    pub fn look_up_fen(&self, fen: &str) -> Result<Option<LookUp>, FenError> {
        let position = AnyDraughts::read_fen(self.variant(), fen, Reading::Lenient)?;
        let left = plies_left(&position.draw_counters());
        Ok(self.answer(&position, left))
    }

    fn answer(&self, position: &AnyDraughts, left: u32) -> Option<LookUp> {
        let value = self.probe(position)?;
        let is_certain = self.is_certain(position, value, || left);
        Some(LookUp { value, distance: self.probe_distance(position), is_certain })
    }
}
