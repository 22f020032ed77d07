//! Positions of a game chosen at run time.

use std::fmt;

use boardgame::{Color, MoveError, MoveList, MoveStyle, Outcome, Position, Reason, TooComplex};

use crate::describe::{Describe, DescribeError};
use crate::games::{GameId, Task};
use crate::place::Place;

/// A position of any game with its legal moves; a move is its place in the list.
///
/// For tools that compare move lists and walk through games whose name comes from outside. Draw rules do not
/// stop them: what is legal is all that counts.
///
/// ```
/// use boardgame::MoveStyle;
/// use damier_catalog::{GameId, Place};
///
/// let position = GameId::International.open(&Place::at("W:W32:B19,27,28"))?;
/// assert_eq!(position.moves(MoveStyle::Full), ["32x23x14"]);
/// let index = position.find("32x14", MoveStyle::Record)?;
/// assert_eq!(position.after(index)?.fen(), "B:W14:B27");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AnyPosition: Send + Sync + fmt::Debug {
    /// The position in its standard form.
    fn fen(&self) -> String;

    /// The side to move.
    fn turn(&self) -> Color;

    /// The board, for people.
    fn diagram(&self) -> String;

    /// How many legal moves there are.
    fn count(&self) -> usize;

    /// How many routes each legal move has, in the order that their numbers mean: a capture can often be made in
    /// several ways.
    ///
    /// # Errors
    ///
    /// [`TooComplex`] when the routes cannot be counted within the work limit.
    fn routes(&self) -> Result<Vec<u64>, TooComplex>;

    /// The text of every legal move, in the order that their numbers mean.
    fn moves(&self, style: MoveStyle) -> Vec<String>;

    /// The legal move that a text means.
    ///
    /// # Errors
    ///
    /// The text is no legal move, or fits several.
    fn find(&self, text: &str, style: MoveStyle) -> Result<usize, MoveError>;

    /// The position after a legal move.
    ///
    /// # Errors
    ///
    /// [`TooComplex`] when the moves of that position cannot be listed within the work limit.
    ///
    /// # Panics
    ///
    /// If there is no move with this number.
    fn after(&self, index: usize) -> Result<Box<dyn AnyPosition>, TooComplex>;

    /// The result and its reason, when this position with its clocks decides it.
    fn outcome(&self) -> Option<(Outcome, Reason)>;
}

/// A playing square of a board: its name, its number and its place seen from White.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSquare {
    /// As positions and moves of the game are written.
    pub name: String,
    /// From 1; in chess a1 is 1, b1 is 2.
    pub number: u8,
    /// 0 is the left-most column.
    pub file: u8,
    /// 0 is White's own back row.
    pub rank: u8,
}

impl GameId {
    /// The position of a place with its legal moves.
    ///
    /// # Errors
    ///
    /// The texts are no place of the game, or the moves there cannot be listed.
    pub fn open(self, place: &Place<'_>) -> Result<Box<dyn AnyPosition>, DescribeError> {
        self.run(Open(place))
    }

    /// The playing squares in the order of their numbers.
    ///
    /// ```
    /// use damier_catalog::GameId;
    ///
    /// assert_eq!(GameId::Chess.squares()[28].name, "e4");
    /// let squares = GameId::International.squares();
    /// assert_eq!((squares.len(), squares[0].file, squares[0].rank), (50, 1, 9));
    /// ```
    #[must_use]
    pub fn squares(self) -> Vec<BoardSquare> {
        self.run(Squares)
    }
}

struct Open<'a>(&'a Place<'a>);

impl Task for Open<'_> {
    type Output = Result<Box<dyn AnyPosition>, DescribeError>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        Ok(listed(self.0.game::<P>(rules)?.position().clone())?)
    }
}

struct Squares;

impl Task for Squares {
    type Output = Vec<BoardSquare>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        P::squares(rules)
    }
}

#[derive(Debug)]
struct Listed<P: Position> {
    position: P,
    moves: Vec<P::Move>,
}

fn listed<P: Describe>(position: P) -> Result<Box<dyn AnyPosition>, TooComplex> {
    let mut list = MoveList::new();
    position.try_legal_moves_into(&mut list)?;
    Ok(Box::new(Listed { position, moves: list.to_vec() }))
}

impl<P: Describe> AnyPosition for Listed<P> {
    fn fen(&self) -> String {
        self.position.to_fen()
    }

    fn turn(&self) -> Color {
        self.position.turn()
    }

    fn diagram(&self) -> String {
        self.position.diagram()
    }

    fn count(&self) -> usize {
        self.moves.len()
    }

    fn routes(&self) -> Result<Vec<u64>, TooComplex> {
        let mut work = P::ROUTE_WORK;
        self.moves.iter().map(|&mv| self.position.count_routes_within(mv, &mut work)).collect()
    }

    fn moves(&self, style: MoveStyle) -> Vec<String> {
        self.position.write_moves(&self.moves, style)
    }

    fn find(&self, text: &str, style: MoveStyle) -> Result<usize, MoveError> {
        let mv = self.position.read_move(text, style)?;
        let place = self.moves.iter().position(|&listed| listed == mv);
        Ok(place.expect("a move that is read is a legal one"))
    }

    fn after(&self, index: usize) -> Result<Box<dyn AnyPosition>, TooComplex> {
        let mut position = self.position.clone();
        position.play_unchecked(self.moves[index]);
        listed(position)
    }

    fn outcome(&self) -> Option<(Outcome, Reason)> {
        self.position.outcome()
    }
}
