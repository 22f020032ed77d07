//! The rules of chess in words, by the articles of the FIDE Laws.

use boardgame::RuleInWords;

use crate::mode::Mode;
use crate::outcome::{
    CHECKMATE, CLAIM_OCCURRENCES, CLAIM_PLIES, DRAW_OCCURRENCES, DRAW_PLIES, FIFTY_MOVES,
    FIVEFOLD_REPETITION, INSUFFICIENT_MATERIAL, SEVENTYFIVE_MOVES, STALEMATE, THREEFOLD_REPETITION,
};
use crate::position::ChessPosition;

impl<M: Mode> ChessPosition<M> {
    /// The rules in words, with their articles in the FIDE Laws.
    ///
    /// ```
    /// use damier_chess::{Chess, Chess960};
    ///
    /// let says = |rules: &[boardgame::RuleInWords], text| rules.iter().any(|rule| rule.text.contains(text));
    /// assert!(says(&Chess::rules_in_words(), "75 moves"));
    /// assert!(!says(&Chess::rules_in_words(), "960") && says(&Chess960::rules_in_words(), "960"));
    /// ```
    #[must_use]
    pub fn rules_in_words() -> Vec<RuleInWords> {
        let mut rules = Vec::new();
        let mut add = |topic, texts: &[(&str, &'static str)]| {
            rules.extend(texts.iter().map(|&(text, article)| RuleInWords::new(topic, text, article)));
        };
        add("Board", &[if M::CHESS960 { START_960 } else { START }]);
        add("Board", BOARD);
        add("Pieces", PIECES);
        add("Castling", &[if M::CHESS960 { CASTLING_960 } else { CASTLING }, CASTLING_LIMITS]);
        add("Check", CHECK);
        rules.extend(endings());
        rules.extend(draws());
        let notation = if M::CHESS960 { NOTATION_960 } else { NOTATION };
        rules.push(RuleInWords::new("Notation", notation, ""));
        rules
    }
}

const START: (&str, &str) = (
    "The board has eight columns and eight rows, with a dark square in the lower left corner; each player starts with \
     a king, a queen, two rooks, two bishops, two knights and eight pawns.",
    "FIDE 2.1 to 2.3",
);
const START_960: (&str, &str) = (
    "The board and the pieces are those of chess, but the pieces behind the pawns stand in one of 960 orders, the same \
     for both players: the bishops on squares of different colors, the king between the rooks.",
    "FIDE, guidelines II.2",
);
const BOARD: &[(&str, &str)] = &[
    ("White moves first, then the players move by turns.", "FIDE 1.2"),
    (
        "A piece may not go to a square with a piece of its own color; going to a square with an enemy piece captures \
         that.",
        "FIDE 3.1",
    ),
];
const PIECES: &[(&str, &str)] = &[
    ("The bishop goes any distance along a diagonal.", "FIDE 3.2"),
    ("The rook goes any distance along a row or column.", "FIDE 3.3"),
    ("The queen goes any distance along a row, column or diagonal.", "FIDE 3.4"),
    ("Bishop, rook and queen do not jump over pieces.", "FIDE 3.5"),
    ("The knight goes to the nearest squares not on the same row, column or diagonal.", "FIDE 3.6"),
    ("The pawn goes one free square forward, from its first square also two if both are free.", "FIDE 3.7"),
    ("It captures diagonally forward.", "FIDE 3.7"),
    (
        "A pawn that has just gone two squares may, in the next move only, be captured by an enemy pawn beside it as \
         if it had gone one (en passant).",
        "FIDE 3.7",
    ),
    ("A pawn that reaches the last row becomes a queen, rook, bishop or knight.", "FIDE 3.7"),
    ("The king goes one square in any direction that is not attacked.", "FIDE 3.8.1"),
];
const CASTLING: (&str, &str) = (
    "Castling: the king goes two squares toward a rook, and that rook to the square the king crossed.",
    "FIDE 3.8.2",
);
const CASTLING_960: (&str, &str) = (
    "Castling: king and rook go where they end in chess, the king to the c or g file, the rook to the d or f file; all \
     squares between, and those where they go, must be free but for the two.",
    "FIDE, guidelines II.3",
);
const CASTLING_LIMITS: (&str, &str) = (
    "Neither may have moved before, no piece may stand between them, and the king may not be in check nor cross or \
     reach an attacked square.",
    "FIDE 3.8.2",
);
const CHECK: &[(&str, &str)] =
    &[("A king that is attacked is in check. No move may leave the own king in check.", "FIDE 3.9")];
const NOTATION: &str = "Positions are written in FEN, moves as Nf3 (SAN) or g1f3 (UCI).";
const NOTATION_960: &str = "Positions are written in FEN with the files of the castling rooks, moves as Nf3 (SAN) or \
                            g1f3 (UCI); castling in UCI is the king taking its own rook.";

fn endings() -> Vec<RuleInWords> {
    [
        ("A king in check without a legal move is checkmated: its player has lost.", CHECKMATE.article),
        ("A player without a legal move who is not in check draws: stalemate.", STALEMATE.article),
        (
            "The game is drawn when no series of legal moves can end in mate; found here by the pieces alone.",
            INSUFFICIENT_MATERIAL.article,
        ),
    ]
    .map(|(text, article)| RuleInWords::new("End", text, article))
    .into()
}

/// Limits count plies, people the moves of each player.
fn draws() -> Vec<RuleInWords> {
    [
        (
            format!("A player may claim a draw when the same position comes up {CLAIM_OCCURRENCES} times."),
            THREEFOLD_REPETITION.article,
        ),
        (
            format!(
                "A player may claim a draw after {} moves of each player without a capture or a pawn move.",
                CLAIM_PLIES / 2
            ),
            FIFTY_MOVES.article,
        ),
        (
            format!("The game is drawn when the same position has come up {DRAW_OCCURRENCES} times."),
            FIVEFOLD_REPETITION.article,
        ),
        (
            format!(
                "The game is drawn after {} moves of each player without a capture or a pawn move, unless the last \
                 one mates.",
                DRAW_PLIES / 2
            ),
            SEVENTYFIVE_MOVES.article,
        ),
    ]
    .map(|(text, article)| RuleInWords::new("Draws", text, article))
    .into()
}
