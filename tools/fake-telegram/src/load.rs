//! Many games at once: no tap may be lost or doubled, and answers must come quickly.

use std::fmt;
use std::time::{Duration, Instant};

use catalog::GameId;

use crate::board::{BoardState, Match, Next, Step};
use crate::fake::Fake;
use crate::script::Script;

/// How much to do.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    /// Games at the same time.
    pub games: usize,
    /// Taps in all.
    pub taps: usize,
    /// Taps a second; `None` for as fast as the boards change.
    pub per_second: Option<f64>,
}

/// The result of a load.
#[derive(Clone, Debug)]
pub struct LoadReport {
    /// Games at the same time.
    pub games: usize,
    /// Taps in all.
    pub taps: usize,
    /// Moves that were completed.
    pub moves: usize,
    /// How long the taps took to send.
    pub time: Duration,
    /// How long answers took from the delivery of the update, sorted.
    pub answers: Vec<Duration>,
    /// Edits and messages of the bot.
    pub shown: usize,
}

/// A game of the load, and how far it is.
struct Playing {
    table: Match,
    script: Script,
    ply: usize,
    step: Step,
}

/// How long all boards may take to change.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

const GAMES: [GameId; 4] = [GameId::Russian, GameId::International, GameId::Canadian, GameId::Chess];

impl Load {
    /// Begins the games and plays them. The bot must run already.
    ///
    /// # Panics
    ///
    /// If a tap is lost or doubled: the board of its game is then not what it must be.
    #[must_use]
    pub fn run(&self, fake: &Fake) -> LoadReport {
        let mut playing: Vec<Playing> = (0..self.games).map(|number| begin(fake, number)).collect();
        fake.wait_until_idle();
        let before = fake.next_update();
        let begin = Instant::now();
        let mut next = 0;
        for tap in 0..self.taps {
            if let Some(per_second) = self.per_second {
                let due = begin + Duration::from_secs_f64(tap as f64 / per_second);
                std::thread::sleep(due.saturating_duration_since(Instant::now()));
            }
            next = tap_next(&mut playing, next);
        }
        let time = begin.elapsed();
        fake.wait_until_idle();
        let moves = playing.iter_mut().map(Playing::check).sum();
        let mut answers = fake.answer_times(before);
        answers.sort_unstable();
        let is_shown = |method: &str| method.starts_with("edit") || method.starts_with("send");
        let shown = fake.calls().iter().filter(|call| call.code == 200 && is_shown(&call.method)).count();
        LoadReport { games: self.games, taps: self.taps, moves, time, answers, shown }
    }
}

/// Taps in the next game that waits for a tap, and returns the one after it.
fn tap_next(playing: &mut [Playing], first: usize) -> usize {
    let count = playing.len();
    let begin = Instant::now();
    loop {
        for offset in 0..count {
            let number = (first + offset) % count;
            if playing[number].tap() {
                return (number + 1) % count;
            }
        }
        assert!(begin.elapsed() < LONGEST_WAIT, "no board waits for a tap: a tap was lost");
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn begin(fake: &Fake, number: usize) -> Playing {
    let game = GAMES[number % GAMES.len()];
    let names = [format!("White {number}"), format!("Black {number}")];
    let [white, black] = names.map(|name| fake.user(&name, "en"));
    let table = match number % 3 {
        0 => fake.begin_direct(game, &white, &black, "w", "-"),
        1 => {
            let group = fake.group(&format!("Club {number}"), &[&white, &black], true);
            fake.begin_in_group(game, group, &white, &black)
        }
        _ => fake.begin_inline(game, &white, &black),
    };
    Playing { table, script: Script::random(game, number as u64, 60), ply: 0, step: Step::new(0) }
}

impl Playing {
    /// Taps if the board of the mover waits for it.
    fn tap(&mut self) -> bool {
        loop {
            let Some(ply) = self.script.plies.get(self.ply) else { return false };
            let view = self.table.view(ply.by);
            match self.step.next(view.as_ref(), ply) {
                Next::Wait => return false,
                Next::Done => {
                    self.ply += 1;
                    self.step = Step::new(self.ply);
                }
                Next::Press(place, data) => {
                    let _ = self.table.seat(ply.by).user.begins_press(&place, &data);
                    return true;
                }
            }
        }
    }

    /// Waits until the board shows what it must after the taps, and returns the number of moves made.
    fn check(&mut self) -> usize {
        if let Some(ply) = self.script.plies.get(self.ply)
            && self.step.has_tapped()
            && self.table.next(&mut self.step, ply) == Next::Done
        {
            self.ply += 1;
        }
        let made = self.ply;
        let Some(ply) = self.script.plies.get(made) else { return made };
        let what = format!("ply {made} of game {}", self.table.id);
        self.table.waits_for(ply.by, &what, |view| match view.state() {
            BoardState::Squares { ply, .. } | BoardState::Choice { ply } => ply == made,
            _ => false,
        });
        made
    }
}

impl LoadReport {
    /// The time within which this share of the answers came.
    #[must_use]
    pub fn percentile(&self, share: f64) -> Duration {
        let index =
            ((self.answers.len() as f64 * share).ceil() as usize).clamp(1, self.answers.len().max(1)) - 1;
        self.answers.get(index).copied().unwrap_or_default()
    }
}

impl fmt::Display for LoadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = |duration: Duration| duration.as_secs_f64() * 1000.0;
        writeln!(f, "games                {}", self.games)?;
        writeln!(
            f,
            "taps                 {}, {:.1} a second",
            self.taps,
            self.taps as f64 / self.time.as_secs_f64()
        )?;
        writeln!(f, "moves                {}", self.moves)?;
        writeln!(f, "messages and edits   {}", self.shown)?;
        writeln!(
            f,
            "answer in ms         p50 {:.1}, p90 {:.1}, p99 {:.1}, longest {:.1}",
            millis(self.percentile(0.5)),
            millis(self.percentile(0.9)),
            millis(self.percentile(0.99)),
            millis(self.percentile(1.0)),
        )?;
        write!(f, "lost or doubled      0")
    }
}
