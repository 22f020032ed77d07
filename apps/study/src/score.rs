//! Scores as people and programs read them.

use boardgame::Color;
use engine::{Score, ScoreKind};
use serde::Serialize;

/// A score for White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ScoreValue {
    /// An evaluation in hundredths of a pawn or man.
    Cp(i32),
    /// A forced win in this many moves: positive if White wins, negative if Black does. 0 if the side to move has lost.
    Mate(i32),
}

/// The score of a side to move as a score for White.
#[must_use]
pub fn for_white(score: Score, turn: Color) -> ScoreValue {
    let white = of_white(score, turn);
    match white.kind() {
        ScoreKind::Centipawns(number) => ScoreValue::Cp(number),
        ScoreKind::Mate(_) => {
            let plies = white.mate_in_plies().unwrap_or(0);
            let moves = moves_of(plies) as i32;
            ScoreValue::Mate(if plies < 0 { -moves } else { moves })
        }
    }
}

/// Formats a score for White: in pawns or men, as `#` and the moves to a forced win, or as `win` by endgame tables.
///
/// ```
/// use boardgame::Color;
/// use damier_study::score_text;
/// use engine::Score;
///
/// assert_eq!(score_text(Score::from_centipawns(35), Color::White), "+0.35");
/// assert_eq!(score_text(Score::from_centipawns(35), Color::Black), "-0.35");
/// assert_eq!(score_text(Score::DRAW, Color::Black), "+0.00");
/// assert_eq!(score_text(Score::mate_in(3), Color::Black), "-#2");
/// assert_eq!(score_text(Score::mated_in(4), Color::Black), "+#2");
/// assert_eq!(score_text(Score::table_win_in(7), Color::Black), "-win");
/// ```
#[must_use]
pub fn score_text(score: Score, turn: Color) -> String {
    let white = of_white(score, turn);
    match white.mate_in_plies() {
        Some(plies) => format!("{}#{}", if plies < 0 { '-' } else { '+' }, moves_of(plies)),
        None if white.table_plies().is_some() => if white > Score::DRAW { "+win" } else { "-win" }.to_owned(),
        None => format!("{:+.2}", f64::from(white.centipawns()) / 100.0),
    }
}

/// Describes a score in words.
///
/// ```
/// use boardgame::Color;
/// use damier_study::score_words;
/// use engine::Score;
///
/// assert_eq!(score_words(Score::mate_in(1), Color::Black), "Black wins in 1 move");
/// assert_eq!(score_words(Score::from_centipawns(-120), Color::Black), "White is better");
/// assert_eq!(score_words(Score::from_centipawns(20), Color::White), "about even");
/// ```
#[must_use]
pub fn score_words(score: Score, turn: Color) -> String {
    let white = of_white(score, turn);
    let leader = if white >= Score::DRAW { "White" } else { "Black" };
    if let Some(plies) = white.mate_in_plies() {
        let moves = moves_of(plies);
        return format!("{leader} wins in {moves} move{}", if moves == 1 { "" } else { "s" });
    }
    let how = match white.centipawns().abs() {
        0..=30 => return "about even".to_owned(),
        31..=90 => "is a little better",
        91..=200 => "is better",
        _ => "is winning",
    };
    format!("{leader} {how}")
}

/// Hundredths of a pawn or man that no player offers half a point for.
const NOTHING: i32 = 30;

/// Moves of both sides before which an even game is not drawn yet.
const EARLY: usize = 60;

/// Whether an engine with this score of its own accepts a draw after this many plies: if it is worse, or if the game is late
/// and even.
///
/// ```
/// use damier_study::accepts_draw;
/// use engine::Score;
///
/// assert!(accepts_draw(Score::from_centipawns(-100), 2));
/// assert!(accepts_draw(Score::mated_in(5), 2));
/// assert!(!accepts_draw(Score::from_centipawns(-10), 2));
/// assert!(accepts_draw(Score::from_centipawns(-10), 80));
/// assert!(!accepts_draw(Score::from_centipawns(100), 80));
/// ```
#[must_use]
pub fn accepts_draw(own: Score, plies: usize) -> bool {
    let own = own.centipawns();
    own < -NOTHING || own <= NOTHING && plies >= EARLY
}

fn of_white(score: Score, turn: Color) -> Score {
    if turn == Color::White { score } else { -score }
}

fn moves_of(plies: i32) -> u32 {
    plies.unsigned_abs().div_ceil(2)
}
