//! The slow generators of `reference`.

use reference::{chess as slow_chess, draughts as slow};

use catalog::GameId;

use crate::opponent::{Answer, AnsweredMove, Opponent, OpponentError};
use crate::test_position::{Query, TestPosition};

/// The most jumps to try in one position; beyond this it is skipped.
const MOST_JUMPS: usize = 20_000;

/// The slow generators, written straight from the rule books. They give moves with their captures, the positions after
/// them and the result.
#[derive(Clone, Debug)]
pub struct ReferenceOpponent {
    rules: Option<slow::Rules>,
}

impl ReferenceOpponent {
    /// The generator for a game; `None` if there is none.
    #[must_use]
    pub fn new(game: GameId) -> Option<Self> {
        if game.is_chess() {
            return Some(Self { rules: None });
        }
        slow::rules_of(game.name()).map(Self::with_rules)
    }

    /// The generator with custom rules, to test that differences are found.
    #[must_use]
    pub fn with_rules(rules: &slow::Rules) -> Self {
        Self { rules: Some(rules.clone()) }
    }
}

impl Opponent for ReferenceOpponent {
    fn name(&self) -> &str {
        "reference"
    }

    fn ask(&mut self, line: &TestPosition, query: Query) -> Result<Answer, OpponentError> {
        let fen = line.position().fen();
        match &self.rules {
            None => chess(&fen),
            Some(rules) => draughts(rules, &fen, query.routes),
        }
        .ok_or(OpponentError::TOO_COMPLEX)
    }
}

fn chess(fen: &str) -> Option<Answer> {
    let position = slow_chess::Position::from_fen(fen).ok()?;
    let answered = |mv: &slow_chess::Move| AnsweredMove {
        text: mv.uci(position.chess960),
        count: None,
        after: Some(position.play(mv).to_fen()),
    };
    let outcome = position.outcome().map(|outcome| match outcome {
        slow_chess::Outcome::Checkmate(slow_chess::Color::White) => "white_wins",
        slow_chess::Outcome::Checkmate(slow_chess::Color::Black) => "black_wins",
        _ => "draw",
    });
    let moves = position.moves().iter().map(answered).collect();
    Some(Answer { moves, outcome: Some(outcome.map(str::to_owned)), is_partial: false })
}

fn draughts(rules: &slow::Rules, fen: &str, routes: bool) -> Option<Answer> {
    let position = read(rules, fen)?;
    let moves = slow::legal_moves_within(rules, &position, MOST_JUMPS)?;
    let answered = |mv: &slow::Move| AnsweredMove {
        text: hub_text(rules, mv),
        count: routes.then_some(mv.routes.len() as u64),
        after: Some(write(rules, &slow::play(rules, &position, mv))),
    };
    let moves = moves.iter().map(answered).collect();
    // A game needs rules that live as long as the program; those of one's own tell no result.
    let known = slow::rules_of(rules.name).filter(|known| *known == rules);
    let outcome = known.map(|rules| {
        let outcome = slow::Game::from_position(rules, position.clone()).outcome()?;
        Some(match outcome.0 {
            slow::Outcome::Win(slow::Color::White) => "white_wins".to_owned(),
            slow::Outcome::Win(slow::Color::Black) => "black_wins".to_owned(),
            slow::Outcome::Draw => "draw".to_owned(),
        })
    });
    Some(Answer { moves, outcome, is_partial: false })
}

/// A move as Hub writes it.
fn hub_text(rules: &slow::Rules, mv: &slow::Move) -> String {
    let number = |square| slow::number_of(rules, square);
    let sign = if mv.captured.is_empty() { '-' } else { 'x' };
    let mut text = format!("{}{sign}{}", number(mv.from), number(mv.to));
    for &square in &mv.captured {
        text.push_str(&format!("x{}", number(square)));
    }
    text
}

/// Reads a position with the consecutive king moves, which the reader of `reference` does not know.
fn read(rules: &slow::Rules, fen: &str) -> Option<slow::Position> {
    let (pieces, runs) = fen.split_once(":+").map_or((fen, None), |(pieces, runs)| (pieces, Some(runs)));
    let mut position = slow::from_fen(rules, pieces).ok()?;
    if let Some((black, white)) = runs.and_then(|runs| runs.split_once('+')) {
        position.king_runs = [king_run(rules, white), king_run(rules, black)];
    }
    Some(position)
}

/// A count and the number of the square, or 0.
fn king_run(rules: &slow::Rules, text: &str) -> Option<slow::KingRun> {
    let (count, number) = text.split_at_checked(1)?;
    let square = slow::square_numbered(rules, number.parse().ok()?)?;
    Some(slow::KingRun { square, moves: count.parse().ok()? })
}

/// Writes a position with the consecutive king moves.
fn write(rules: &slow::Rules, position: &slow::Position) -> String {
    let fen = slow::to_fen(rules, position);
    let [white, black] = position.king_runs.map(|run| match run {
        Some(run) => format!("+{}{:02}", run.moves, slow::number_of(rules, run.square)),
        None => "+0".to_owned(),
    });
    if position.king_runs == [None, None] { fen } else { format!("{fen}:{black}{white}") }
}
