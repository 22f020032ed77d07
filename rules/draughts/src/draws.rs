//! How a game ends.

use boardgame::{Color, CounterUnit, DrawCounter, MoveList, Outcome, Position, Reason, Rule};

use crate::draw_clocks::Ending;
use crate::machine_word::Word;
use crate::position::Draughts;
use crate::rules::{Blocked, Endings, Limit};
use crate::ruleset::Ruleset;

impl<V: Ruleset> Draughts<V> {
    /// The result, when this position with its counters decides it.
    ///
    /// Having no legal move decides the game before any draw rule.
    #[must_use]
    pub fn outcome(&self) -> Option<(Outcome, Reason)> {
        if let Some(decided) = self.outcome_of_pieces() {
            return Some(decided);
        }
        if !self.has_legal_move() {
            return Some(self.outcome_of_block());
        }
        self.outcome_of_counters()
    }

    /// The result when the side to move has a legal move: by the draw rules alone. Cheaper than
    /// [`outcome`](Self::outcome) where that is known already.
    #[inline]
    #[must_use]
    pub fn outcome_of_counters(&self) -> Option<(Outcome, Reason)> {
        if let Some(winner) = self.turkish_king_against_man() {
            return Some((Outcome::Win(winner), TURKISH_KING_AGAINST_MAN));
        }
        let draws = self.rules().draws;
        if let Some(reason) = draws.king_moves.filter(|limit| self.king_moves_counted() >= limit.at) {
            return Some((Outcome::Draw, reason.because(Rule::KingMoves)));
        }
        self.draw_of_ending().map(|reason| (Outcome::Draw, reason))
    }

    /// The result when this position occurs for the `times`-th time.
    #[must_use]
    pub fn outcome_of_repetition(&self, times: usize) -> Option<(Outcome, Reason)> {
        let limit = self.rules().draws.repetition.filter(|limit| times >= usize::from(limit.at))?;
        Some((Outcome::Draw, limit.because(Rule::Repetition)))
    }

    /// The result by pieces alone: a first king, a last piece.
    pub(crate) fn outcome_of_pieces(&self) -> Option<(Outcome, Reason)> {
        let has_king = |color: Color| !(self.pieces(color) & self.kings()).is_empty();
        if self.rules().first_king_wins {
            // In a set-up position with kings of both colors, the side that has just moved counts as the first.
            let winner = [!self.turn, self.turn].into_iter().find(|&color| has_king(color))?;
            let reason =
                Reason { rule: Rule::FirstKing, name: "first_king", article: self.rules().early_end_article };
            return Some((Outcome::Win(winner), reason));
        }
        if self.rules().last_piece_loses {
            let reason =
                Reason { rule: Rule::LastPiece, name: "last_piece", article: self.rules().early_end_article };
            return match self.pieces.map(|pieces| pieces.count()) {
                [1, 1] => Some((Outcome::Draw, reason)),
                [1, n] if n > 1 => Some((Outcome::Win(Color::Black), reason)),
                [n, 1] if n > 1 => Some((Outcome::Win(Color::White), reason)),
                _ => None,
            };
        }
        None
    }

    /// The result when the side to move has no legal move.
    fn outcome_of_block(&self) -> (Outcome, Reason) {
        let reason = Reason {
            rule: Rule::NoLegalMoves,
            name: "no_legal_moves",
            article: self.rules().blocked_article,
        };
        let outcome = match self.rules().blocked {
            Blocked::Loses => Outcome::Win(!self.turn),
            Blocked::Wins => Outcome::Win(self.turn),
            Blocked::Draws if self.pieces(self.turn).is_empty() => Outcome::Win(!self.turn),
            Blocked::Draws => Outcome::Draw,
        };
        (outcome, reason)
    }

    /// The plies without a capture or man move that the rule on king moves counts.
    fn king_moves_counted(&self) -> u8 {
        if self.is_king_move_rule_replaced() { 0 } else { self.clocks.quiet() }
    }

    /// FMJD-64 7.2.6 replaces 7.2.5 in endings of four to seven pieces.
    fn is_king_move_rule_replaced(&self) -> bool {
        let total = (self.pieces[0] | self.pieces[1]).count();
        self.rules().draws.endings == Endings::Draughts64 && (4..=7).contains(&total)
    }

    /// The draw by the rules on endings with few pieces.
    fn draw_of_ending(&self) -> Option<Reason> {
        match self.rules().draws.endings {
            Endings::Frisian if self.is_frisian_king_against_king() => Some(FRISIAN_KING_AGAINST_KING),
            Endings::Turkish | Endings::TurkishKingBeatsMan => {
                self.is_turkish_one_against_one().then_some(TURKISH_ONE_AGAINST_ONE)
            }
            _ => {
                let mut counted = self.ending_counts().into_iter().flatten();
                let reached = counted.find(|counted| counted.plies >= counted.limit.at)?;
                Some(reached.limit.because(reached.rule))
            }
        }
    }

    /// What the rules on endings with few pieces count now, the one that decides first in front.
    fn ending_counts(&self) -> [Option<Counted>; 2] {
        let ending = self.clocks.ending();
        if ending == Ending::Open {
            return [None, None];
        }
        let lasted = |limit, rule| Some(Counted { limit, rule, plies: self.clocks.in_ending() });
        let held = |limit| {
            let plies = self.clocks.on_diagonal(self.rules());
            self.rules().long_diagonal_clause.then_some(Counted { limit, rule: Rule::LongDiagonal, plies })
        };
        match (self.rules().draws.endings, ending) {
            // FMJD 6: three against one, two against one.
            (Endings::International, Ending::TwoAgainstOne) => {
                [lasted(TWO_AGAINST_ONE, Rule::TwoAgainstOne), None]
            }
            (Endings::International, Ending::RestOfSixteen) => {
                [lasted(THREE_AGAINST_ONE, Rule::ThreeAgainstOne), None]
            }
            (Endings::International, Ending::ThreeAgainstOne | Ending::ThreeKingsAgainstOne) => {
                [lasted(THREE_AGAINST_ONE, Rule::ThreeAgainstOne), held(LONG_DIAGONAL)]
            }
            // FMJD-64 7.2.4 and 7.2.6 to 7.2.8.
            (Endings::Draughts64, Ending::TwoAgainstOne) => {
                [lasted(TWO_AGAINST_ONE_64, Rule::TwoAgainstOne), None]
            }
            (Endings::Draughts64, Ending::ThreeKingsAgainstOne | Ending::ManyKingsAgainstOne) => {
                [lasted(THREE_KINGS_64, Rule::ThreeKingsAgainstOne), held(MAIN_ROAD_64)]
            }
            (Endings::Draughts64, Ending::ThreeAgainstOne) => {
                [held(MAIN_ROAD_64), lasted(FOUR_OR_FIVE_64, Rule::BalanceUnchanged)]
            }
            (Endings::Draughts64, Ending::FourOrFive) => {
                [lasted(FOUR_OR_FIVE_64, Rule::BalanceUnchanged), None]
            }
            (Endings::Draughts64, Ending::SixOrSeven) => {
                [lasted(SIX_OR_SEVEN_64, Rule::BalanceUnchanged), None]
            }
            (Endings::Pool, Ending::ThreeKingsAgainstOne | Ending::ManyKingsAgainstOne) => {
                [lasted(POOL_KINGS, Rule::ThreeKingsAgainstOne), None]
            }
            (Endings::Frisian, Ending::TwoAgainstOne) => {
                [lasted(FRISIAN_TWO_KINGS, Rule::TwoAgainstOne), None]
            }
            _ => [None, None],
        }
    }

    /// How far the draw rules have counted: moves by kings alone, and endings with few pieces.
    #[must_use]
    pub fn draw_counters(&self) -> Vec<DrawCounter> {
        let king_moves = self.rules().draws.king_moves.filter(|_| !self.is_king_move_rule_replaced());
        let king_moves = king_moves.map(|limit| Counted {
            limit,
            rule: Rule::KingMoves,
            plies: self.king_moves_counted(),
        });
        let counted = king_moves.into_iter().chain(self.ending_counts().into_iter().flatten());
        counted.map(Counted::counter).collect()
    }

    /// One king each, and neither side can win by force.
    fn is_frisian_king_against_king(&self) -> bool {
        let is_lone_king = |pieces: &V::Word| pieces.count() == 1 && *pieces & !self.kings == V::Word::ZERO;
        self.pieces.iter().all(is_lone_king) && !self.a_lone_king_is_lost()
    }

    /// Whether one of two lone kings is lost: it can be captured now, it can be captured whatever it moves, or the
    /// other has a move after which that is so. Longer wins do not exist; the tests solve all positions.
    #[cold]
    fn a_lone_king_is_lost(&self) -> bool {
        self.must_capture()
            || self.every_move_lets_capture()
            || self.has_successor(Self::every_move_lets_capture)
    }

    fn every_move_lets_capture(&self) -> bool {
        !self.must_capture() && !self.has_successor(|next| !next.must_capture())
    }

    fn has_successor(&self, holds: fn(&Self) -> bool) -> bool {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        list.iter().any(|&mv| holds(&self.after(mv)))
    }

    /// The side whose only piece, a king, stands against a single man, where that wins.
    fn turkish_king_against_man(&self) -> Option<Color> {
        let wins = self.rules().draws.endings == Endings::TurkishKingBeatsMan
            && self.kings.count() == 1
            && self.is_turkish_one_against_one();
        wins.then(|| if self.pieces[0] == self.kings { Color::White } else { Color::Black })
    }

    /// One piece each, and the side to move cannot capture.
    fn is_turkish_one_against_one(&self) -> bool {
        self.pieces.iter().all(|pieces| pieces.count() == 1) && !self.must_capture()
    }
}

/// What a draw rule has counted.
struct Counted {
    limit: Limit,
    rule: Rule,
    plies: u8,
}

impl Counted {
    fn counter(self) -> DrawCounter {
        DrawCounter {
            reason: self.limit.because(self.rule),
            count: self.plies.into(),
            limit: self.limit.at.into(),
            unit: CounterUnit::Plies,
            must_be_claimed: false,
        }
    }
}

// FMJD Annex 1, article 6. Limits are plies after the one that made the balance.
pub(crate) const THREE_AGAINST_ONE: Limit = Limit { at: 32, name: "16_move_rule", article: "FMJD 6" };
pub(crate) const LONG_DIAGONAL: Limit =
    Limit { at: 10, name: "long_diagonal_5_move_rule", article: "FMJD 6" };
pub(crate) const TWO_AGAINST_ONE: Limit = Limit { at: 10, name: "5_move_rule", article: "FMJD 6" };

// FMJD-64, article 7.2.
pub(crate) const THREE_KINGS_64: Limit =
    Limit { at: 30, name: "15_move_rule_three_kings", article: "FMJD-64 7.2.4" };
pub(crate) const FOUR_OR_FIVE_64: Limit = Limit { at: 60, name: "30_move_rule", article: "FMJD-64 7.2.6" };
pub(crate) const SIX_OR_SEVEN_64: Limit = Limit { at: 120, name: "60_move_rule", article: "FMJD-64 7.2.6" };
pub(crate) const MAIN_ROAD_64: Limit =
    Limit { at: 10, name: "main_road_5_move_rule", article: "FMJD-64 7.2.7" };
pub(crate) const TWO_AGAINST_ONE_64: Limit = Limit { at: 10, name: "5_move_rule", article: "FMJD-64 7.2.8" };

// Thirteen moves by each player, as Wikipedia cites the playing rules of the APCA.
pub(crate) const POOL_KINGS: Limit = Limit { at: 26, name: "13_move_rule", article: "APCA playing rules" };

// Seven moves by each player. FRI-2011 as Lidraughts gives it.
pub(crate) const FRISIAN_TWO_KINGS: Limit = Limit { at: 14, name: "7_move_rule", article: "FRI-2011" };
pub(crate) const FRISIAN_KING_AGAINST_KING: Reason =
    Reason { rule: Rule::KingAgainstKing, name: "king_against_king", article: "FRI-2011" };

pub(crate) const TURKISH_KING_AGAINST_MAN: Reason =
    Reason { rule: Rule::OneAgainstOne, name: "king_against_man", article: "Wikipedia" };
pub(crate) const TURKISH_ONE_AGAINST_ONE: Reason =
    Reason { rule: Rule::OneAgainstOne, name: "one_against_one", article: "Wikipedia" };

impl Limit {
    fn because(self, rule: Rule) -> Reason {
        Reason { rule, name: self.name, article: self.article }
    }
}
