use boardgame::Color;

use super::{International, Variant};
use crate::articles::{Articles, Criteria};
use crate::board::{Board, Directions};
use crate::king_runs::KingRuns;
use crate::numbering::{Corner, Numbering};
use crate::precedence::Precedence;
use crate::rules::{Draws, Endings, Limit, Rules};

/// Frisian draughts: pieces capture in eight directions. Official rules of 2011.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frisian;

impl Variant for Frisian {
    type Word = u64;
    type Extra = KingRuns;
    const RULES: Rules = Rules {
        name: "frisian",
        title: "Frisian draughts",
        board: Board::diagonal(10, 10).with_row_guard(),
        man_captures: Directions::ALL,
        king_moves: Directions::DIAGONALS, // straight moves only when capturing
        king_captures: Directions::ALL,
        precedence: Precedence::Frisian,
        king_run_limit: Some(3), // three quiet moves in a row of one king, while its side has a man
        draws: Draws {
            repetition: Some(Limit {
                at: 3,
                name: "threefold_repetition",
                article: "as Scan; the official text is silent",
            }),
            king_moves: None,
            endings: Endings::Frisian,
        },
        blocked_article: "FRI-2011",
        articles: &Articles {
            board: "FRI-2011 1",
            man_captures: "FRI-2011 10",
            king_moves: "FRI-2011 9",
            king_captures: "FRI-2011 10",
            precedence: "FRI-2011 11, 12",
            criteria: Criteria {
                highest_value: "FRI-2011 11",
                with_king: "FRI-2011 12",
                ..Criteria::TOGETHER
            },
            king_runs: "FRI-2011",
            ..Articles::all("FRI-2011")
        },
        numbering: Numbering {
            pdn_game_type: 40,
            algebraic: false,
            corner: Corner::TopLeft,
            seen_by: Color::White,
            capture_sign: 'x',
        }, // PDN 3.0: "40,W,10,10,N2,0"
        ..International::RULES
    };
}
