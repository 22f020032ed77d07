//! Runs the engine's searches during a game.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use damier::Color;
use engine::{Info, Level, Limits, Strength};
use indicatif::{ProgressBar, ProgressDrawTarget};
use study::{clock_limits, clock_of, score_text};

use crate::engine_thread::EngineThread;
use crate::lines::in_record_notation;
use crate::play::clock::TimeOption;
use crate::play::dialogue::{Dialogue, SearchGoal};
use crate::play::thought::Thought;
use crate::progress::style;
use crate::terminal::Silence;

/// The engine's time for a move without a time control.
const USUAL: Duration = Duration::from_secs(2);

/// The engine's time for hints, scores and answers.
const TO_HELP: Duration = Duration::from_secs(1);

/// Lets the engine think; meanwhile a terminal shows what it has found.
pub(crate) fn think(
    engine: &mut EngineThread,
    dialogue: &Dialogue,
    goal: SearchGoal,
) -> anyhow::Result<(Thought, Duration)> {
    let sitting = &dialogue.sitting;
    let (line, _silence) = status_line().unzip();
    let line = line.unwrap_or_else(ProgressBar::hidden);
    let begin = Instant::now();
    let mut last = None;
    let request = search_limits(dialogue, goal).into();
    let found = engine.think(&sitting.place(), &request, strength(dialogue, goal), |info| {
        line.set_message(status(dialogue, info));
        last = Some(info.clone());
        Ok(())
    });
    line.finish_and_clear();
    let (depth, moves) = last.map_or((0, Vec::new()), |last| (last.depth, last.pv));
    Ok((Thought { found: found?, line: moves, depth }, begin.elapsed()))
}

fn search_limits(dialogue: &Dialogue, goal: SearchGoal) -> Limits {
    let turn = dialogue.sitting.turn();
    let sitting = &dialogue.sitting;
    let clock = sitting.clocks().zip(sitting.time_left(turn));
    match (goal, dialogue.time, clock) {
        (SearchGoal::Move, _, Some((clocks, left))) => clock_limits(clock_of(clocks, left, turn)),
        (SearchGoal::Move, Some(TimeOption::Move(time)), None) => Limits::move_time(time),
        (SearchGoal::Move, ..) => Limits::move_time(USUAL),
        _ => Limits::move_time(TO_HELP),
    }
}

/// The strength of the engine: full strength for hints and answers to offers.
fn strength(dialogue: &Dialogue, goal: SearchGoal) -> Option<Strength> {
    let level = Level::try_from(dialogue.level).ok().filter(|_| goal == SearchGoal::Move);
    // No two games are alike.
    let seed = RandomState::new().hash_one(dialogue.level);
    level.map(|level| Strength { level, seed })
}

/// A line at the bottom of a terminal, where nothing else is shown meanwhile; nothing elsewhere.
fn status_line() -> Option<(ProgressBar, Silence)> {
    if !(io::stderr().is_terminal() && io::stdout().is_terminal() && io::stdin().is_terminal()) {
        return None;
    }
    let line = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    line.set_style(style("{spinner} {wide_msg}"));
    line.set_message("thinking; Ctrl-C stops it");
    line.enable_steady_tick(Duration::from_millis(100));
    Some((line, Silence::begin()))
}

fn status(dialogue: &Dialogue, info: &Info<String>) -> String {
    let sitting = &dialogue.sitting;
    let line = sitting.number().line(&in_record_notation(sitting.game(), &info.pv));
    let turn: Color = sitting.turn();
    format!("depth {}  {}  {line}", info.depth, score_text(info.score, turn))
}
