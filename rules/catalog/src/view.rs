//! What there is to see of a game: its rules in words, and its positions as boards.

use boardgame::view::PositionView;
use boardgame::{Game, MoveList, RuleInWords, TooComplex};
use thiserror::Error;

use crate::describe::{Describe, ROUTE_STATES};
use crate::games::{GameId, Task};
use crate::place::{Place, PlaceError};

/// Why there is nothing to see.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ViewError {
    /// The texts are no place in a game.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// The legal moves cannot be listed.
    #[error(transparent)]
    TooComplex(#[from] TooComplex),
}

fn view_of<P: Describe>(game: &Game<P>, with_legal_moves: bool) -> Result<PositionView, TooComplex> {
    let position = game.position();
    let mut states = ROUTE_STATES;
    let mut list = MoveList::new();
    if with_legal_moves {
        position.try_legal_moves_into(&mut list)?;
    }
    let legal_moves = list.iter().map(|&mv| position.path(mv, &mut states)).collect();
    let last = game.positions().nth_back(1).zip(game.moves().last());
    Ok(PositionView {
        fen: position.to_fen(),
        turn: position.turn(),
        board: position.board(),
        last_move: last.map(|(before, &mv)| before.path(mv, &mut states)).unwrap_or_default(),
        legal_moves,
    })
}

impl GameId {
    /// The rules in words, with the articles they come from.
    #[must_use]
    pub fn rules_in_words(self) -> Vec<RuleInWords> {
        self.run(Words)
    }

    /// What distinguishes the game from its relatives, in a few words each.
    #[must_use]
    pub fn axes(self) -> Vec<&'static str> {
        self.run(Axes)
    }

    /// The position at a place in a game, as it is shown.
    ///
    /// ```
    /// use damier_catalog::{GameId, Place};
    ///
    /// let view = GameId::International.view_at(&Place::at("W:WK46:B5"), false)?;
    /// assert_eq!(view.board.find("46").unwrap().piece.unwrap().figure.name(), "king");
    /// # Ok::<(), damier_catalog::ViewError>(())
    /// ```
    pub fn view_at(self, place: &Place<'_>, with_legal_moves: bool) -> Result<PositionView, ViewError> {
        self.run(ViewPlace(place, with_legal_moves))
    }
}

struct Words;

impl Task for Words {
    type Output = Vec<RuleInWords>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        P::rules_in_words(rules)
    }
}

struct Axes;

impl Task for Axes {
    type Output = Vec<&'static str>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        P::axes(rules)
    }
}

struct ViewPlace<'a>(&'a Place<'a>, bool);

impl Task for ViewPlace<'_> {
    type Output = Result<PositionView, ViewError>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        Ok(view_of(&self.0.game::<P>(rules)?, self.1)?)
    }
}
