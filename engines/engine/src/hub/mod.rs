//! The player as a Hub engine, for every game of the draughts family.

mod params;

use std::io::{self, BufRead, Write};
use std::time::Duration;

use catalog::{GameId, Place, PlaceError};
use protocol::ParseError;
use protocol::hub::{Command, GoMode, Info, Level, Reply};
use search::{Bound, Clock, Limits};
use thiserror::Error;

use crate::hub::params::{Params, Setting};
use crate::level::Level as Strength;
use crate::lines::{Line, next_line};
use crate::player::{Decision, Thinking, Thought};
use crate::session::{Answering, Session};
use crate::squares::{Letters, SquaresError, fen_of_squares};
use crate::voice::Voice;

const LETTERS: Letters = ['w', 'W', 'b', 'B'];

/// The longest time that can be given: more than any game lasts.
const LONGEST: f64 = 1e7;

/// How long a search thinks whose limits cannot be read.
const WITHOUT_LIMITS: Duration = Duration::from_secs(1);

/// Speaks Hub, version 2, until `quit`, the end of the input, or the end of somebody who listens. The game is the
/// one to begin with: the parameter `variant` changes it. A search that has a limit is finished after the end of the
/// input; one without is stopped then, and answers.
///
/// ```
/// use catalog::GameId;
///
/// let mut input: &[u8] = b"init\nquit\n";
/// damier_engine::speak_hub(GameId::Russian, &mut input, std::io::stdout())?; // Says `ready`.
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// The input cannot be read.
pub fn speak_hub(
    game: GameId,
    input: &mut dyn BufRead,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let mut engine = HubEngine::new(game, Voice::new(output));
    loop {
        match next_line(input)? {
            Line::Text(line) => {
                if !engine.hear(&line) || engine.voice.is_closed() {
                    return Ok(());
                }
            }
            Line::TooLong => engine.complain("a line of more than a million characters"),
            Line::End => {
                engine.session.complete();
                return Ok(());
            }
        }
    }
}

/// Why a position was refused; the one before stays.
#[derive(Debug, Error)]
enum PositionError {
    #[error(transparent)]
    Squares(#[from] SquaresError),
    #[error(transparent)]
    Place(#[from] PlaceError),
}

struct HubEngine {
    session: Session,
    voice: Voice,
    params: Params,
    /// The limits of the next search; they may come in several lines.
    level: Level,
    /// Whether some of them could not be read.
    is_level_faulty: bool,
}

impl HubEngine {
    fn new(game: GameId, voice: Voice) -> Self {
        let params = Params::default();
        let session = Session::new(game, params.megabytes, params.threads);
        Self { session, voice, params, level: Level::default(), is_level_faulty: false }
    }

    /// Does what a line says; false when the conversation is over.
    fn hear(&mut self, line: &str) -> bool {
        match line.parse::<Command>() {
            Ok(Command::Quit) => return false,
            Ok(command) => self.obey(command),
            // The protocol wants unknown commands to be ignored.
            Err(ParseError::Empty { .. } | ParseError::Unknown { .. }) => {}
            Err(error) => {
                self.complain(&error);
                let command = line.split_whitespace().next();
                self.is_level_faulty |= matches!(command, Some("go" | "level"));
                // Whoever says `go` waits for an answer.
                if command == Some("go") {
                    self.go(GoMode::Think);
                }
            }
        }
        true
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Hub => self.introduce(),
            Command::SetParam { name, value } => self.set_param(&name, &value),
            Command::Init => {
                self.session.player();
                self.voice.say(&Reply::Ready);
            }
            Command::Position { position, moves } => {
                if let Err(error) = self.go_to(&position, &moves) {
                    self.complain(format_args!("position refused, the one before stays: {error}"));
                }
            }
            Command::Level(level) => self.add_level(level),
            Command::Go(mode) => self.go(mode),
            Command::Ping => self.voice.say(&Reply::Pong),
            Command::PonderHit => self.session.ponder_hit(),
            Command::Stop => self.session.stop(),
            Command::NewGame => self.session.forget(),
            _ => {}
        }
    }

    fn introduce(&self) {
        self.voice.say(&Reply::Id {
            name: "Damier".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            author: Some("the Damier authors".to_owned()),
            country: None,
        });
        for param in self.params.offered(self.session.game()) {
            self.voice.say(&Reply::Param(param));
        }
        self.voice.say(&Reply::Wait);
    }

    fn set_param(&mut self, name: &str, value: &str) {
        match self.params.set(name, value) {
            Err(error) => self.complain(error),
            Ok(Setting::Kept) => {}
            Ok(Setting::Game(game)) => self.session.change_game(game),
            Ok(Setting::Threads(threads)) => {
                let got = self.session.set_threads(threads);
                self.params.threads = got;
                if got < threads {
                    self.complain(format_args!(
                        "threads: {got} instead of {threads}, the most on this machine"
                    ));
                }
            }
            Ok(Setting::Memory(megabytes)) => {
                let got = self.session.set_memory(megabytes);
                self.params.megabytes = got;
                if got < megabytes {
                    self.complain(format_args!(
                        "hash: the system does not have {megabytes} MB, the table keeps its {got} MB"
                    ));
                }
            }
        }
    }

    fn go_to(&mut self, position: &str, moves: &[String]) -> Result<(), PositionError> {
        let mut letters = position.chars();
        let turn = letters.next().filter(|&turn| turn == 'W' || turn == 'B');
        let turn = turn.ok_or_else(|| SquaresError::BadSide {
            found: position.chars().take(1).collect(),
            expected: "W or B",
        })?;
        let fen = fen_of_squares(self.session.game(), turn, letters.as_str(), LETTERS)?;
        let place = Place { fen: Some(&fen), moves, ..Place::default() };
        Ok(self.session.player().go_to(&place)?)
    }

    /// Limits come together until the next search; `infinite` takes them all away. Those that cannot be read are told
    /// and left out.
    fn add_level(&mut self, level: Level) {
        level.faults.iter().for_each(|fault| self.complain(fault));
        self.is_level_faulty |= !level.faults.is_empty();
        let known = if level.infinite { Level::default() } else { std::mem::take(&mut self.level) };
        self.level = Level {
            depth: level.depth.or(known.depth),
            nodes: level.nodes.or(known.nodes),
            move_time: level.move_time.or(known.move_time),
            moves: level.moves.or(known.moves),
            time: level.time.or(known.time),
            increment: level.increment.or(known.increment),
            infinite: level.infinite,
            faults: Vec::new(),
        };
    }

    fn go(&mut self, mode: GoMode) {
        let answering = match mode {
            GoMode::Ponder => Answering::AfterPonderHit,
            // An engine may answer early, even in analysis.
            GoMode::Think | GoMode::Analyze => Answering::AtOnce,
        };
        let level = std::mem::take(&mut self.level);
        let mut limits = self.limits(&level);
        if std::mem::take(&mut self.is_level_faulty) && !level.infinite && limits.is_unlimited() {
            // Limits that nobody understands are no reason to think for ever, as without any.
            limits.move_time = Some(WITHOUT_LIMITS);
            let seconds = WITHOUT_LIMITS.as_secs();
            self.complain(format_args!("no limit was understood, thinking for {seconds} s"));
        }
        // The strongest level thinks for as long as it may.
        let level = Some(self.params.level).filter(|&level| level < Strength::STRONGEST);
        let task = Thinking { limits, lines: 1, level, seed: self.session.seed(), ..Thinking::default() };
        let (thoughts, decisions) = (self.voice.clone(), self.voice.clone());
        let on_thought = move |thought: &Thought| {
            // The protocol has no word for a score that is only a bound.
            if thought.bound == Bound::Exact {
                thoughts.say(&Reply::Info(info_of(thought)));
            }
            !thoughts.is_closed()
        };
        self.session.think(task, answering, on_thought, move |decision| {
            let (best, ponder) = match decision {
                Ok(Decision { best, expected, .. }) => (best, expected),
                Err(_) => (None, None),
            };
            decisions.say(&Reply::Done { best, ponder });
        });
    }

    fn limits(&self, level: &Level) -> Limits {
        let increment = level.increment.map_or(Duration::ZERO, seconds);
        let clock = level.time.map(|time| Clock {
            // The increment is added before the move.
            remaining: seconds(time) + increment,
            increment,
            moves_to_go: level.moves.filter(|&moves| moves > 0),
        });
        Limits {
            depth: level.depth,
            nodes: level.nodes,
            move_time: level.move_time.map(seconds),
            clock,
            win_in: None,
            overhead: self.params.overhead,
        }
    }

    fn complain(&self, message: impl ToString) {
        let message = message.to_string().replace(['\n', '\r'], " ");
        self.voice.say(&Reply::Error { message });
    }
}

fn seconds(number: f64) -> Duration {
    // What is not a number is not more than zero either.
    Duration::from_secs_f64(if number > 0.0 { number.min(LONGEST) } else { 0.0 })
}

fn info_of(thought: &Thought) -> Info {
    let seconds = thought.elapsed.as_secs_f64();
    let score = match thought.score.plies_to_end() {
        // As Scan does: close to 100 men, less with every move to the end.
        Some(plies) if plies > 0 => 100.0 - f64::from(plies) / 100.0,
        Some(plies) => -100.0 - f64::from(plies) / 100.0,
        None => f64::from(thought.score.hundredths()) / 100.0,
    };
    Info {
        depth: Some(thought.depth),
        mean_depth: None,
        score: Some(rounded(score, 100.0)),
        nodes: Some(thought.nodes),
        time: Some(rounded(seconds, 1_000.0)),
        nps: Some(rounded(thought.nodes as f64 / seconds.max(1e-6) / 1e6, 1_000.0)),
        pv: thought.moves.clone(),
    }
}

fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}
