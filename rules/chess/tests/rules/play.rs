//! Playing moves: clocks, castling rights, en passant, the null move.

use boardgame::testing::check_position;
use boardgame::{Color, Countable, MoveStyle, Notation, Position, PositionExt};
use damier_chess::{Chess, ChessPosition, Mode, Move, Role, Square};

use crate::common::{at, legal_moves, texts};

/// The position after moves in UCI notation.
#[track_caller]
fn after<M: Mode>(fen: &str, moves: &str) -> ChessPosition<M> {
    let mut position: ChessPosition<M> = at(fen);
    for text in moves.split_whitespace() {
        let mv = position.read_move(text, MoveStyle::Protocol);
        position.play(mv.unwrap_or_else(|error| panic!("{fen} {moves}: {error}")));
        check_position(&position);
    }
    position
}

#[track_caller]
fn leads_to<M: Mode>(fen: &str, moves: &str, expected: &str) {
    assert_eq!(after::<M>(fen, moves).to_fen(), expected, "{fen} {moves}");
}

#[test]
fn clocks_count_plies_and_moves() {
    let fen = "r3k2r/p7/8/8/8/8/P7/R3K2R w KQkq - 7 30";
    leads_to::<damier_chess::Standard>(fen, "e1e2", "r3k2r/p7/8/8/8/8/P3K3/R6R b kq - 8 30");
    leads_to::<damier_chess::Standard>(fen, "e1e2 e8e7", "r6r/p3k3/8/8/8/8/P3K3/R6R w - - 9 31");
    // Castling is no pawn move and no capture.
    leads_to::<damier_chess::Standard>(fen, "e1g1", "r3k2r/p7/8/8/8/8/P7/R4RK1 b kq - 8 30");
    leads_to::<damier_chess::Standard>(fen, "a2a4", "r3k2r/p7/8/8/P7/8/8/R3K2R b KQkq - 0 30");
    leads_to::<damier_chess::Standard>(fen, "h1h8", "r3k2R/p7/8/8/8/8/P7/R3K3 b Qq - 0 30");
    leads_to::<damier_chess::Standard>(
        "7k/P7/8/8/8/8/8/7K w - - 5 9",
        "a7a8r",
        "R6k/8/8/8/8/8/8/7K b - - 0 9",
    );
}

#[test]
fn en_passant_is_possible_at_once_or_never() {
    let fen = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 3 1";
    leads_to::<damier_chess::Standard>(fen, "d7d5", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
    leads_to::<damier_chess::Standard>(fen, "d7d5 e5d6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2");
    leads_to::<damier_chess::Standard>(fen, "d7d5 e1e2 e8e7", "8/4k3/8/3pP3/8/8/4K3/8 w - - 2 3");
    leads_to::<damier_chess::Standard>(fen, "d7d6", "4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 2");
}

/// FIDE 3.8.2.1: the right is lost with the rook, and no other rook gets it.
#[test]
fn a_captured_rook_takes_the_right_with_it() {
    let fen = "4k3/8/8/8/8/6n1/7R/4K2R b K - 0 1";
    leads_to::<damier_chess::Standard>(fen, "g3h1 h2h1", "4k3/8/8/8/8/8/8/4K2R b - - 0 2");
    assert_eq!(perft::perft(&at::<damier_chess::Standard>(fen), 4), 45_223);
    leads_to::<damier_chess::Standard>(
        "4k2r/8/6N1/8/8/8/8/4K3 w k - 0 1",
        "g6h8 e8e7 h8g6",
        "8/4k3/6N1/8/8/8/8/4K3 b - - 2 2",
    );
    // A rook that comes back has still moved.
    leads_to::<damier_chess::Standard>(
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "h1h2 e8e7 h2h1",
        "8/4k3/8/8/8/8/8/R3K2R b Q - 3 2",
    );
    // A promotion takes the rook in the corner.
    leads_to::<damier_chess::Standard>(
        "r3k2r/1P6/8/8/8/8/8/4K3 w kq - 0 1",
        "b7a8n",
        "N3k2r/8/8/8/8/8/8/4K3 b k - 0 1",
    );
    // Rook takes rook: two rights at once.
    leads_to::<damier_chess::Standard>(
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "a1a8",
        "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1",
    );
    // A promoted rook in the corner has no right, nor has a rook that was not meant.
    leads_to::<damier_chess::FischerRandom>(
        "1r2k2r/8/8/8/8/8/8/4KR1R w Fh - 0 1",
        "h1h8",
        "1r2k2R/8/8/8/8/8/8/4KR2 b F - 0 1",
    );
}

#[test]
fn a_capture_en_passant_that_bares_the_rank_is_illegal() {
    let position: Chess = at("8/8/8/K2pP2q/8/8/8/7k w - d6 0 2");
    assert_eq!(texts(&position, MoveStyle::Record), ["Ka4", "Ka6", "Kb4", "Kb5", "Kb6", "e6"]);
}

/// Pawns are promoted as a set: neither two on one square nor a whole rank may get lost.
#[test]
fn several_pawns_promote() {
    let promotions = |fen: &str| {
        let position: Chess = at(fen);
        let texts = texts(&position, MoveStyle::Protocol).into_iter();
        let found = texts.filter(|text| text.len() == 5).collect::<Vec<_>>();
        assert_eq!(position.count_legal(), legal_moves(&position).len(), "{fen}");
        found
    };
    // Both pawns are blocked, and can take the same piece only.
    let fen = "1nrn3k/1P1P4/8/8/8/8/8/K7 w - - 0 1";
    let expected = ["b7c8b", "b7c8n", "b7c8q", "b7c8r", "d7c8b", "d7c8n", "d7c8q", "d7c8r"];
    assert_eq!(promotions(fen), expected);
    assert_eq!(promotions("8/PPPPPPPP/8/8/8/8/8/K6k w - - 0 1").len(), 32);
    assert_eq!(promotions("K6k/8/8/8/8/8/pppppppp/8 b - - 0 1").len(), 32);
}

#[test]
fn castling_moves_king_and_rook() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
    leads_to::<damier_chess::Standard>(fen, "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2");
    leads_to::<damier_chess::Standard>(fen, "e8g8 e1c1", "r4rk1/8/8/8/8/8/8/2KR3R b - - 2 2");
    // In Chess960 they may change places, or only one of them moves.
    leads_to::<damier_chess::FischerRandom>(
        "4k3/8/8/8/8/8/8/1RK5 w B - 0 1",
        "c1b1",
        "4k3/8/8/8/8/8/8/2KR4 b - - 1 1",
    );
    leads_to::<damier_chess::FischerRandom>(
        "4k3/8/8/8/8/8/8/2RK4 w C - 0 1",
        "d1c1",
        "4k3/8/8/8/8/8/8/2KR4 b - - 1 1",
    );
    leads_to::<damier_chess::FischerRandom>(
        "4k3/8/8/8/8/8/8/3RK3 w D - 0 1",
        "e1d1",
        "4k3/8/8/8/8/8/8/2KR4 b - - 1 1",
    );
}

/// FIDE 3.8.2.2: not out of, through or into check; the rook may be attacked.
#[test]
fn attacked_squares_and_castling() {
    for (fen, castles) in [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O O-O-O"),
        ("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O"),
        ("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O"),
        ("4k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O O-O-O"),
        ("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O O-O-O"),
        ("2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O"),
        ("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O"),
        ("1k2r3/8/8/8/8/8/8/R3K2R w KQ - 0 1", ""),
        ("4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1", "O-O-O"),
        ("4k3/8/8/8/8/8/1p6/R3K2R w KQ - 0 1", "O-O"),
        ("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", ""),
    ] {
        let position: Chess = at(fen);
        let found: Vec<_> = texts(&position, MoveStyle::Record)
            .into_iter()
            .map(|text| text.trim_end_matches('+').to_owned())
            .filter(|text| text.starts_with('O'))
            .collect();
        assert_eq!(found.join(" "), castles, "{fen}");
    }
}

#[test]
fn the_null_move_passes_the_turn() {
    let position: Chess = at("4k3/8/8/8/3pP3/8/8/4K3 b - e3 4 7");
    let next = position.after_null_move().expect("no check");
    assert_eq!(next.to_fen(), "4k3/8/8/8/3pP3/8/8/4K3 w - - 5 8");
    check_position(&next);
    assert_eq!(next.after_null_move().expect("no check").to_fen(), "4k3/8/8/8/3pP3/8/8/4K3 b - - 6 8");
    assert_eq!(at::<damier_chess::Standard>("4k3/8/8/8/8/8/8/K3R3 b - - 0 1").after_null_move(), None);
}

/// Side to move, each castling right, en passant, each piece and square; but no clock.
#[test]
fn what_the_key_tells_apart() {
    let fens = [
        "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 1",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R w Qkq - 0 1",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R w Kkq - 0 1",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R w KQq - 0 1",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R w KQk - 0 1",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R w - - 0 1",
        "r3k2r/8/8/8/3pN3/8/8/R3K2R w - - 0 1",
        "r3k2r/8/8/8/3p1P2/8/8/R3K2R w - - 0 1",
        "r3k2r/8/8/8/3Pp3/8/8/R3K2R w - - 0 1",
    ];
    let mut keys: Vec<u64> = fens.iter().map(|fen| at::<damier_chess::Standard>(fen).key()).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), fens.len());
    let clocks: Chess = at("r3k2r/8/8/8/3pP3/8/8/R3K2R w KQkq - 9 30");
    assert_eq!(clocks.key(), at::<damier_chess::Standard>(fens[2]).key());
    assert!(clocks.repeats(&at(fens[2])));
}

#[test]
fn a_position_tells_its_pieces_checks_and_pins() {
    let position: Chess = at("4r1k1/8/8/8/1b6/2N5/4B3/4K3 w - - 0 1");
    assert_eq!(position.pinned().into_iter().collect::<Vec<_>>(), [Square::E2, Square::C3]);
    assert!(position.checkers().is_empty() && !position.is_check());
    assert_eq!((position.king(Color::White), position.king(Color::Black)), (Square::E1, Square::G8));
    assert_eq!(position.pieces(Color::Black).len(), 3);
    assert_eq!(position.role(damier_chess::Role::King).len(), 2);
    let position: Chess = at("4r1k1/8/8/8/8/3n4/8/4K3 w - - 0 1");
    assert_eq!(position.checkers().into_iter().collect::<Vec<_>>(), [Square::D3, Square::E8]);
    assert!(position.castling_rooks().is_empty());
}

/// A broken contract gives a wrong position, but no panic.
#[test]
fn illegal_moves_do_not_panic() {
    use damier_chess::Move;
    for fen in ["r3k2r/p7/8/3pP3/8/8/P7/R3K2R w KQkq d6 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"] {
        let position: Chess = at(fen);
        for (from, to) in Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to))) {
            for mv in [
                Move::plain(from, to),
                Move::promotion(from, to, damier_chess::Role::Knight),
                Move::en_passant(from, to),
                Move::castling(from, to),
            ] {
                let _ = position.is_irreversible(mv);
                assert_eq!(position.after(mv).turn(), !position.turn());
            }
        }
    }
}

/// Nothing before a capture, a move of a pawn, or a move that loses a right to castle can come again.
#[test]
fn moves_that_cannot_be_taken_back() {
    let rooks = "r3k2r/1p6/8/8/4p3/7p/3P1P2/R3K2R w KQkq - 0 1";
    for (fen, mv, expected) in [
        (rooks, "d2d3", true),
        (rooks, "d2d4", true),
        (rooks, "e1g1", true),
        (rooks, "e1e2", true),
        (rooks, "a1b1", true),
        (rooks, "h1h2", true),
        (rooks, "h1h3", true),
        (rooks, "a1a8", true),
        ("r3k2r/8/8/8/8/8/1R6/4K3 w kq - 0 1", "b2b3", false),
        ("r3k2r/8/8/8/8/8/1R6/4K3 w kq - 0 1", "e1e2", false),
        ("r3k2r/8/8/8/8/8/R7/4K3 w kq - 0 1", "a2a8", true),
        ("r3k2r/8/8/8/8/8/R7/4K3 w - - 0 1", "a2b2", false),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1", "a1b1", false),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "h1g1", false),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "e1e2", true),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQ - 0 1", "e8e7", false),
        ("r3k2r/8/8/8/8/8/8/R3K2R b k - 0 1", "e8e7", true),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", true),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", "f1g3", false),
    ] {
        let position: Chess = at(fen);
        let mv = position.read_move(mv, MoveStyle::Protocol).expect("a legal move");
        assert_eq!(position.is_irreversible(mv), expected, "{fen} {mv:?}");
    }
}

/// Loud moves are the captures and the promotions to a queen, in the order of all moves. What attacks a square is the
/// same for both players.
#[test]
fn loud_moves_and_attackers() {
    for fen in [
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "1n1n4/P1P3k1/8/8/8/8/2K3p1/5N1R w - - 0 1",
        "1n1n4/P1P3k1/8/8/8/8/2K3p1/5N1R b - - 0 1",
        "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1",
        "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1",
    ] {
        let position: Chess = at(fen);
        let moves = position.legal_moves();
        let is_loud = |mv: &&Move| position.is_capture(**mv) || mv.promotion_role() == Some(Role::Queen);
        let expected: Vec<Move> = moves.iter().filter(is_loud).copied().collect();
        let mut loud = moves.clone();
        position.loud_moves(&mut loud);
        assert_eq!(&loud[..], &expected[..], "{fen}");
        // Whoever captures on a square attacks it.
        let occupied = position.pieces(Color::White) | position.pieces(Color::Black);
        for mv in expected.iter().filter(|mv| position.piece_at(mv.to()).is_some()) {
            let attackers = position.attackers(mv.to(), occupied);
            assert!(attackers.contains(mv.from()), "{fen} {mv:?}");
            assert!((attackers & !occupied).is_empty(), "{fen} {mv:?}");
        }
    }
}
