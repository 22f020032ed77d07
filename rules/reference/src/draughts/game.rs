//! A game with its whole history, and how it ends.

use super::board::{Color, Position, Role};
use super::draws::drawn_by;
use super::moves::{Move, legal_moves, play};
use super::rules::{NoLegalMove, Rules};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player has won.
    Win(Color),
    /// Nobody has won.
    Draw,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The player to move has no legal move.
    NoLegalMove,
    /// A king stands on the board and the first king wins.
    FirstKing,
    /// A side has one piece left.
    OnePieceLeft,
    /// The position occurred too often.
    Repetition,
    /// Only kings have moved for too long, and nothing was captured.
    KingMovesOnly,
    /// Several kings could not catch a lone king.
    KingsAgainstKing,
    /// Three pieces could not catch a lone king.
    ThreeAgainstKing,
    /// Three pieces could not catch a lone king on the long diagonal.
    LongDiagonal,
    /// One or two pieces could not catch a lone king.
    TwoAgainstKing,
    /// The number of men and kings has not changed for too long.
    UnchangedBalance,
    /// One king each.
    KingAgainstKing,
    /// One piece each.
    OnePieceEach,
    /// A king against a single man.
    KingBeatsMan,
}

/// Start, moves and positions so far.
#[derive(Clone, Debug)]
pub struct Game {
    /// The rules.
    pub rules: &'static Rules,
    /// Every position, the start first; one more than there are moves.
    pub positions: Vec<Position>,
    /// The moves.
    pub moves: Vec<Move>,
}

impl Game {
    /// A game that starts in this position.
    pub fn from_position(rules: &'static Rules, position: Position) -> Self {
        Game { rules, positions: vec![position], moves: Vec::new() }
    }

    /// A game from the start position.
    pub fn start(rules: &'static Rules) -> Self {
        Self::from_position(rules, Position::start(rules))
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.positions.last().expect("a game has a first position")
    }

    /// The legal moves of the position now, also if the game is drawn.
    pub fn legal_moves(&self) -> Vec<Move> {
        legal_moves(self.rules, self.position())
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.positions.push(play(self.rules, self.position(), &mv));
        self.moves.push(mv);
    }

    /// How and why the game ended, if it has. Scans the whole history each time.
    pub fn outcome(&self) -> Option<(Outcome, Reason)> {
        // A player without a legal move has lost before any draw.
        self.first_king()
            .or_else(|| self.one_piece_left())
            .or_else(|| self.one_piece_each())
            .or_else(|| self.no_legal_move())
            .or_else(|| self.king_beats_man())
            .or_else(|| drawn_by(self).next().map(|reason| (Outcome::Draw, reason)))
    }

    /// Every draw rule that applies now, perhaps several. The game may still be lost instead.
    pub fn draws(&self) -> Vec<Reason> {
        drawn_by(self).collect()
    }

    fn first_king(&self) -> Option<(Outcome, Reason)> {
        if !self.rules.first_king_wins {
            return None;
        }
        let position = self.position();
        // The player who has just moved was the first.
        let winner = [position.turn.opponent(), position.turn]
            .into_iter()
            .find(|&color| position.board.count(self.rules, color, Role::King) > 0)?;
        Some((Outcome::Win(winner), Reason::FirstKing))
    }

    fn one_piece_left(&self) -> Option<(Outcome, Reason)> {
        if !self.rules.one_piece_loses {
            return None;
        }
        let winner = [Color::White, Color::Black]
            .into_iter()
            .find(|&color| self.pieces_of(color.opponent()) == 1 && self.pieces_of(color) > 1)?;
        Some((Outcome::Win(winner), Reason::OnePieceLeft))
    }

    fn one_piece_each(&self) -> Option<(Outcome, Reason)> {
        let each = self.pieces_of(Color::White) == 1 && self.pieces_of(Color::Black) == 1;
        (self.rules.one_piece_loses && each).then_some((Outcome::Draw, Reason::OnePieceLeft))
    }

    fn no_legal_move(&self) -> Option<(Outcome, Reason)> {
        if !self.legal_moves().is_empty() {
            return None;
        }
        let turn = self.position().turn;
        let outcome = match self.rules.no_legal_move {
            NoLegalMove::Wins => Outcome::Win(turn),
            NoLegalMove::DrawsIfBlocked if self.pieces_of(turn) > 0 => Outcome::Draw,
            NoLegalMove::DrawsIfBlocked | NoLegalMove::Loses => Outcome::Win(turn.opponent()),
        };
        Some((outcome, Reason::NoLegalMove))
    }

    fn king_beats_man(&self) -> Option<(Outcome, Reason)> {
        let lone = |color, role| {
            self.pieces_of(color) == 1 && self.position().board.count(self.rules, color, role) == 1
        };
        let winner = [Color::White, Color::Black]
            .into_iter()
            .find(|&color| lone(color, Role::King) && lone(color.opponent(), Role::Man))?;
        let quiet = self.legal_moves().iter().all(|mv| mv.captured.is_empty());
        (self.rules.king_beats_man && quiet).then_some((Outcome::Win(winner), Reason::KingBeatsMan))
    }

    fn pieces_of(&self, color: Color) -> usize {
        self.position().board.pieces(self.rules, color).len()
    }
}
