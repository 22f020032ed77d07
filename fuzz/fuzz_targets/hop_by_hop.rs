//! Moves made hop by hop, driven by bytes: whatever is tried, the state stays sound, and hops make exactly
//! the legal moves.
#![no_main]

use boardgame::Notation;
use draughts::{Draughts, Hop, HopResult, Move, PartialMove, PartialMoveError, Variant};
use fuzz::{Bytes, Check, MOST_MOVES, legal_moves, position, run};
use libfuzzer_sys::fuzz_target;

/// Hops that the search for all moves may make.
const MOST_HOPS: usize = 600;

struct HopByHop;

impl Check for HopByHop {
    fn check<V: Variant>(mut bytes: Bytes<'_>) {
        let Some(position) = position::<V>(&mut bytes) else { return };
        let Some(legal) = legal_moves(&position) else { return };
        let Ok(mut walk) = position.begin_move() else { return };
        check_routes(&position, &legal);
        check_all_hops(&position, &legal);
        for _ in 0..64 {
            if bytes.is_empty() {
                break;
            }
            drive(&mut walk, &legal, &mut bytes);
            check_state(&walk, &legal);
        }
    }
}

/// One call that may change the walk, sensible or not.
fn drive<V: Variant>(walk: &mut PartialMove<V>, legal: &[Move<V::Word>], bytes: &mut Bytes<'_>) {
    let before = walk.clone();
    let movable: Vec<_> = walk.movable().into_iter().collect();
    let hops: Vec<_> = walk.hops().iter().map(|hop| hop.to).collect();
    let result = match bytes.below(8) {
        0 => walk.pick(bytes.pick(&movable).unwrap_or_else(|| bytes.square::<V>())).map(|_| None),
        1 => walk.pick(bytes.square::<V>()).map(|_| None),
        2..=4 => walk.step(bytes.pick(&hops).unwrap_or_else(|| bytes.square::<V>())).map(Some),
        5 => walk.step(bytes.square::<V>()).map(Some),
        6 => match bytes.pick(legal) {
            Some(mv) => walk.complete(mv).map(Some),
            None => return,
        },
        _ => {
            assert_eq!(walk.undo(), before.picked().is_some());
            return;
        }
    };
    match result {
        Ok(None) => assert!(!walk.hops().is_empty() && walk.picked() == walk.square()),
        Ok(Some(HopResult::OnTheWay)) => assert!(!walk.hops().is_empty(), "a hop led into a dead end"),
        Ok(Some(HopResult::Done { mv, position })) => {
            assert!(legal.contains(&mv), "{mv:?}");
            assert_eq!(before.position().after(mv), position);
            assert!(before.moves().is_err() || before.moves().is_ok_and(|moves| moves.contains(&mv)));
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert_eq!(view(&before), view(walk), "{error}");
        }
    }
}

/// What a caller sees of a walk.
fn view<V: Variant>(walk: &PartialMove<V>) -> String {
    format!("{walk:?}")
}

/// What holds whatever has been done.
fn check_state<V: Variant>(walk: &PartialMove<V>, legal: &[Move<V::Word>]) {
    let hops = walk.hops();
    assert!((1..hops.len()).all(|n| hops[..n].iter().all(|hop| hop.to != hops[n].to)), "{hops:?}");
    assert!((walk.marked() - walk.captured()).is_empty());
    for square in walk.marked() {
        assert!(walk.piece_at(square).is_some_and(|piece| piece.color != walk.position().turn()));
    }
    if let Some(square) = walk.square() {
        assert!(walk.piece_at(square).is_some_and(|piece| piece.color == walk.position().turn()));
    }
    let Ok(moves) = walk.moves() else { return };
    assert_eq!(moves.is_empty(), legal.is_empty());
    for &mv in &moves {
        assert!(legal.contains(&mv) && walk.picked().is_none_or(|from| from == mv.from()));
        assert!((walk.captured() - mv.captured()).is_empty());
        assert!(walk.moves_to(mv.to()).is_ok_and(|ending| ending.contains(&mv)));
    }
}

/// Every legal move can be made along its written route.
fn check_routes<V: Variant>(position: &Draughts<V>, legal: &[Move<V::Word>]) {
    for &mv in legal.iter().take(MOST_MOVES) {
        let Some(route) = position.routes(mv, 1).pop() else {
            assert!(position.try_count_routes(mv).is_err(), "no route for {mv:?} in {}", position.to_fen());
            continue;
        };
        let squares = route.squares(&V::RULES);
        assert!(position.is_route(mv, &squares), "{mv:?} by {squares:?} in {}", position.to_fen());
        match walk_along(position, &squares) {
            Ok(made) => assert_eq!(made, Some(mv), "{squares:?} in {}", position.to_fen()),
            Err(PartialMoveError::TooComplex(_)) => return,
            Err(error) => panic!("{squares:?} in {}: {error}", position.to_fen()),
        }
    }
}

fn walk_along<V: Variant>(
    position: &Draughts<V>,
    squares: &[draughts::Square],
) -> Result<Option<Move<V::Word>>, PartialMoveError> {
    let mut walk = position.begin_move()?;
    walk.pick(squares[0])?;
    let mut made = None;
    for &square in &squares[1..] {
        if let HopResult::Done { mv, .. } = walk.step(square)? {
            made = Some(mv);
        }
    }
    Ok(made)
}

/// All sequences of hops make all legal moves and no other, where they are few enough to try.
fn check_all_hops<V: Variant>(position: &Draughts<V>, legal: &[Move<V::Word>]) {
    let mut search = Search { found: Vec::new(), hops_left: MOST_HOPS };
    let Ok(mut walk) = position.begin_move() else { return };
    for from in walk.movable() {
        if walk.pick(from).is_err() || !search.try_hops(&mut walk) {
            return;
        }
        assert!(walk.undo());
    }
    let missing: Vec<_> = legal.iter().filter(|mv| !search.found.contains(mv)).collect();
    assert!(missing.is_empty(), "no hops make {missing:?} in {}", position.to_fen());
    assert!(search.found.iter().all(|mv| legal.contains(mv)), "in {}", position.to_fen());
}

struct Search<M> {
    found: Vec<M>,
    hops_left: usize,
}

impl<W: draughts::Word> Search<Move<W>> {
    /// Tries all hops from here; gives up when there are too many.
    fn try_hops<V: Variant<Word = W>>(&mut self, walk: &mut PartialMove<V>) -> bool {
        let hops: Vec<Hop> = walk.hops().to_vec();
        for hop in hops {
            if self.hops_left == 0 {
                return false;
            }
            self.hops_left -= 1;
            match walk.step(hop.to) {
                Ok(HopResult::Done { mv, .. }) => self.found.push(mv),
                Ok(HopResult::OnTheWay) if self.try_hops(walk) => {}
                _ => return false,
            }
            assert!(walk.undo());
        }
        true
    }
}

fuzz_target!(|data: &[u8]| run::<HopByHop>(data));
