use boardgame::Color;

use super::{FMJD_100_DRAWS, Variant};
use crate::articles::{Articles, Criteria};
use crate::board::{Board, Directions};
use crate::numbering::{Corner, Numbering};
use crate::precedence::Precedence;
use crate::rules::{Blocked, CaptureInCount, Landing, Promotion, Removal, Rules, Status};

/// International draughts on 100 squares, by the rules of the FMJD (Annex 1). The other variants are
/// written as differences from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct International;

impl Variant for International {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "international",
        title: "International draughts",
        status: Status::Proven,
        board: Board::diagonal(10, 10), // the lower left corner is dark
        men_rows: 4,                    // twenty men each
        back_rows: 0,
        first: Color::White,
        man_moves: Directions::FORWARD_DIAGONALS,
        man_captures: Directions::DIAGONALS, // forward and backward
        king_moves: Directions::DIAGONALS,
        king_captures: Directions::DIAGONALS,
        flying_kings: true,
        landing: Landing::Free,
        men_take_kings: true,
        precedence: Precedence::Count,
        removal: Removal::AfterMove,
        reversal: false,
        promotion: Promotion::AtRest,
        blocked: Blocked::Loses,
        blocked_article: "FMJD 5",
        first_king_wins: false,
        last_piece_loses: false,
        early_end_article: "",
        king_run_limit: None,
        draws: FMJD_100_DRAWS, // FMJD 6
        // FMJD's answers on article 6: a capture does not restart the sixteen moves; Lidraughts starts five.
        capture_in_sixteen_moves: CaptureInCount::LeavesSmallerRest,
        long_diagonal_clause: true, // the same answers; Lidraughts does not have it
        articles: &Articles {
            board: "FMJD 2.4",
            men: "FMJD 2.8",
            first: "FMJD 3.1",
            man_moves: "FMJD 3.3",
            man_captures: "FMJD 4.1",
            king_moves: "FMJD 3.9",
            king_captures: "FMJD 4.3",
            landing: "FMJD 4.3",
            men_take_kings: "FMJD 4.2",
            mandatory: "FMJD 4.2, 4.3",
            completion: "FMJD 4.5, 4.6",
            precedence: "FMJD 4.13, 4.14",
            criteria: Criteria { most_pieces: "FMJD 4.13", ..Criteria::TOGETHER },
            removal: "FMJD 4.11",
            reversal: "FMJD 4.11",
            promotion: "FMJD 3.5, 4.15",
            king_runs: "",
        },
        numbering: Numbering {
            pdn_game_type: 20, // PDN 3.0: "20,W,10,10,N2,0"
            algebraic: false,
            corner: Corner::TopLeft, // FMJD 2.6
            seen_by: Color::White,
            capture_sign: 'x',
        },
    };
}
