//! What a report tells is enough to see the difference again.

use boardgame::MoveStyle;
use catalog::GameId;
use damier_diff::{Answer, Opponent, OpponentError, Query, Report, TestPosition, check};

/// Takes en passant though that opens the line to its king.
struct Careless;

impl Opponent for Careless {
    fn name(&self) -> &str {
        "careless"
    }

    fn ask(&mut self, line: &TestPosition, _query: Query) -> Result<Answer, OpponentError> {
        let taken = line.fen().contains(" c3 ").then(|| "d4c3".to_owned());
        Ok(Answer::of_texts(line.position().legal_moves(MoveStyle::Protocol).into_iter().chain(taken)))
    }
}

fn report(game: GameId, fen: &str, opponent: &mut dyn Opponent, depth: u32) -> Report {
    let line = TestPosition::open(game, fen).expect("a position");
    check(opponent, &line, Query::of_depth(depth), None, &()).expect("an answer").expect("a difference")
}

#[test]
fn an_en_passant_square_that_does_not_count_is_kept() {
    let fen = "1K6/8/8/8/k1Pp3R/8/8/8 b - c3 0 1";
    let report = report(GameId::Chess, fen, &mut Careless, 1);
    assert_eq!(report.extra[0].text, "d4c3");
    let value = serde_json::to_value(&report).expect("JSON");
    for place in ["/fen", "/found_from", "/case/fen"] {
        assert_eq!(value.pointer(place).and_then(|text| text.as_str()), Some(fen), "{place}");
    }
    assert!(report.to_string().contains(&format!("found in {fen}")), "{report}");
    assert_eq!(value.pointer("/case/count").and_then(serde_json::Value::as_u64), Some(5), "{report}");
}

/// Knows no promotion, and counts by the moves that it knows.
struct Pawns;

impl Pawns {
    fn moves(line: &TestPosition) -> Vec<(usize, String)> {
        let moves = line.position().legal_moves(MoveStyle::Protocol).into_iter().enumerate();
        moves.filter(|(_, text)| text.len() == 4).collect()
    }
}

impl Opponent for Pawns {
    fn name(&self) -> &str {
        "pawns"
    }

    fn can_count(&self) -> bool {
        true
    }

    fn ask(&mut self, line: &TestPosition, query: Query) -> Result<Answer, OpponentError> {
        let counts = Self::moves(line).into_iter().map(|(index, text)| {
            let next = line.play(index).expect("a legal move");
            (text, if query.depth > 1 { Self::moves(&next).len() as u64 } else { 1 })
        });
        Ok(Answer::of_counts(counts.collect::<Vec<_>>()))
    }
}

#[test]
fn the_place_of_discovery_can_be_played_to() {
    let fen = "8/8/4P3/8/8/8/7k/K7 w - - 0 1";
    let mut line = TestPosition::open(GameId::Chess, fen).expect("a position");
    for mv in ["e7", "Kg1"] {
        let index = line.position().find_in(mv, MoveStyle::Record).expect("a legal move");
        line = line.play(index).expect("a simple position");
    }
    let found =
        check(&mut Pawns, &line, Query::of_depth(1), None, &()).expect("an answer").expect("a difference");
    assert_eq!((found.found_from.as_str(), found.found_moves.join(" ").as_str()), (fen, "e7 Kg1"));
    assert!(found.to_string().contains(&format!("\nfound after e7 Kg1 from {fen}\n")), "{found}");

    let before = "8/4P3/8/8/8/8/7k/K7 b - - 0 1";
    let found = report(GameId::Chess, before, &mut Pawns, 2);
    assert_eq!((found.found_from.as_str(), found.found_moves.len()), (before, 1), "{found}");
    let again =
        catalog::PositionText { moves: &found.found_moves, ..catalog::PositionText::at(&found.found_from) };
    let again = TestPosition::at(GameId::Chess, &again).expect("the moves are legal");
    assert_eq!(again.position().fen(), found.fen);
}
