//! What there is to see of a game: its rules in words, and its positions as boards.

use boardgame::{Color, Game, MoveList, RuleInWords, TooComplex};
use diagram::{Arrow, Board, Diagram};
use thiserror::Error;

use crate::describe::{Describe, ROUTE_STATES};
use crate::games::{GameId, Task};
use crate::place::{Place, PlaceError};

/// A position as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The position in its standard form.
    pub fen: String,
    /// The side to move.
    pub turn: Color,
    /// The board with its pieces.
    pub board: Board,
    /// The places of the last move, where there was one.
    pub last_move: Vec<diagram::Place>,
    /// The legal moves as arrows, where they were asked for.
    pub legal_moves: Vec<Arrow>,
}

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

impl View {
    /// The diagram of the position, under a title.
    #[must_use]
    pub fn into_diagram(self, title: &str) -> Diagram {
        Diagram {
            title: title.to_owned(),
            arrows: self.legal_moves,
            last_move: self.last_move,
            ..Diagram::of(self.board, self.turn)
        }
    }

    fn of<P: Describe>(game: &Game<P>, with_legal_moves: bool) -> Result<Self, TooComplex> {
        let position = game.position();
        let mut states = ROUTE_STATES;
        let mut list = MoveList::new();
        if with_legal_moves {
            position.try_legal_moves(&mut list)?;
        }
        let arrows = list.iter().map(|&mv| Arrow { places: position.path(mv, &mut states) });
        let legal_moves = arrows.collect();
        let last = game.positions().nth_back(1).zip(game.moves().last());
        Ok(Self {
            fen: position.to_fen(),
            turn: position.turn(),
            board: position.board(),
            last_move: last.map(|(before, &mv)| before.path(mv, &mut states)).unwrap_or_default(),
            legal_moves,
        })
    }
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
    /// use catalog::{GameId, Place};
    ///
    /// let view = GameId::International.view_at(&Place::at("W:WK46:B5"), false)?;
    /// let words = view.into_diagram("International draughts").to_speech();
    /// assert!(words.ends_with("White: king on 46.\nBlack: man on 5.\n"));
    /// # Ok::<(), catalog::ViewError>(())
    /// ```
    pub fn view_at(self, place: &Place<'_>, with_legal_moves: bool) -> Result<View, ViewError> {
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
    type Output = Result<View, ViewError>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        Ok(View::of(&self.0.game::<P>(rules)?, self.1)?)
    }
}
