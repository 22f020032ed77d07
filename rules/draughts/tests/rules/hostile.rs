//! Positions made to blow up the search for captures: the exact answer, or the typed error.

use crate::common::{AnySetup, at, read};
use crate::variants::{CANADIAN, FRISIAN, INTERNATIONAL, KILLER};
use boardgame::{Countable, MoveError, MoveList, MoveStyle, Notation, Position, TooComplex};
use damier_draughts::{AnyDraughts, AnyVariant};

/// From the sources of scaladraughts, whose search gives up here after 2000 cache entries.
const NINETEEN_PIECES: &str = "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47";
const THIRTY_TWO_KINGS: &str = "W:WK5:BK2,K4,K7,K8,K9,K10,K11,K13,K15,K16,K18,K19,K20,K21,K22,K24,K27,K29,K30,\
                                K31,K32,K33,K35,K36,K38,K40,K41,K42,K43,K44,K47,K49";

/// Found by hill climbing on the time that listing takes, within the number of pieces a side can have.
const CLIMBED: [&str; 3] = [
    "W:WK23:BK2,K4,K8,K9,K10,K11,K13,K18,K22,K24,K27,K28,K29,K30,K33,K35,K42,K44,K48",
    "W:WK23:BK4,K8,K9,K11,K13,K15,K17,K19,K20,K24,K26,K27,K29,K33,K35,K38,K41,K42,K43,K47",
    "W:WK39:BK1,K7,K9,K10,K12,K15,K17,K23,K24,K26,K27,K29,K34,K38,K40,K41,K43,K44,K47",
];

fn crowded(variant: AnyVariant, fen: &str) -> AnyDraughts {
    AnySetup::read_fen(variant, fen).expect(fen).position_lenient().expect(fen)
}

/// The number of legal moves, and of the pieces that they take.
fn listed(position: &AnyDraughts) -> Result<(usize, usize), TooComplex> {
    let mut list = MoveList::new();
    position.try_legal_moves_into(&mut list)?;
    Ok((list.len(), list.iter().map(|mv| mv.captured().len()).max().unwrap_or(0)))
}

#[test]
fn nineteen_pieces_in_one_frisian_capture() {
    let position = crowded(FRISIAN, NINETEEN_PIECES);
    assert_eq!(listed(&position), Ok((1, 19)));
    assert_eq!(position.count_legal(), 1);
}

#[test]
fn beyond_the_work_limit_there_is_an_error_and_no_list() {
    let position = crowded(FRISIAN, THIRTY_TWO_KINGS);
    let mut list = MoveList::new();
    let error = position.try_legal_moves_into(&mut list).expect_err("more than two million jumps");
    assert!(list.is_empty());
    assert!(error.to_string().starts_with("too complex"), "{error}");
    assert_eq!(position.read_move("5x46", MoveStyle::Record), Err(MoveError::TooComplex(error)));
    assert!(read(FRISIAN, THIRTY_TWO_KINGS).is_err(), "no side can have 32 pieces");
}

#[test]
fn lone_kings_among_kings() {
    let ten = "W:WK46:BK7,K8,K9,K10,K17,K18,K19,K20,K27,K28,K29,K30,K37,K38,K39,K40";
    assert_eq!(listed(&crowded(INTERNATIONAL, ten)), Ok((4, 15)));
    assert_eq!(listed(&crowded(KILLER, ten)), Ok((2, 15)));
    assert_eq!(listed(&crowded(FRISIAN, ten)), Ok((4, 15)));
    let twelve = "W:WK67:BK8,K9,K10,K11,K12,K20,K21,K22,K23,K24,K32,K33,K34,K35,K36,K44,K45,K46,K47,K48,K56,K57,\
                  K58,K59,K60";
    assert_eq!(listed(&crowded(CANADIAN, twelve)), Ok((1, 25)));
}

#[test]
fn climbed_positions_agree_with_their_texts_and_routes() {
    for fen in CLIMBED {
        let position = at(FRISIAN, fen);
        let mut list = MoveList::new();
        position.try_legal_moves_into(&mut list).expect("within the work limit");
        assert_eq!(position.count_legal(), list.len(), "{fen}");
        let texts = position.write_moves(&list, MoveStyle::Record);
        assert_eq!(position.read_move(&texts[0], MoveStyle::Record), Ok(list[0]), "{fen} {}", texts[0]);
        let routes = position.routes(list[0], 5);
        assert!(!routes.is_empty());
        assert!(
            routes.iter().all(|route| position.is_route(list[0], &route.squares(FRISIAN.rules()))),
            "{fen}"
        );
        // Work that several calls share ends.
        let mut states = 1000;
        let counted = list.iter().map(|&mv| position.count_routes_within(mv, &mut states));
        assert!(counted.last().expect("moves").is_err(), "{fen}");
    }
}
