//! The rules of chess in words, with the articles of the FIDE Laws.

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
    "The board has eight files and eight ranks, with a dark square in the lower left corner. Each player starts with a \
     king, a queen, two rooks, two bishops, two knights and eight pawns.",
    "FIDE 2.1 to 2.3",
);
const START_960: (&str, &str) = (
    "The board and pieces are those of chess, but the pieces behind the pawns start in one of 960 arrangements. Both \
     players have the same one, with the bishops on opposite colors and the king between the rooks.",
    "FIDE, guidelines II.2",
);
const BOARD: &[(&str, &str)] = &[
    ("White moves first; then the players alternate.", "FIDE 1.2"),
    (
        "A piece cannot move to a square occupied by its own side. Moving to a square occupied by an enemy piece \
         captures it.",
        "FIDE 3.1",
    ),
];
const PIECES: &[(&str, &str)] = &[
    ("The bishop moves any distance along a diagonal.", "FIDE 3.2"),
    ("The rook moves any distance along a rank or file.", "FIDE 3.3"),
    ("The queen moves any distance along a rank, file or diagonal.", "FIDE 3.4"),
    ("Bishops, rooks and queens cannot jump over pieces.", "FIDE 3.5"),
    ("The knight moves to one of the nearest squares not on the same rank, file or diagonal.", "FIDE 3.6"),
    (
        "The pawn moves one square straight forward, or two from its starting square, over empty squares only.",
        "FIDE 3.7",
    ),
    ("It captures one square diagonally forward.", "FIDE 3.7"),
    (
        "A pawn that has just moved two squares can be captured by an enemy pawn beside it, on the next move only, as \
         if it had moved one square (en passant).",
        "FIDE 3.7",
    ),
    ("A pawn that reaches the last rank promotes to a queen, rook, bishop or knight.", "FIDE 3.7"),
    ("The king moves one square in any direction, but not to an attacked square.", "FIDE 3.8.1"),
];
const CASTLING: (&str, &str) = (
    "To castle, the king moves two squares toward a rook, and that rook moves to the square the king crossed.",
    "FIDE 3.8.2",
);
const CASTLING_960: (&str, &str) = (
    "To castle, the king and a rook move to the squares where they end in chess: the king to the c- or g-file, the rook \
     to the d- or f-file. All squares they cross or reach must be empty, except for the king and the rook themselves.",
    "FIDE, guidelines II.3",
);
const CASTLING_LIMITS: (&str, &str) = (
    "Neither piece may have moved before, no piece may stand between them, and the king may not be in check, cross an \
     attacked square or end on one.",
    "FIDE 3.8.2",
);
const CHECK: &[(&str, &str)] =
    &[("A king under attack is in check. No move may leave the mover's own king in check.", "FIDE 3.9")];
const NOTATION: &str = "Positions are written in FEN, moves in SAN (Nf3) or UCI (g1f3).";
const NOTATION_960: &str = "Positions are written in FEN with the files of the castling rooks, moves in SAN (Nf3) or \
                            UCI (g1f3). In UCI, castling is written as the king capturing its own rook.";

fn endings() -> Vec<RuleInWords> {
    [
        ("A player in check who has no legal move is checkmated and loses.", CHECKMATE.article),
        ("A player who has no legal move but is not in check is stalemated; the game is drawn.", STALEMATE.article),
        (
            "The game is drawn when no sequence of legal moves can end in checkmate. Damier judges this by material alone.",
            INSUFFICIENT_MATERIAL.article,
        ),
    ]
    .map(|(text, article)| RuleInWords::new("End", text, article))
    .into()
}

/// The limits count plies; the texts count moves by each player.
fn draws() -> Vec<RuleInWords> {
    [
        (
            format!("A player may claim a draw when the same position has occurred {CLAIM_OCCURRENCES} times."),
            THREEFOLD_REPETITION.article,
        ),
        (
            format!(
                "A player may claim a draw after {} moves by each player without a capture or pawn move.",
                CLAIM_PLIES / 2
            ),
            FIFTY_MOVES.article,
        ),
        (
            format!("The game is drawn when the same position has occurred {DRAW_OCCURRENCES} times."),
            FIVEFOLD_REPETITION.article,
        ),
        (
            format!(
                "The game is drawn after {} moves by each player without a capture or pawn move, unless the last one \
                 gives checkmate.",
                DRAW_PLIES / 2
            ),
            SEVENTYFIVE_MOVES.article,
        ),
    ]
    .map(|(text, article)| RuleInWords::new("Draws", text, article))
    .into()
}
