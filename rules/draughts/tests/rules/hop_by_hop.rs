//! Moves made hop by hop: they lead to exactly the legal moves, and errors say why.

use std::collections::HashSet;

use boardgame::testing::random_playout_from;
use boardgame::{Color, MoveList, MoveStyle, Notation, Position, PositionExt};
use damier_draughts::{
    AnyDraughts, AnyVariant, Hop, HopResult, Move, PartialMove, PartialMoveError, Role, Square,
};

use crate::common::{self, at, start};
use crate::variants::{FRISIAN, INTERNATIONAL, ITALIAN, RUSSIAN, THAI, variants};

fn square(variant: AnyVariant, name: &str) -> Square {
    variant.rules().read_square(name).unwrap_or_else(|| panic!("no square {name}"))
}

fn walk(variant: AnyVariant, fen: &str) -> PartialMove<AnyVariant> {
    at(variant, fen).begin_move().expect(fen)
}

/// The landing squares offered, as text.
fn landings(walk: &PartialMove<AnyVariant>) -> Vec<String> {
    let rules = walk.position().rules();
    let mut names: Vec<_> = walk.hops().iter().map(|hop| rules.square_name(hop.to)).collect();
    names.sort();
    names
}

/// Every move that some sequence of hops makes.
fn moves_by_hops(position: &AnyDraughts) -> HashSet<Move<u128>> {
    let mut walk = position.begin_move().expect("not too complex");
    let mut found = HashSet::new();
    for from in walk.movable() {
        walk.pick(from).expect("a movable piece can be picked");
        try_all_hops(&mut walk, &mut vec![from], &mut found);
        assert!(walk.undo());
    }
    assert!(!walk.undo(), "all hops were taken back");
    found
}

fn try_all_hops(walk: &mut PartialMove<AnyVariant>, path: &mut Vec<Square>, found: &mut HashSet<Move<u128>>) {
    let hops: Vec<Hop> = walk.hops().to_vec();
    assert!(!hops.is_empty(), "a hop led into a dead end");
    let (before, captured) = (walk.square(), walk.captured());
    for (index, hop) in hops.iter().enumerate() {
        assert!(!hops[..index].iter().any(|other| other.to == hop.to), "a landing square twice");
        path.push(hop.to);
        match walk.step(hop.to).expect("an offered hop") {
            HopResult::Done { mv, position } => {
                assert!(hop.ends);
                assert_eq!(walk.position().after(mv), position);
                assert!(walk.position().is_route(mv, path), "{path:?} is no route of {mv:?}");
                assert_eq!(walk.step(hop.to), Err(PartialMoveError::Complete));
                found.insert(mv);
            }
            HopResult::OnTheWay => {
                assert!(!hop.ends);
                assert_eq!(walk.captured(), captured.with(hop.captured.expect("a jump")));
                try_all_hops(walk, path, found);
            }
        }
        path.pop();
        assert!(walk.undo());
        assert_eq!((walk.square(), walk.captured(), walk.hops()), (before, captured, &hops[..]));
    }
}

fn check(variant: AnyVariant) {
    for seed in 0..6 {
        random_playout_from(start(variant), seed, 120, |position| {
            let mut list = MoveList::new();
            position.legal_moves_into(&mut list);
            let legal: HashSet<_> = list.iter().copied().collect();
            assert_eq!(moves_by_hops(position), legal, "{}", position.to_fen());
        });
    }
}

#[test]
fn hops_make_exactly_the_legal_moves() {
    variants().for_each(check);
}

#[test]
fn hops_make_exactly_the_legal_moves_of_rule_cases() {
    for case in common::cases_of_kind("international.json", "moves") {
        let position = at(INTERNATIONAL, common::text(&case, "fen"));
        if case["legal_moves"].as_array().is_some_and(|moves| moves.iter().all(|mv| mv["routes"].is_array()))
        {
            assert_eq!(moves_by_hops(&position).len() as u64, case["count"].as_u64().expect("count"));
        }
    }
    for case in common::cases_of_kind("russian.json", "moves") {
        let position = at(RUSSIAN, common::text(&case, "fen"));
        assert_eq!(moves_by_hops(&position).len() as u64, case["count"].as_u64().expect("count"));
    }
}

#[test]
fn a_king_may_pause_on_a_line() {
    let mut walk = walk(INTERNATIONAL, "W:WK46:B2,28,41");
    walk.pick(square(INTERNATIONAL, "46")).unwrap();
    assert_eq!(landings(&walk), ["32", "37"]);
    assert!(walk.hops().iter().all(|hop| !hop.ends));
    assert_eq!(walk.step(square(INTERNATIONAL, "32")), Ok(HopResult::OnTheWay));
    assert_eq!(landings(&walk), ["10", "14", "19", "23", "5"]);
    assert!(walk.hops().iter().all(|hop| hop.ends));
}

#[test]
fn a_picked_piece_tells_its_quiet_moves() {
    let mut walk = walk(INTERNATIONAL, "W:W28,50:B1");
    assert_eq!(walk.moves().map(|moves| moves.len()), Ok(4));
    walk.pick(square(INTERNATIONAL, "28")).unwrap();
    assert_eq!(walk.moves().map(|moves| moves.len()), Ok(2));
    assert_eq!(walk.moves_to(square(INTERNATIONAL, "22")).map(|moves| moves.len()), Ok(1));
}

/// FID 6.9: of two ways round only the one that meets the king first is offered.
#[test]
fn a_walk_in_italian_meets_kings_first() {
    let mut walk = walk(ITALIAN, "W:WK27:B14,15,22,K23");
    walk.pick(square(ITALIAN, "27")).unwrap();
    assert_eq!(landings(&walk), ["20"]);
}

#[test]
fn a_move_completed_at_once_has_taken_its_pieces() {
    let mut walk = walk(INTERNATIONAL, "W:W28:B1,14,23");
    let mv = walk.moves().expect("few moves")[0];
    walk.complete(mv).unwrap();
    assert_eq!(walk.captured(), mv.captured());
    assert_eq!((walk.picked(), walk.square()), (Some(mv.from()), Some(mv.to())));
}

#[test]
fn jumped_pieces_are_marked_and_stand() {
    let mut walk = walk(INTERNATIONAL, "W:W28:B1,14,23");
    let at = |name| square(INTERNATIONAL, name);
    walk.pick(at("28")).unwrap();
    walk.step(at("19")).unwrap();
    assert!(walk.marked().contains(at("23")) && walk.piece_at(at("23")).is_some());
    assert_eq!(walk.piece_at(at("28")), None);
    assert_eq!(walk.piece_at(at("19")).map(|piece| piece.color), Some(Color::White));
    assert_eq!((walk.picked(), walk.square()), (Some(at("28")), Some(at("19"))));
    walk.step(at("10")).unwrap();
    assert!(walk.marked().is_empty() && walk.piece_at(at("23")).is_none());
    assert!(walk.hops().is_empty());
    assert!(walk.undo() && walk.undo());
    assert_eq!(walk.piece_at(at("28")).map(|piece| piece.role), Some(Role::Man));
}

#[test]
fn jumped_pieces_leave_at_once_in_thai() {
    // White moves down in Thai numbering: a capture of two.
    let position = at(THAI, "B:B22:W18,10");
    let mut walk = position.begin_move().unwrap();
    let from = walk.movable().first().expect("a capture");
    let hop = walk.pick(from).unwrap()[0];
    assert_eq!(walk.step(hop.to), Ok(HopResult::OnTheWay));
    let jumped = hop.captured.expect("a jump");
    assert!(walk.marked().is_empty() && walk.captured().contains(jumped));
    assert_eq!(walk.piece_at(jumped), None);
}

#[test]
fn a_man_crowned_in_passing_is_a_king_at_once() {
    let mut walk = walk(RUSSIAN, "W:Wf6,h2:Bb6,e7,g7");
    let at = |name| square(RUSSIAN, name);
    walk.pick(at("f6")).unwrap();
    walk.step(at("d8")).unwrap();
    assert_eq!(walk.piece_at(at("d8")).map(|piece| piece.role), Some(Role::King));
    assert!(matches!(walk.step(at("a5")), Ok(HopResult::Done { mv, .. }) if mv.is_crowning()));
}

#[test]
fn moves_with_the_same_end_can_be_told_apart() {
    let mut walk = walk(INTERNATIONAL, "W:WK47:B14,19,29,31,42");
    let at = |name| square(INTERNATIONAL, name);
    let ambiguous = walk.moves_to(at("36")).unwrap();
    assert_eq!(ambiguous.len(), 2);
    // The hops decide ...
    walk.pick(at("47")).unwrap();
    assert_eq!(walk.moves_to(at("36")).unwrap().len(), 2);
    walk.step(at("38")).unwrap();
    assert_eq!(walk.moves_to(at("36")).unwrap().len(), 2);
    walk.step(at("24")).unwrap();
    let decided = walk.moves_to(at("36")).unwrap();
    assert_eq!(decided.len(), 1);
    // ... or the caller chooses.
    assert!(walk.undo());
    let other = *ambiguous.iter().find(|&mv| *mv != decided[0]).unwrap();
    let done = walk.complete(other).unwrap();
    assert!(matches!(done, HopResult::Done { mv, .. } if mv == other));
    assert_eq!(walk.moves(), Ok(vec![other]));
    assert_eq!(walk.complete(other), Err(PartialMoveError::Complete));
    assert!(walk.undo());
    walk.step(at("24")).unwrap();
    assert_eq!(walk.complete(other), Err(PartialMoveError::NotPossible));
}

#[test]
fn a_whole_move_can_be_completed_before_a_pick() {
    let mut walk = start(INTERNATIONAL).begin_move().unwrap();
    let mv = walk.position().read_move("32-28", MoveStyle::Record).unwrap();
    assert!(matches!(walk.complete(mv), Ok(HopResult::Done { .. })));
    assert!(walk.undo() && walk.undo() && !walk.undo());
}

#[test]
fn only_landing_squares_of_legal_captures_are_offered() {
    // The king must land where it can go on, in each direction: a Russian rule.
    let mut walk = walk(RUSSIAN, "W:WKa1:Bb2,c5,h8");
    let at = |name| square(RUSSIAN, name);
    walk.pick(at("a1")).unwrap();
    assert_eq!(landings(&walk), ["d4"]);
    assert!(matches!(walk.step(at("c3")), Err(PartialMoveError::NotLegal { .. })));
    assert!(matches!(walk.step(at("h8")), Err(PartialMoveError::Unreachable { .. })));
}

#[test]
fn errors_say_why() {
    let message = |result: Result<&[Hop], PartialMoveError>| result.expect_err("an error").to_string();
    let at = |name| square(INTERNATIONAL, name);
    let mut walk = walk(INTERNATIONAL, "W:W28,31,36,41:B8,19,22,23,32");
    assert_eq!(message(walk.pick(at("1"))), "there is no piece on 1");
    assert_eq!(message(walk.pick(at("19"))), "the piece on 19 belongs to Black; White is to move");
    assert_eq!(message(walk.pick(at("36"))), "36 cannot move: the piece on 28 must capture");
    assert_eq!(walk.step(at("17")), Err(PartialMoveError::NothingPicked));
    walk.pick(at("28")).unwrap();
    assert_eq!(walk.step(at("50")).unwrap_err().to_string(), "the piece cannot go from 28 to 50");
}

#[test]
fn errors_tell_a_better_capture() {
    let at = |name| square(INTERNATIONAL, name);
    // 28 takes two, 36 would take one.
    let mut walk = walk(INTERNATIONAL, "W:W28,36:B14,23,31");
    let error = walk.pick(at("36")).unwrap_err();
    assert_eq!(
        error,
        PartialMoveError::MustCaptureBetter { square: "36".into(), captors: vec!["28".into()] }
    );
    walk.pick(at("28")).unwrap();
    walk.step(at("19")).unwrap();
    assert_eq!(walk.pick(at("28")), Err(PartialMoveError::OnTheWay { from: "28".into() }));
}

#[test]
fn a_blocked_piece_is_named() {
    let mut walk = start(INTERNATIONAL).begin_move().unwrap();
    let error = walk.pick(square(INTERNATIONAL, "50")).unwrap_err();
    assert_eq!(error.to_string(), "the piece on 50 has no legal move");
}

#[test]
fn a_frisian_king_that_must_wait_is_named() {
    let mut position = at(FRISIAN, "W:WK47,K48,36:BK3,K4,15");
    for text in ["47-42", "4-9", "42-47", "9-4", "47-42", "4-9"] {
        position.play(position.read_move(text, MoveStyle::Record).expect(text));
    }
    let error = position.begin_move().unwrap().pick(square(FRISIAN, "42")).unwrap_err();
    assert_eq!(error, PartialMoveError::KingMustWait { square: "42".into(), limit: 3 });
}

#[test]
fn italian_hops_keep_to_the_order_of_kings() {
    for seed in 0..200 {
        random_playout_from(start(ITALIAN), seed, 150, |position| {
            if position.must_capture() {
                let mut list = MoveList::new();
                position.legal_moves_into(&mut list);
                assert_eq!(moves_by_hops(position), list.iter().copied().collect());
            }
        });
    }
}
