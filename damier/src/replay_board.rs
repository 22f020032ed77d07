//! Replaying records of a game chosen at run time.

use catalog::{Describe, GameId, Task};
use record::{ReplayBoard, ResultStyle};

/// A board for the records of a game chosen at run time.
///
/// ```
/// use record::TextCheck;
///
/// let mut board = damier::board("russian".parse()?);
/// board.begin(None)?;
/// board.play("c3d4", TextCheck::No, &mut Vec::new())?;
/// assert_eq!(&*board.last_move().unwrap().text, "c3-d4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn board(game: GameId) -> Box<dyn ReplayBoard> {
    game.run(MakeBoard(if game.has_two_points() { ResultStyle::Two } else { ResultStyle::One }))
}

struct MakeBoard(ResultStyle);

impl Task for MakeBoard {
    type Output = Box<dyn ReplayBoard>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        record::replay_board_with::<P>(rules, self.0)
    }
}
