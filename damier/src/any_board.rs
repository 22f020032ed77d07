//! Replaying records of a game chosen at run time.

use catalog::{Describe, GameId, Task};
use record::{AnyBoard, ResultStyle};

/// A board for the records of a game chosen at run time.
///
/// ```
/// let mut board = damier::board("russian".parse()?);
/// board.begin(None)?;
/// board.play("c3d4")?;
/// assert_eq!(&*board.last_move().unwrap().text, "c3-d4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn board(game: GameId) -> Box<dyn AnyBoard> {
    game.run(MakeBoard(if game.has_two_points() { ResultStyle::Two } else { ResultStyle::One }))
}

struct MakeBoard(ResultStyle);

impl Task for MakeBoard {
    type Output = Box<dyn AnyBoard>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        record::any_board_with::<P>(rules, self.0)
    }
}
