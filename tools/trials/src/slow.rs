//! A second opinion on every move and result: the slow rules of `reference`, written straight from the rule books.

use std::collections::HashMap;

use boardgame::{Color, Outcome, Reason, Rule};
use catalog::{GameId, START};
use reference::chess;
use reference::draughts;

/// The most jumps to try in one position; above it, the slow rules give up.
const MOST_JUMPS: usize = 200_000;

/// A game as the slow rules see it.
pub(crate) enum SlowGame {
    Chess { position: Box<chess::Position>, seen: HashMap<String, usize> },
    Draughts(draughts::Game),
}

/// What the slow rules say about a move.
pub(crate) enum Verdict {
    Legal,
    Illegal,
    /// Deciding takes too much work.
    TooComplex,
}

impl SlowGame {
    /// A game from a start position; `None` if the slow rules do not know the game.
    pub(crate) fn begin(game: GameId, fen: &str) -> Option<Self> {
        if game.is_chess() {
            let start = chess::Position::start();
            let mut position = if fen == START { start } else { chess::Position::from_fen(fen).ok()? };
            position.chess960 = game == GameId::Chess960;
            let seen = HashMap::from([(repeated_part(&position), 1)]);
            return Some(Self::Chess { position: Box::new(position), seen });
        }
        draughts::rules_of(game.name()).map(|rules| Self::Draughts(draughts::Game::start(rules)))
    }

    /// Plays a move as engines write it.
    pub(crate) fn play(&mut self, text: &str) -> Verdict {
        match self {
            Self::Chess { position, seen } => {
                let found = position.moves().into_iter().find(|mv| mv.uci(position.chess960) == text);
                let Some(mv) = found else { return Verdict::Illegal };
                **position = position.play(&mv);
                *seen.entry(repeated_part(position)).or_default() += 1;
            }
            Self::Draughts(game) => {
                let moves = draughts::legal_moves_within(game.rules, game.position(), MOST_JUMPS);
                let Some(moves) = moves else { return Verdict::TooComplex };
                let found = moves.into_iter().find(|mv| is_written(game.rules, mv, text));
                let Some(mv) = found else { return Verdict::Illegal };
                game.play(mv);
                // Whether there is a move at all is asked next.
                if draughts::legal_moves_within(game.rules, game.position(), MOST_JUMPS).is_none() {
                    return Verdict::TooComplex;
                }
            }
        }
        Verdict::Legal
    }

    /// Whether the slow rules give the same result, and the stated rule applies.
    pub(crate) fn confirms(&self, found: Option<(Outcome, Reason)>) -> bool {
        match self {
            Self::Chess { position, seen } => {
                let expected = position.outcome().map(chess_outcome).or_else(|| {
                    let times = seen.get(&repeated_part(position)).copied().unwrap_or(0);
                    (times >= 5).then_some((Outcome::Draw, Rule::Repetition))
                });
                found.map(|(outcome, reason)| (outcome, reason.rule)) == expected
            }
            Self::Draughts(game) => match (found, game.outcome()) {
                (None, None) => true,
                (Some((outcome, found)), Some((expected, reason))) => {
                    // Several draw rules may hold on the same ply; any of them is a correct reason.
                    let same_reason = means(reason, found.rule)
                        || outcome == Outcome::Draw
                            && game.draws().into_iter().any(|reason| means(reason, found.rule));
                    outcome == draughts_outcome(expected) && same_reason
                }
                _ => false,
            },
        }
    }

    /// The result of the slow rules, for people.
    pub(crate) fn outcome_text(&self) -> String {
        match self {
            Self::Chess { position, .. } => format!("{:?}", position.outcome()),
            Self::Draughts(game) => format!("{:?} {:?}", game.outcome(), game.draws()),
        }
    }
}

/// What makes two positions of chess the same (FIDE 9.2.3): all but the clocks.
fn repeated_part(position: &chess::Position) -> String {
    position.to_fen().split(' ').take(4).collect::<Vec<_>>().join(" ")
}

fn chess_outcome(outcome: chess::Outcome) -> (Outcome, Rule) {
    match outcome {
        chess::Outcome::Checkmate(chess::Color::White) => (Outcome::Win(Color::White), Rule::Checkmate),
        chess::Outcome::Checkmate(chess::Color::Black) => (Outcome::Win(Color::Black), Rule::Checkmate),
        chess::Outcome::Stalemate => (Outcome::Draw, Rule::Stalemate),
        chess::Outcome::InsufficientMaterial => (Outcome::Draw, Rule::InsufficientMaterial),
        chess::Outcome::SeventyFiveMoves => (Outcome::Draw, Rule::QuietMoves),
    }
}

fn draughts_outcome(outcome: draughts::Outcome) -> Outcome {
    match outcome {
        draughts::Outcome::Win(draughts::Color::White) => Outcome::Win(Color::White),
        draughts::Outcome::Win(draughts::Color::Black) => Outcome::Win(Color::Black),
        draughts::Outcome::Draw => Outcome::Draw,
    }
}

/// Whether a Hub text is this move: its squares, and the captured ones in any order.
fn is_written(rules: &draughts::Rules, mv: &draughts::Move, text: &str) -> bool {
    let number = |square| draughts::number_of(rules, square);
    let numbers: Vec<usize> = text.split(['-', 'x']).map_while(|part| part.parse().ok()).collect();
    let [from, to, captured @ ..] = numbers.as_slice() else { return false };
    let mut expected: Vec<usize> = mv.captured.iter().map(|&square| number(square)).collect();
    let mut captured = captured.to_vec();
    expected.sort_unstable();
    captured.sort_unstable();
    (*from, *to) == (number(mv.from), number(mv.to)) && captured == expected
}

/// Whether the rule is the one that the slow rules name.
fn means(reason: draughts::Reason, rule: Rule) -> bool {
    use draughts::Reason as Slow;
    match reason {
        Slow::NoLegalMove => rule == Rule::NoLegalMoves,
        Slow::FirstKing => rule == Rule::FirstKing,
        Slow::OnePieceLeft => rule == Rule::LastPiece,
        Slow::Repetition => rule == Rule::Repetition,
        Slow::KingMovesOnly => rule == Rule::KingMoves,
        // One reason for two kings (Frisian) and for three or more (FMJD-64, APCA).
        Slow::KingsAgainstKing => matches!(rule, Rule::ThreeKingsAgainstOne | Rule::TwoAgainstOne),
        // What is left of the sixteen moves after a capture is named after the five moves.
        Slow::ThreeAgainstKing => matches!(rule, Rule::ThreeAgainstOne | Rule::TwoAgainstOne),
        Slow::LongDiagonal => rule == Rule::LongDiagonal,
        Slow::TwoAgainstKing => rule == Rule::TwoAgainstOne,
        Slow::UnchangedBalance => rule == Rule::BalanceUnchanged,
        Slow::KingAgainstKing => rule == Rule::KingAgainstKing,
        Slow::OnePieceEach | Slow::KingBeatsMan => rule == Rule::OneAgainstOne,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATE: Reason = Reason { rule: Rule::Checkmate, name: "checkmate", article: "FIDE 5.1.1" };

    #[test]
    fn illegal_moves_are_found() {
        for (game, illegal, legal) in [
            (GameId::Chess, "e2e5", "e2e4"),
            (GameId::International, "32-27x1", "32-28"),
            (GameId::Russian, "22-19", "22-18"),
        ] {
            let mut slow = SlowGame::begin(game, START).expect("the game is known");
            assert!(matches!(slow.play(illegal), Verdict::Illegal), "{game} {illegal}");
            assert!(matches!(slow.play(legal), Verdict::Legal), "{game} {legal}");
        }
    }

    #[test]
    fn wrong_results_are_found() {
        let mut slow = SlowGame::begin(GameId::Chess, START).expect("chess is known");
        for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
            assert!(slow.confirms(None) && !slow.confirms(Some((Outcome::Draw, MATE))));
            assert!(matches!(slow.play(text), Verdict::Legal));
        }
        assert!(slow.confirms(Some((Outcome::Win(Color::Black), MATE))));
        let stalemate = Reason { rule: Rule::Stalemate, ..MATE };
        for wrong in
            [None, Some((Outcome::Win(Color::White), MATE)), Some((Outcome::Win(Color::Black), stalemate))]
        {
            assert!(!slow.confirms(wrong), "{wrong:?}");
        }
    }

    #[test]
    fn every_playable_game_has_a_second_opinion() {
        for &game in GameId::ALL {
            assert!(SlowGame::begin(game, START).is_some(), "{game}");
        }
    }
}
