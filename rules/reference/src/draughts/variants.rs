//! The one table of all variants, each value with its source.

use super::board::Color;
use super::rules::*;

const THREEFOLD: &[DrawRule] = &[DrawRule::Repetition(3)];

/// FMJD art. 6.
const INTERNATIONAL_DRAWS: &[DrawRule] = &[
    DrawRule::Repetition(3),                           // FMJD 6.1
    DrawRule::KingMovesOnly(50),                       // FMJD 6.2: 25 moves each, men may be on the board
    DrawRule::ThreeAgainstKing(32),                    // 16 moves each
    DrawRule::ThreeAgainstKingHoldingLongDiagonal(10), // 5 moves each
    DrawRule::TwoAgainstKing(10),                      // 5 moves each
];

/// FMJD-64 art. 7.2.
const FMJD64_DRAWS: &[DrawRule] = &[
    DrawRule::Repetition(3),                                      // 7.2.3
    DrawRule::KingsAgainstKing { kings: 3, plies: 30 },           // 7.2.4: 15 moves each
    DrawRule::KingMovesOnlyOutsideEndings(30),                    // 7.2.5: 15 moves each
    DrawRule::UnchangedBalance { least: 4, most: 5, plies: 60 },  // 7.2.6: 30 moves each
    DrawRule::UnchangedBalance { least: 6, most: 7, plies: 120 }, // 7.2.6: 60 moves each
    DrawRule::ThreeAgainstKingOnLongDiagonal(10),                 // 7.2.7: 5 moves each
    DrawRule::TwoAgainstKing(10),                                 // 7.2.8: 5 moves each
];

/// APCA 26, and 13 moves for three kings against one.
const POOL_DRAWS: &[DrawRule] = &[
    DrawRule::Repetition(3),
    DrawRule::KingMovesOnly(60),
    DrawRule::KingsAgainstKing { kings: 3, plies: 26 },
];

/// FRI-2011; the repetition rule as SCAN has it.
const FRISIAN_DRAWS: &[DrawRule] = &[
    DrawRule::Repetition(3),
    DrawRule::TwoKingsAgainstKing(14), // 7 moves each
    DrawRule::KingAgainstKing,
];

/// FMJD Annex 1, articles 2 to 4; a value without a number follows from these as a whole.
const INTERNATIONAL: Rules = Rules {
    name: "international",
    files: 10,                                   // 2.6
    ranks: 10,                                   // 2.6
    playing_squares: PlayingSquares::BottomLeft, // 2.6: square 46 is the corner
    rows_of_men: 4,                              // 2.8
    empty_back_rows: 0,                          // 2.8
    first: Color::White,
    man_moves: DIAGONAL_FORWARD,
    man_captures: DIAGONAL, // 4.1
    king_moves: DIAGONAL,
    king_captures: DIAGONAL,
    flying_kings: true,
    landing: Landing::Free,
    man_takes_king: true,
    precedence: &[Precedence::Count], // 4.13, 4.14
    removal: Removal::AfterMove,      // 4
    may_reverse: true,                // no effect while captured pieces stay
    promotion: Promotion::IfMoveEnds,
    no_legal_move: NoLegalMove::Loses,
    first_king_wins: false,
    one_piece_loses: false,
    king_beats_man: false,
    king_run_limit: None,
    draws: INTERNATIONAL_DRAWS,        // 6
    numbering: Numbering::FromTopLeft, // 2.6
    algebraic: Algebraic::FromBottomLeft,
};

/// DCTL: international rules on 144 squares.
const CANADIAN: Rules = Rules { name: "canadian", files: 12, ranks: 12, rows_of_men: 5, ..INTERNATIONAL };

/// FMJD-BR: international rules on 64 squares, drawn as Russian.
const BRAZILIAN: Rules =
    Rules { name: "brazilian", files: 8, ranks: 8, rows_of_men: 3, draws: FMJD64_DRAWS, ..INTERNATIONAL };

/// CBD 16: the summary names no other count.
const BRAZILIAN_CBD: Rules = Rules {
    name: "brazilian-cbd",
    draws: &[DrawRule::Repetition(3), DrawRule::KingMovesOnly(40)], // 20 moves each
    ..BRAZILIAN
};

/// FMJD-64.
const RUSSIAN: Rules = Rules {
    name: "russian",
    precedence: &[],                       // free choice, but complete
    promotion: Promotion::ContinuesAsKing, // DCTL: kodeks 1.5.15
    ..BRAZILIAN
};

/// APCA rules 14 to 23.
const POOL: Rules = Rules {
    name: "pool",
    first: Color::Black,
    precedence: &[],
    promotion: Promotion::IfMoveEnds, // APCA 5, 16
    draws: POOL_DRAWS,
    ..BRAZILIAN
};

/// WCDF clauses 1.1 to 1.32.
const ENGLISH: Rules = Rules {
    name: "english",
    first: Color::Black,
    man_captures: DIAGONAL_FORWARD,
    flying_kings: false,
    precedence: &[],                                                // 1.20
    promotion: Promotion::EndsMove,                                 // 1.17-1.20
    draws: &[DrawRule::Repetition(3), DrawRule::KingMovesOnly(80)], // 1.32
    ..BRAZILIAN
};

/// FID, Capo I.
const ITALIAN: Rules = Rules {
    name: "italian",
    playing_squares: PlayingSquares::NotBottomLeft,
    first: Color::White,
    man_takes_king: false, // 4.7, 5.3
    // 6.6 to 6.9, in this order.
    precedence: &[
        Precedence::Count,
        Precedence::WithKing,
        Precedence::KingsCaptured,
        Precedence::EarliestKing,
    ],
    draws: &[DrawRule::Repetition(4), DrawRule::KingMovesOnly(80)], // 9.3 b1, 10.4
    ..ENGLISH
};

/// S64.
const SPANISH: Rules = Rules {
    name: "spanish",
    playing_squares: PlayingSquares::NotBottomLeft,
    man_captures: DIAGONAL_FORWARD,
    precedence: &[Precedence::Count, Precedence::KingsCaptured],
    promotion: Promotion::EndsMove,
    draws: &[DrawRule::Repetition(3), DrawRule::KingMovesOnly(40)], // 20 moves each
    numbering: Numbering::FromBottomRight,
    ..BRAZILIAN
};

/// FMJD-CZ.
const CZECH: Rules = Rules {
    name: "czech",
    man_captures: DIAGONAL_FORWARD,
    precedence: &[Precedence::WithKing],
    promotion: Promotion::EndsMove,
    draws: &[DrawRule::Repetition(3), DrawRule::KingMovesOnly(30)], // 15 moves each
    ..BRAZILIAN
};

/// FRI-2011.
const FRISIAN: Rules = Rules {
    name: "frisian",
    man_captures: DIAGONAL_AND_STRAIGHT,
    king_captures: DIAGONAL_AND_STRAIGHT, // but moves along diagonals only, art. 9
    precedence: &[Precedence::FrisianValue, Precedence::WithKing], // art. 11, 12
    king_run_limit: Some(3),
    draws: FRISIAN_DRAWS,
    ..INTERNATIONAL
};

/// FANDOM, WINTHER; PDN3 for the first move and the numbers.
const THAI: Rules = Rules {
    name: "thai",
    rows_of_men: 2,
    first: Color::Black,
    man_captures: DIAGONAL_FORWARD,
    landing: Landing::BehindEach,
    precedence: &[],
    removal: Removal::Immediate,
    may_reverse: true,
    promotion: Promotion::EndsMove,
    draws: THREEFOLD,
    numbering: Numbering::FromBottomRight, // top left seen from Black
    ..BRAZILIAN
};

/// WIKI, pydraughts. Promotion and the turn are disputed.
const TURKISH: Rules = Rules {
    name: "turkish",
    playing_squares: PlayingSquares::All,
    rows_of_men: 2,
    empty_back_rows: 1,
    man_moves: ORTHOGONAL_NOT_BACKWARD,
    man_captures: ORTHOGONAL_NOT_BACKWARD,
    king_moves: ORTHOGONAL,
    king_captures: ORTHOGONAL,
    removal: Removal::Immediate,
    may_reverse: false,
    promotion: Promotion::ContinuesAsKing,
    draws: &[DrawRule::Repetition(3), DrawRule::OnePieceEach],
    ..BRAZILIAN
};

/// House rules after WINTHER without the one-piece rule.
const NIGERIAN: Rules = Rules {
    name: "nigerian",
    playing_squares: PlayingSquares::NotBottomLeft,
    precedence: &[],
    draws: THREEFOLD,
    ..INTERNATIONAL
};

/// WINTHER's reading.
const ARGENTINIAN: Rules =
    Rules { name: "argentinian", landing: Landing::BehindEach, draws: THREEFOLD, ..SPANISH };

/// International rules on another board, to test the geometry.
const fn test_board(name: &'static str, files: u8, ranks: u8, rows_of_men: u8) -> Rules {
    Rules { name, files, ranks, rows_of_men, draws: THREEFOLD, ..INTERNATIONAL }
}

/// Every variant.
pub static ALL: &[Rules] = &[
    INTERNATIONAL,
    RUSSIAN,
    BRAZILIAN,
    BRAZILIAN_CBD,
    ENGLISH,
    ITALIAN,
    SPANISH,
    Rules { name: "portuguese", ..SPANISH }, // FPD: as Spanish
    POOL,
    Rules { name: "pool-unified", first: Color::White, ..POOL }, // PDN3: letters from a1
    CZECH,
    FRISIAN,
    Rules { name: "frysk", rows_of_men: 1, ..FRISIAN }, // LID
    CANADIAN,
    Rules { name: "spantsiretti", files: 10, ..RUSSIAN }, // PDN3: ten columns, eight rows
    Rules { name: "killer", landing: Landing::BehindLastKing, draws: THREEFOLD, ..INTERNATIONAL }, // FREELING
    Rules { name: "breakthrough", first_king_wins: true, draws: &[], ..INTERNATIONAL }, // LID
    Rules { name: "losing", no_legal_move: NoLegalMove::Wins, draws: THREEFOLD, ..INTERNATIONAL }, // SCAN
    Rules { name: "poddavki", no_legal_move: NoLegalMove::Wins, draws: THREEFOLD, ..RUSSIAN }, // WIKI
    THAI,
    Rules { name: "filipino", playing_squares: PlayingSquares::NotBottomLeft, ..BRAZILIAN }, // WINTHER, WIKI
    Rules {
        name: "jamaican", // PDN3, WINTHER
        playing_squares: PlayingSquares::NotBottomLeft,
        algebraic: Algebraic::FromTopLeft, // PDN tag A1: bottom right seen from Black
        ..POOL
    },
    Rules { name: "srilankan", playing_squares: PlayingSquares::NotBottomLeft, ..CANADIAN }, // DCTL, WINTHER
    TURKISH,
    Rules {
        name: "armenian", // WIKI
        man_moves: FORWARD_AND_SIDEWAYS,
        king_moves: ALL_NEIGHBORS,
        // No source speaks of the turn by 180 degrees; forbidden as in Turkish,
        // which matters because captured pieces leave the board at once.
        may_reverse: false,
        draws: &[], // by agreement only
        ..TURKISH
    },
    ARGENTINIAN,
    Rules {
        name: "argentinian-wiki", // WIKI's reading
        landing: Landing::Free,
        precedence: &[Precedence::Count, Precedence::WithKing],
        ..ARGENTINIAN
    },
    Rules { name: "slovak", rows_of_men: 2, no_legal_move: NoLegalMove::DrawsIfBlocked, ..CZECH }, // FANDOM, WIKI
    Rules { name: "modern", landing: Landing::BehindLastKingOfSeveral, draws: THREEFOLD, ..INTERNATIONAL }, // WINTHER
    Rules { name: "ghanaian", one_piece_loses: true, ..NIGERIAN },
    NIGERIAN,
    test_board("intl6x6", 6, 6, 2),
    test_board("intl10x8", 10, 8, 3),
    test_board("intl12x10", 12, 10, 4),
    test_board("intl14x14", 14, 14, 6),
    test_board("ktar8x10", 8, 10, 4),
    Rules {
        // The top left corner is the one that is no playing square on all test
        // boards; with eleven rows the bottom left corner is not one either.
        playing_squares: PlayingSquares::NotBottomLeft,
        ..test_board("ktar10x11", 10, 11, 4)
    },
    test_board("ktar10x12", 10, 12, 5),
    Rules { name: "english6x6", files: 6, ranks: 6, rows_of_men: 2, draws: THREEFOLD, ..ENGLISH },
];

/// Variants with one disputed rule decided the other way.
pub static DISPUTED: &[Rules] = &[
    Rules {
        name: "international-fresh-five", // LID: a capture that leaves two against one starts a fresh five
        draws: &[
            DrawRule::Repetition(3),
            DrawRule::KingMovesOnly(50),
            DrawRule::ThreeAgainstKingUntilCapture(32),
            DrawRule::ThreeAgainstKingHoldingLongDiagonal(10),
            DrawRule::TwoAgainstKing(10),
        ],
        ..INTERNATIONAL
    },
    Rules {
        name: "international-without-diagonal", // LID, pydraughts, py-draughts
        draws: &[
            DrawRule::Repetition(3),
            DrawRule::KingMovesOnly(50),
            DrawRule::ThreeAgainstKing(32),
            DrawRule::TwoAgainstKing(10),
        ],
        ..INTERNATIONAL
    },
    // Men that capture backward but stop where they are crowned: one of the readings of Ghanaian draughts.
    Rules { name: "international-stop", promotion: Promotion::EndsMove, ..INTERNATIONAL },
    Rules {
        name: "italian-threefold",
        draws: &[DrawRule::Repetition(3), DrawRule::KingMovesOnly(80)],
        ..ITALIAN
    }, // pydraughts
    Rules { name: "filipino-regular", ..BRAZILIAN }, // World Dama Federation per WINTHER
    Rules { name: "turkish-stop", promotion: Promotion::EndsMove, ..TURKISH }, // setupgroup
    Rules { name: "turkish-man", promotion: Promotion::IfMoveEnds, ..TURKISH }, // hcheckers, older WIKI
    Rules { name: "turkish-king-wins", king_beats_man: true, ..TURKISH }, // WIKI, Novel Games
    Rules { name: "turkish-play-on", draws: THREEFOLD, ..TURKISH }, // one piece each is no draw
];

/// The rules of the variant with this name, disputed ones included.
pub fn rules_of(name: &str) -> Option<&'static Rules> {
    ALL.iter().chain(DISPUTED).find(|rules| rules.name == name)
}
