//! All pairs of squares with all promotions, in many positions: a move is called legal exactly when the
//! generator lists it, no reason is missing, and what a reason claims is true on a plain board.

use std::collections::BTreeMap;
use std::fs;

use boardgame::testing::{Random, random_playout};
use boardgame::{Countable, MoveError, MoveList, MoveStyle, Notation, Position, PositionExt};
use damier_chess::{
    Chess, Chess960, ChessPosition, Illegal, Mode, Move, MoveKind, MoveRefusal, Role, Square,
};

use super::mailbox::{Mailbox, own_king};

type Seen = BTreeMap<&'static str, usize>;

const PROMOTIONS: [Option<Role>; 5] =
    [None, Some(Role::Queen), Some(Role::Rook), Some(Role::Bishop), Some(Role::Knight)];

/// Where the king arrives when it castles.
fn goal(mv: Move) -> Square {
    Square::at(if mv.to() > mv.from() { 6 } else { 2 }, mv.from().rank())
}

fn check<M: Mode>(position: &ChessPosition<M>, seen: &mut Seen) {
    let mut list = MoveList::new();
    position.legal_moves_into(&mut list);
    for from in Square::ALL {
        for to in Square::ALL {
            for promotion in PROMOTIONS {
                let fits = |mv: &&Move| {
                    let castles = mv.kind() == MoveKind::Castling && from != to && goal(**mv) == to;
                    mv.from() == from && (mv.to() == to || castles) && mv.promotion_role() == promotion
                };
                let letter =
                    promotion.map_or(String::new(), |role| role.letter().to_ascii_lowercase().to_string());
                let text = format!("{from}{to}{letter}");
                let is_legal = list.iter().any(|mv| fits(&mv));
                check_text(position, &text, MoveStyle::Protocol, Some((from, to)), is_legal, seen);
            }
        }
    }
    for role in Role::ALL {
        for to in Square::ALL {
            let fits = |mv: &&Move| {
                let piece = position.piece_at(mv.from()).expect("a move has a piece");
                let straight = role != Role::Pawn || mv.from().file() == mv.to().file();
                piece.role == role && mv.to() == to && mv.kind() != MoveKind::Castling && straight
            };
            let fitting = list.iter().filter(|mv| mv.promotion_role().is_none()).filter(fits).count();
            let text = format!("{}{to}", role.letter());
            match position.explain(&text, MoveStyle::Record) {
                Err(MoveRefusal::Text(MoveError::Ambiguous { .. })) => assert!(fitting > 1, "{text}"),
                _ => check_text(position, &text, MoveStyle::Record, None, fitting == 1, seen),
            }
            // A pawn that takes must name its file.
            if role == Role::Pawn {
                check_text(position, &format!("Px{to}"), MoveStyle::Record, None, false, seen);
            }
        }
    }
}

fn check_text<M: Mode>(
    position: &ChessPosition<M>,
    text: &str,
    style: MoveStyle,
    squares: Option<(Square, Square)>,
    is_legal: bool,
    seen: &mut Seen,
) {
    let fen = position.to_fen();
    match position.explain(text, style) {
        Ok(_) => assert!(is_legal, "{text} in {fen}"),
        Err(MoveRefusal::Illegal { reasons, .. }) => {
            assert!(!is_legal && !reasons.is_empty(), "{text} in {fen}: {reasons:?}");
            for reason in reasons {
                let squares = match reason {
                    Illegal::NotNamed { from, to, .. } => Some((from, to)),
                    _ => squares,
                };
                let is_true = squares.is_none_or(|(from, to)| is_true(position, from, to, reason))
                    && is_legal_advice(position, reason);
                let words = reason.with_article(M::CHESS960);
                assert!(is_true && !matches!(reason, Illegal::Unexplained), "{text} in {fen}: {words}");
                assert!(words.len() > 10 && !words.contains("  "), "{words}");
                *seen.entry(reason.code()).or_default() += 1;
            }
        }
        Err(other) => panic!("{text} in {fen}: {other:?}"),
    }
}

/// Whether a legal move does what a reason asks for.
fn is_legal_advice<M: Mode>(position: &ChessPosition<M>, reason: Illegal) -> bool {
    let some_move = |fits: &dyn Fn(&Move) -> bool| {
        let mut list = MoveList::new();
        position.legal_moves_into(&mut list);
        list.iter().any(fits)
    };
    match reason {
        Illegal::PromotionMissing { to } => some_move(&|mv| mv.to() == to && mv.promotion_role().is_some()),
        Illegal::CastlingWritten { king, rook } => {
            let text = if rook > king { "O-O" } else { "O-O-O" };
            position.explain(text, MoveStyle::Record).is_ok()
        }
        Illegal::NothingToCapture { to } | Illegal::NoEnPassant { to } => some_move(&|mv| mv.to() == to),
        _ => true,
    }
}

/// Whether the plain board shows what the reason says.
fn is_true<M: Mode>(position: &ChessPosition<M>, from: Square, to: Square, reason: Illegal) -> bool {
    let (board, turn, king) = (Mailbox::of(position), position.turn(), own_king(position));
    let occupied = |square: Square| position.piece_at(square);
    // A pawn that goes diagonally to an empty square takes the one beside it.
    let is_pawn = occupied(from).is_some_and(|piece| piece.role == Role::Pawn);
    let beside = Square::at(to.file(), from.rank());
    let takes_beside = is_pawn && from.file() != to.file() && occupied(to).is_none();
    let after = match takes_beside {
        true => board.clone().with(beside, None).moved(from, to),
        false => board.clone().moved(from, to),
    };
    match reason {
        Illegal::GameOver { .. } => position.count_legal() == 0,
        Illegal::NoPiece { square } => occupied(square).is_none(),
        Illegal::NotYours { square, piece } => occupied(square) == Some(piece) && piece.color != turn,
        Illegal::OwnPiece { square, .. } => occupied(square).is_some_and(|piece| piece.color == turn),
        Illegal::Blocked { by, .. } | Illegal::CastlingBlocked { by, .. } => {
            occupied(by.square) == Some(by.piece)
        }
        Illegal::KingAttacked { by, through, .. } => {
            after.attacks(by, to) && through != board.attacks(by, to)
        }
        Illegal::Pinned { by, .. } => after.attacks(by, king) && !board.attacks(by, king),
        Illegal::StaysInCheck { by, .. } => after.attacks(by, king) && board.attacks(by, king),
        Illegal::DoubleCheck { first, second, .. } => {
            first != second && board.attacks(first, king) && board.attacks(second, king)
        }
        // The king is safe as long as the pawn that is taken stays.
        Illegal::EnPassantExposes { pawn, by, .. } => {
            after.attacks(by, king) && after.with(pawn, occupied(pawn)).attacks(by, king) == (pawn != beside)
        }
        Illegal::CastlingInCheck { by, .. } => board.attacks(by, king),
        Illegal::CastlingAttacked { square, by, .. } => board.with(king, None).attacks(by, square),
        Illegal::CastlingExposes { rook, king: goal, by } => {
            let rook_to = Square::at(if rook > king { 5 } else { 3 }, king.rank());
            let (own_king, own_rook) = (occupied(king), occupied(rook));
            let after = board.with(king, None).with(rook, None).with(goal, own_king).with(rook_to, own_rook);
            after.attacks(by, goal)
        }
        Illegal::NotNamed { from, to, .. } => {
            let is_legal = |text: String| position.explain(&text, MoveStyle::Protocol).is_ok();
            is_legal(format!("{from}{to}")) || is_legal(format!("{from}{to}q"))
        }
        Illegal::PromotionMissing { to } => {
            position.explain(&format!("{from}{to}q"), MoveStyle::Protocol).is_ok()
        }
        Illegal::NotEnPassant { pawn, .. } => {
            occupied(pawn).is_some_and(|piece| piece.role == Role::Pawn && piece.color != turn)
        }
        _ => true,
    }
}

#[test]
fn every_refusal_in_random_games_is_right() {
    let mut seen = Seen::new();
    let mut positions = 0;
    for seed in 0..6 {
        let mut ply = 0;
        random_playout::<Chess>(seed, 150, |position| {
            ply += 1;
            if ply % 7 == 0 {
                check(position, &mut seen);
                positions += 1;
            }
        });
    }
    let mut random = Random::new(960);
    for _ in 0..60 {
        let mut position: Chess960 = Chess960::start_number(random.below(960) as u16).expect("below 960");
        for _ in 0..random.below(24) {
            let mut list = MoveList::new();
            position.legal_moves_into(&mut list);
            if let Some(&mv) = list.get(random.below(list.len().max(1))) {
                position.play(mv);
            }
        }
        check(&position, &mut seen);
        positions += 1;
    }
    println!("{positions} positions: {seen:#?}");
    assert!(positions > 150, "{positions}");
}

/// The positions of the suites are full of pins, checks, castling and captures en passant.
#[test]
fn every_refusal_in_suites_is_right() {
    let mut seen = Seen::new();
    let mut positions = 0;
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/perft/chess");
    for entry in fs::read_dir(folder).expect("suites") {
        let text = fs::read_to_string(entry.expect("entry").path()).expect("readable");
        for line in text.lines().filter(|line| !line.starts_with('#')).step_by(3) {
            let fen = line.split(';').next().unwrap_or_default().trim();
            if let Ok(position) = Chess::from_fen(fen) {
                check(&position, &mut seen);
                positions += 1;
            } else if let Ok(position) = Chess960::from_fen(fen) {
                check(&position, &mut seen);
                positions += 1;
            }
            if positions > 250 {
                break;
            }
        }
    }
    println!("{positions} positions: {seen:#?}");
    assert!(positions > 100, "{positions}");
}
