//! What a report tells is enough to see the difference again.

use boardgame::MoveStyle;
use catalog::GameId;
use diff::{Answer, Line, Opponent, OpponentError, Report, check};

/// Takes en passant though that opens the line to its king.
struct Careless;

impl Opponent for Careless {
    fn name(&self) -> &str {
        "careless"
    }

    fn ask(&mut self, line: &Line, _depth: u32) -> Result<Answer, OpponentError> {
        let taken = line.fen().contains(" c3 ").then(|| "d4c3".to_owned());
        Ok(Answer::of_texts(line.position().moves(MoveStyle::Protocol).into_iter().chain(taken)))
    }
}

fn report(game: GameId, fen: &str, opponent: &mut dyn Opponent, depth: u32) -> Report {
    let line = Line::open(game, fen).expect("a position");
    check(opponent, &line, depth, None, &|| false).expect("an answer").expect("a difference")
}

#[test]
fn an_en_passant_square_that_does_not_count_is_kept() {
    let fen = "1K6/8/8/8/k1Pp3R/8/8/8 b - c3 0 1";
    let report = report(GameId::Chess, fen, &mut Careless, 1);
    assert_eq!(report.extra[0].text, "d4c3");
    let value = serde_json::to_value(&report).expect("JSON");
    for place in ["/fen", "/found_in", "/case/fen"] {
        assert_eq!(value.pointer(place).and_then(|text| text.as_str()), Some(fen), "{place}");
    }
    assert!(report.to_string().contains(&format!("found in {fen}")), "{report}");
    assert_eq!(value.pointer("/case/count").and_then(serde_json::Value::as_u64), Some(5), "{report}");
}
