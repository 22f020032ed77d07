//! The rules of a variant as a value. Each file in `variants/` contains one.

use boardgame::Color;
pub use boardgame::Status;

use crate::articles::Articles;
use crate::board::{Board, Directions};
use crate::numbering::Numbering;
use crate::precedence::Precedence;

/// Everything that distinguishes one draughts variant from another.
///
/// If sources disagree, the choice is a field like any other. To choose differently, write a variant of your own: take
/// the rules of a known variant with `..` and list what differs.
///
/// ```
/// use boardgame::{MoveList, MoveStyle, Notation, Position, PositionExt};
/// use damier_draughts::variants::Turkish;
/// use damier_draughts::{Draughts, Promotion, Rules, Variant};
///
/// /// Turkish draughts in which a man that captures its way to the last row stops there.
/// #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
/// struct MyTurkish;
///
/// impl Variant for MyTurkish {
///     type Word = <Turkish as Variant>::Word;
///     type Extra = <Turkish as Variant>::Extra;
///     const RULES: Rules = Rules { name: "my-turkish", promotion: Promotion::EndsMove, ..Turkish::RULES };
/// }
///
/// fn moves<V: Variant>(fen: &str) -> Vec<String> {
///     let position = Draughts::<V>::from_fen(fen).unwrap();
///     let mut list = MoveList::new();
///     position.legal_moves_into(&mut list);
///     position.write_moves(&list, MoveStyle::Full)
/// }
///
/// // Promoted on d8, the man continues as a king under the known rules.
/// assert_eq!(moves::<Turkish>("W:Wd6:Ba7,d7,g8"), ["d6xd8xh8"]);
/// assert_eq!(moves::<MyTurkish>("W:Wd6:Ba7,d7,g8"), ["d6xd8"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The name used on command lines and in files: lower case.
    pub name: &'static str,
    /// The full name.
    pub title: &'static str,
    /// How well the rules are sourced.
    pub status: Status,
    /// Shape of the board.
    pub board: Board,
    /// Rows of men each side starts with.
    pub men_rows: u8,
    /// Empty rows behind the men at the start.
    pub back_rows: u8,
    /// Who moves first.
    pub first: Color,
    /// The directions in which a white man moves.
    pub man_moves: Directions,
    /// The directions in which a white man captures.
    pub man_captures: Directions,
    /// The directions in which a king moves.
    pub king_moves: Directions,
    /// The directions in which a king captures.
    pub king_captures: Directions,
    /// Whether kings move and capture over any distance.
    pub flying_kings: bool,
    /// Where a flying king may land after a jump.
    pub landing: Landing,
    /// Whether a man may capture a king.
    pub men_take_kings: bool,
    /// Which captures take precedence over others.
    pub precedence: Precedence,
    /// When captured pieces are removed.
    pub removal: Removal,
    /// Whether a piece may turn 180 degrees between two jumps. This matters only with immediate removal.
    pub reversal: bool,
    /// What happens when a man reaches the last row.
    pub promotion: Promotion,
    /// The result when a player has no legal move.
    pub blocked: Blocked,
    /// The article on that.
    pub blocked_article: &'static str,
    /// Whether the first king wins the game.
    pub first_king_wins: bool,
    /// Whether a side left with one piece against more loses.
    pub last_piece_loses: bool,
    /// The article on the first king or the last piece; empty in variants without such a rule.
    pub early_end_article: &'static str,
    /// The most consecutive quiet moves of the same king while its side has a man.
    pub king_run_limit: Option<u8>,
    /// The rules that draw a game.
    pub draws: Draws,
    /// What a capture during the sixteen moves of three against one does to the count, with
    /// [`Endings::International`].
    pub capture_in_sixteen_moves: CaptureInCount,
    /// Whether five moves draw three against one while the lone king stays on the long diagonal, with
    /// [`Endings::International`] or [`Endings::Draughts64`].
    pub long_diagonal_clause: bool,
    /// How squares and moves are written.
    pub numbering: Numbering,
    /// The sources of the rules.
    pub articles: &'static Articles,
}

impl Rules {
    /// Whether other rules allow the same moves: everything that the generator uses is equal.
    pub(crate) const fn moves_like(&self, other: &Self) -> bool {
        self.board.is_laid_out_like(&other.board)
            && self.man_moves.0 == other.man_moves.0
            && self.man_captures.0 == other.man_captures.0
            && self.king_moves.0 == other.king_moves.0
            && self.king_captures.0 == other.king_captures.0
            && self.flying_kings == other.flying_kings
            && self.landing as u8 == other.landing as u8
            && self.men_take_kings == other.men_take_kings
            && self.precedence as u8 == other.precedence as u8
            && self.removal as u8 == other.removal as u8
            && self.reversal == other.reversal
            && self.promotion as u8 == other.promotion as u8
            && self.first_king_wins == other.first_king_wins
            && self.last_piece_loses == other.last_piece_loses
            && match (self.king_run_limit, other.king_run_limit) {
                (None, None) => true,
                (Some(one), Some(other)) => one == other,
                _ => false,
            }
    }
}

/// Where a flying king may land after a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// On any free square behind the captured piece.
    Free,
    /// Only directly behind each captured piece.
    BehindEach,
    /// Directly behind the last captured piece if that is a king.
    BehindLastKing,
    /// The same, but only when two or more pieces were captured.
    BehindLastKingOfSeveral,
}

/// When captured pieces are removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// When the move ends: until then they block and cannot be jumped again.
    AfterMove,
    /// At once.
    Immediate,
}

/// What happens when a man reaches the last row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promotion {
    /// It is promoted only if its move ends there.
    AtRest,
    /// It is promoted at once and continues capturing as a king.
    InPassing,
    /// It is promoted and its move ends.
    EndsMove,
}

/// The result when a player has no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// The side to move loses.
    Loses,
    /// The side to move wins.
    Wins,
    /// A draw if the side to move still has a piece; otherwise it loses.
    Draws,
}

/// The rules that draw a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    /// How often a position must occur.
    pub repetition: Option<Limit>,
    /// Plies without a capture or a man move.
    pub king_moves: Option<Limit>,
    /// Limits for endings with few pieces.
    pub endings: Endings,
}

/// A number that ends the game when a counter reaches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The number: plies, or occurrences of a position.
    pub at: u8,
    /// The name of the rule in machine-readable output.
    pub name: &'static str,
    /// The source of the rule.
    pub article: &'static str,
}

/// What a capture that leaves a smaller limited ending does to a running count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureInCount {
    /// The count continues: what remains is its rest or the limit of the smaller ending, whichever is less.
    LeavesSmallerRest,
    /// The limit of the smaller ending is counted from the capture.
    StartsFreshCount,
}

/// Which limits hold in endings with few pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endings {
    /// None.
    Unlimited,
    /// FMJD article 6: three against one, two against one.
    International,
    /// FMJD-64 articles 7.2.4 to 7.2.8.
    Draughts64,
    /// APCA: three kings against one.
    Pool,
    /// FRI-2011: two kings against one, king against king.
    Frisian,
    /// One piece against one piece is drawn at once.
    Turkish,
    /// The same, but a king wins against a man.
    TurkishKingBeatsMan,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::{Frisian, Frysk, International, Losing, Variant};

    #[test]
    fn rules_that_differ_in_movement_do_not_move_alike() {
        const RULES: Rules = International::RULES;
        let others = [
            Rules { board: RULES.board.with_row_guard(), ..RULES },
            Rules { man_moves: Directions::FORWARD, ..RULES },
            Rules { man_captures: Directions::FORWARD, ..RULES },
            Rules { king_moves: Directions::ALL, ..RULES },
            Rules { king_captures: Directions::ALL, ..RULES },
            Rules { flying_kings: false, ..RULES },
            Rules { landing: Landing::BehindEach, ..RULES },
            Rules { men_take_kings: false, ..RULES },
            Rules { precedence: Precedence::Free, ..RULES },
            Rules { removal: Removal::Immediate, ..RULES },
            Rules { reversal: !RULES.reversal, ..RULES },
            Rules { promotion: Promotion::InPassing, ..RULES },
            Rules { first_king_wins: true, ..RULES },
            Rules { last_piece_loses: true, ..RULES },
            Rules { king_run_limit: Some(3), ..RULES },
        ];
        for other in others {
            assert!(!RULES.moves_like(&other) && !other.moves_like(&RULES), "{other:?}");
            assert!(other.moves_like(&other), "{other:?}");
        }
        let run = |limit| Rules { king_run_limit: Some(limit), ..RULES };
        assert!(!run(3).moves_like(&run(4)));
        // Names, numbers, results and draws do not matter.
        assert!(RULES.moves_like(&Losing::RULES) && Frisian::RULES.moves_like(&Frysk::RULES));
    }
}
