//! The Hub engine, for every draughts game.

mod params;

use std::io::{self, BufRead, Write};
use std::time::Duration;

use catalog::{GameId, HubPositionError, PositionText, PositionTextError};
use protocol::ParseError;
use protocol::hub::{GoMode, HubCommand, HubInfo, HubLimits, HubReply};
use search::{BestMove, Bound, Clock, Info, Limits, SearchRequest};
use tables::TableError;
use thiserror::Error;

use crate::background_player::{AnswerTime, BackgroundPlayer};
use crate::command_loop::{self, LineEngine};
use crate::hub::params::{Params, Setting};
use crate::level::{Level, Strength};
use crate::shared_output::SharedOutput;

/// The longest time limit in seconds: more than any game lasts.
const MAX_SECONDS: f64 = 1e7;

/// How long a search runs whose limits cannot be read.
const FALLBACK_TIME: Duration = Duration::from_secs(1);

/// Runs a Hub engine (version 2) until `quit`, the end of the input, or until the output is closed. It plays `game` until
/// the parameter `variant` changes it. At the end of the input a search with a limit is finished and one without is
/// stopped; both print their move.
///
/// ```
/// use catalog::GameId;
///
/// let mut input: &[u8] = b"init\nquit\n";
/// damier_engine::speak_hub(GameId::Russian, &mut input, std::io::stdout())?; // Prints `ready`.
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
    command_loop::run(&mut HubConversation::new(game, SharedOutput::new(output)), input)
}

/// Why a position was not set.
#[derive(Debug, Error)]
enum PositionError {
    #[error(transparent)]
    Text(#[from] HubPositionError),
    #[error(transparent)]
    PositionText(#[from] PositionTextError),
}

struct HubConversation {
    player: BackgroundPlayer,
    output: SharedOutput,
    params: Params,
    /// The limits of the next search, collected from several lines.
    limits: HubLimits,
    /// Whether some of them could not be read.
    has_bad_limits: bool,
}

impl LineEngine for HubConversation {
    fn execute_line(&mut self, line: &str) -> bool {
        match line.parse::<HubCommand>() {
            Ok(HubCommand::Quit) => return false,
            Ok(command) => self.execute(command),
            // The protocol demands that unknown commands are ignored.
            Err(ParseError::Empty { .. } | ParseError::Unknown { .. }) => {}
            Err(error) => {
                self.complain(&error);
                let command = line.split_whitespace().next();
                self.has_bad_limits |= matches!(command, Some("go" | "level"));
                // A GUI that sends `go` waits for a move.
                if command == Some("go") {
                    self.go(GoMode::Think);
                }
            }
        }
        !self.output.is_closed()
    }

    fn report_error(&mut self, message: &str) {
        self.complain(message);
    }

    fn finish(&mut self) {
        self.player.complete();
    }
}

impl HubConversation {
    fn new(game: GameId, output: SharedOutput) -> Self {
        let params = Params::default();
        let player = BackgroundPlayer::new(game, params.megabytes, params.threads);
        Self { player, output, params, limits: HubLimits::default(), has_bad_limits: false }
    }

    fn execute(&mut self, command: HubCommand) {
        match command {
            HubCommand::Hub => self.introduce(),
            HubCommand::SetParam { name, value } => self.set_param(&name, &value),
            HubCommand::Init => {
                self.player.player();
                self.output.write_line(&HubReply::Ready);
            }
            HubCommand::Position { position, moves } => {
                if let Err(error) = self.set_position(&position, &moves) {
                    self.complain(format_args!("position rejected, keeping the previous one: {error}"));
                }
            }
            HubCommand::Level(limits) => self.add_limits(limits),
            HubCommand::Go(mode) => self.go(mode),
            HubCommand::Ping => self.output.write_line(&HubReply::Pong),
            HubCommand::PonderHit => self.player.ponder_hit(),
            HubCommand::Stop => self.player.stop(),
            HubCommand::NewGame => self.player.new_game(),
            _ => {}
        }
    }

    fn introduce(&self) {
        self.output.write_line(&HubReply::Id {
            name: "Damier".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            author: Some("the Damier authors".to_owned()),
            country: None,
        });
        for param in self.params.offered(self.player.game()) {
            self.output.write_line(&HubReply::Param(param));
        }
        self.output.write_line(&HubReply::Wait);
    }

    fn set_param(&mut self, name: &str, value: &str) {
        match self.params.set(name, value) {
            Err(error) => self.complain(error),
            Ok(Setting::Kept) => {}
            Ok(Setting::Game(game)) => {
                if let Err(error) = self.player.change_game(game) {
                    self.complain(format_args!("eval-file: {error}; using the built-in evaluation"));
                }
                let pieces = self.player.pieces_of_tables();
                self.report_tables(pieces);
            }
            Ok(Setting::EvalFile(path)) => {
                if let Err(error) = self.player.set_eval_file(&path) {
                    self.complain(format_args!("eval-file: {error}; the evaluation stays as it was"));
                }
            }
            Ok(Setting::Tables(folder)) => {
                let pieces = self.player.set_tables_folder(folder);
                if pieces.is_err() {
                    self.params.tables = None;
                }
                self.report_tables(pieces);
            }
            Ok(Setting::Threads(threads)) => {
                let got = self.player.set_threads(threads);
                self.params.threads = got;
                if got < threads {
                    self.complain(format_args!(
                        "threads: {got} instead of {threads}, the maximum on this machine"
                    ));
                }
            }
            Ok(Setting::HashSize(megabytes)) => {
                let got = self.player.set_hash_size(megabytes);
                self.params.megabytes = got;
                if got < megabytes {
                    self.complain(format_args!(
                        "hash: cannot allocate {megabytes} MB, the table keeps its {got} MB"
                    ));
                }
            }
        }
    }

    /// Reports a folder that has no tables of this game, or none that can be used.
    fn report_tables(&self, pieces: Result<usize, TableError>) {
        match (pieces, &self.params.tables) {
            (Err(error), _) => self.complain(format_args!("tables-path: {error}")),
            (Ok(0), Some(folder)) => self.complain(format_args!(
                "tables-path: no tables of {} in {}",
                self.player.game().name(),
                folder.display()
            )),
            _ => {}
        }
    }

    fn set_position(&mut self, position: &str, moves: &[String]) -> Result<(), PositionError> {
        let fen = self.player.game().fen_of_hub(position)?;
        let place = PositionText { fen: Some(&fen), moves, ..PositionText::default() };
        Ok(self.player.player().set_position(&place)?)
    }

    /// Adds limits for the next search; `infinite` removes all others. Limits that cannot be read are reported.
    fn add_limits(&mut self, new: HubLimits) {
        new.faults.iter().for_each(|fault| self.complain(fault));
        self.has_bad_limits |= !new.faults.is_empty();
        let old = if new.infinite { HubLimits::default() } else { std::mem::take(&mut self.limits) };
        self.limits = HubLimits {
            depth: new.depth.or(old.depth),
            nodes: new.nodes.or(old.nodes),
            move_time: new.move_time.or(old.move_time),
            moves: new.moves.or(old.moves),
            time: new.time.or(old.time),
            increment: new.increment.or(old.increment),
            infinite: new.infinite,
            faults: Vec::new(),
        };
    }

    fn go(&mut self, mode: GoMode) {
        let answer_time = match mode {
            GoMode::Ponder => AnswerTime::AfterPonderHit,
            // An engine may answer early, even in analysis.
            GoMode::Think | GoMode::Analyze => AnswerTime::AtOnce,
        };
        let hub_limits = std::mem::take(&mut self.limits);
        let mut limits = self.search_limits(&hub_limits);
        if std::mem::take(&mut self.has_bad_limits) && !hub_limits.infinite && limits.is_unlimited() {
            // A GUI that sent limits does not want an infinite search.
            limits.move_time = Some(FALLBACK_TIME);
            let seconds = FALLBACK_TIME.as_secs();
            self.complain(format_args!("no valid limit, searching for {seconds} s"));
        }
        // The strongest level has no node limit of its own.
        let level = Some(self.params.level).filter(|&level| level < Level::STRONGEST);
        let seed = self.player.seed();
        let strength = level.map(|level| Strength { level, seed });
        let request = SearchRequest::from(limits);
        let (info_output, output) = (self.output.clone(), self.output.clone());
        let on_info = move |info: &Info<String>| {
            // The protocol cannot say that a score is a bound.
            if info.bound == Bound::Exact {
                info_output.write_line(&HubReply::Info(hub_info(info)));
            }
            !info_output.is_closed()
        };
        self.player.search(request, strength, answer_time, on_info, move |found| {
            let BestMove { best, ponder, .. } = found.unwrap_or_default();
            output.write_line(&HubReply::Done { best, ponder });
        });
    }

    fn search_limits(&self, limits: &HubLimits) -> Limits {
        let increment = limits.increment.map_or(Duration::ZERO, seconds);
        let clock = limits.time.map(|time| Clock {
            // Hub adds the increment before the move.
            remaining: seconds(time) + increment,
            increment,
            moves_to_go: limits.moves.filter(|&moves| moves > 0),
        });
        Limits {
            depth: limits.depth,
            nodes: limits.nodes,
            soft_nodes: None,
            move_time: limits.move_time.map(seconds),
            clock,
            mate_in_plies: None,
            overhead: self.params.overhead,
        }
    }

    fn complain(&self, message: impl ToString) {
        let message = message.to_string().replace(['\n', '\r'], " ");
        self.output.write_line(&HubReply::Error { message });
    }
}

fn seconds(number: f64) -> Duration {
    // NaN is not greater than zero.
    Duration::from_secs_f64(if number > 0.0 { number.min(MAX_SECONDS) } else { 0.0 })
}

fn hub_info(info: &Info<String>) -> HubInfo {
    let seconds = info.elapsed.as_secs_f64();
    let score = match info.score.mate_in_plies() {
        // As Scan does: 100 men, less a hundredth per ply to the end.
        Some(plies) if plies > 0 => 100.0 - f64::from(plies) / 100.0,
        Some(plies) => -100.0 - f64::from(plies) / 100.0,
        None if info.score.table_plies().is_some() => {
            // Below every mate.
            let plies = f64::from(info.score.table_plies().unwrap_or(0));
            (90.0 - plies.abs() / 100.0).copysign(f64::from(info.score.centipawns()))
        }
        None => f64::from(info.score.centipawns()) / 100.0,
    };
    HubInfo {
        depth: Some(info.depth),
        mean_depth: None,
        score: Some(rounded(score, 100.0)),
        nodes: Some(info.nodes),
        time: Some(rounded(seconds, 1_000.0)),
        nps: Some(rounded(info.nodes_per_second() / 1e6, 1_000.0)),
        pv: info.pv.clone(),
    }
}

fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}
