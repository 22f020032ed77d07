//! The UCI engine.

mod info;
mod options;

use std::io::{self, BufRead, Write};
use std::time::Duration;

use boardgame::{Color, Outcome};
use catalog::{GameId, PositionText, PositionTextError};
use protocol::ParseError;
use protocol::uci::{Go, UciCommand, UciInfo, UciReply, UciStart};
use search::{BestMove, Bound, Clock, Info, Limits, SearchRequest};

use crate::background_player::{AnswerTime, BackgroundPlayer};
use crate::command_loop::{self, LineEngine};
use crate::level::Strength;
use crate::shared_output::SharedOutput;
use crate::uci::info::{uci_info, uci_info_of_end};
use crate::uci::options::{Options, Setting};

const NAME: &str = concat!("Damier ", env!("CARGO_PKG_VERSION"));
const AUTHOR: &str = "the Damier authors";

/// The largest depth of `go perft`.
const MAX_PERFT_DEPTH: u32 = 20;

/// How long a search runs before bounds are reported, too.
const BOUNDS_AFTER: Duration = Duration::from_secs(1);

/// How long a search runs whose limits cannot be read.
const FALLBACK_TIME: Duration = Duration::from_secs(1);

/// The most faults of one line that are reported.
const MAX_FAULTS: usize = 5;

/// Runs a UCI engine until `quit`, the end of the input, or until the output is closed. At the end of the input a search
/// with a limit is finished and one without is stopped; both print their move.
///
/// ```
/// let mut input: &[u8] = b"isready\nquit\n";
/// damier_engine::speak_uci(&mut input, std::io::stdout())?; // Prints `readyok`.
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// The input cannot be read.
pub fn speak_uci(input: &mut dyn BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    command_loop::run(&mut UciConversation::new(SharedOutput::new(output)), input)
}

struct UciConversation {
    player: BackgroundPlayer,
    output: SharedOutput,
    options: Options,
    /// The last position that was set.
    place: Option<(UciStart, Vec<String>)>,
}

impl LineEngine for UciConversation {
    fn execute_line(&mut self, line: &str) -> bool {
        if line == "bench" {
            self.bench();
            return !self.output.is_closed();
        }
        match line.parse::<UciCommand>() {
            Ok(UciCommand::Quit) => return false,
            Ok(command) => self.execute(command),
            Err(ParseError::Empty { .. }) => {}
            Err(error) => self.remark(format_args!("ignored: {error}")),
        }
        !self.output.is_closed()
    }

    fn report_error(&mut self, message: &str) {
        self.remark(message);
    }

    fn finish(&mut self) {
        self.player.complete();
    }
}

impl UciConversation {
    fn new(output: SharedOutput) -> Self {
        let player = BackgroundPlayer::new(GameId::Chess, Options::MEGABYTES, 1);
        Self { player, output, options: Options::default(), place: None }
    }

    fn execute(&mut self, command: UciCommand) {
        match command {
            UciCommand::Uci => self.introduce(),
            UciCommand::IsReady => self.output.write_line(&UciReply::ReadyOk),
            UciCommand::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            UciCommand::NewGame => self.player.new_game(),
            UciCommand::Position { start, moves } => match self.set_position(&start, &moves) {
                Ok(()) => self.place = Some((start, moves)),
                Err(error) => {
                    self.remark(format_args!("position rejected, keeping the previous one: {error}"))
                }
            },
            UciCommand::Go(go) => self.go(go),
            UciCommand::Stop => self.player.stop(),
            UciCommand::PonderHit => self.player.ponder_hit(),
            // There is nothing to register, and no debug mode.
            _ => {}
        }
    }

    fn introduce(&self) {
        self.output.write_line(&UciReply::Name(NAME.to_owned()));
        self.output.write_line(&UciReply::Author(AUTHOR.to_owned()));
        for option in Options::offered() {
            self.output.write_line(&UciReply::Option(option));
        }
        self.output.write_line(&UciReply::UciOk);
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        match self.options.set(name, value) {
            Err(error) => self.remark(error),
            Ok(Setting::Kept) => {}
            Ok(Setting::HashSize(megabytes)) => {
                let got = self.player.set_hash_size(megabytes);
                if got < megabytes {
                    self.remark(format_args!(
                        "option Hash: cannot allocate {megabytes} MB, the table keeps its {got} MB"
                    ));
                }
            }
            Ok(Setting::Threads(threads)) => {
                let got = self.player.set_threads(threads);
                if got < threads {
                    self.remark(format_args!(
                        "option Threads: {got} instead of {threads}, the maximum on this machine"
                    ));
                }
            }
            Ok(Setting::Game(game)) => self.change_game(game),
            Ok(Setting::EvalFile(path)) => {
                if let Err(error) = self.player.set_eval_file(&path) {
                    self.remark(format_args!("option EvalFile: {error}; the evaluation stays as it was"));
                }
            }
            Ok(Setting::ClearHash) => self.player.player().clear(),
        }
    }

    /// Changes the game and keeps the position.
    fn change_game(&mut self, game: GameId) {
        if let Err(error) = self.player.change_game(game) {
            self.remark(format_args!("option EvalFile: {error}; using the built-in evaluation"));
        }
        let Some((start, moves)) = self.place.take() else { return };
        match self.set_position(&start, &moves) {
            Ok(()) => self.place = Some((start, moves)),
            Err(error) => self.remark(format_args!(
                "position rejected by the rules of {game}, using the start position: {error}"
            )),
        }
    }

    fn set_position(&mut self, start: &UciStart, moves: &[String]) -> Result<(), PositionTextError> {
        let fen = match start {
            UciStart::StartPosition => None,
            UciStart::Fen(fen) => Some(fen.as_str()),
        };
        let place = PositionText { fen, moves, ..PositionText::default() };
        self.player.player().set_position(&place)
    }

    fn go(&mut self, go: Go) {
        self.report_faults(&go);
        match go.perft {
            Some(depth) => return self.perft(depth),
            // A GUI that asks for perft does not expect a move.
            None if go.faults.iter().any(|fault| field_of(fault) == Some("perft")) => return,
            None => {}
        }
        let player = self.player.player();
        let (turn, outcome) = (player.turn(), player.outcome());
        let moves = self.legal_moves(&go.search_moves);
        let answer_time = match () {
            () if go.infinite => AnswerTime::AfterStop,
            () if go.ponder => AnswerTime::AfterPonderHit,
            () => AnswerTime::AtOnce,
        };
        let mut limits = self.limits(&go, turn);
        let is_faulty = !(go.faults.is_empty() && go.unknown.is_empty());
        if is_faulty && !go.infinite && limits.is_unlimited() {
            // A GUI that sent more than a plain `go` does not want an infinite search.
            limits.move_time = Some(FALLBACK_TIME);
            self.remark(format_args!("go: no valid limit, searching for {} s", FALLBACK_TIME.as_secs()));
        }
        let request = SearchRequest { limits, moves, multi_pv: self.options.multi_pv };
        let seed = self.player.seed();
        let strength = self.options.level().map(|level| Strength { level, seed });
        let (info_output, output) = (self.output.clone(), self.output.clone());
        let shows_wdl = self.options.shows_wdl;
        let on_info = move |info: &Info<String>| {
            if info.bound == Bound::Exact || info.elapsed >= BOUNDS_AFTER {
                info_output.write_line(&uci_info(info, shows_wdl));
            }
            !info_output.is_closed()
        };
        self.player.search(request, strength, answer_time, on_info, move |found| {
            let BestMove { best, ponder, .. } = found.unwrap_or_default();
            if best.is_none() {
                output.write_line(&uci_info_of_end(matches!(outcome, Some((Outcome::Win(_), _)))));
            }
            output.write_line(&UciReply::BestMove { best, ponder });
        });
    }

    /// Reports the words of `go` that cannot be read.
    fn report_faults(&self, go: &Go) {
        let unknown = go
            .unknown
            .iter()
            .map(|word| format!("unknown word {:?} after go", protocol::shortened(word, 40)));
        let faults = go.faults.iter().map(ToString::to_string);
        for fault in faults.chain(unknown).take(MAX_FAULTS) {
            self.remark(format_args!("ignored: {fault}"));
        }
        let more = (go.unknown.len() + go.faults.len()).saturating_sub(MAX_FAULTS);
        if more > 0 {
            self.remark(format_args!("ignored: {more} more words after go"));
        }
    }

    /// The legal moves among these texts; the others are reported. An empty list means that all moves are searched.
    fn legal_moves(&mut self, texts: &[String]) -> Vec<String> {
        let (mut moves, mut refused) = (Vec::new(), 0);
        for text in texts {
            match self.player.player().find_move(text) {
                Ok(mv) if moves.contains(&mv) => {}
                Ok(mv) => moves.push(mv),
                Err(error) => {
                    refused += 1;
                    if refused <= MAX_FAULTS {
                        self.remark(format_args!("searchmoves: ignored: {error}"));
                    }
                }
            }
        }
        if refused > MAX_FAULTS {
            self.remark(format_args!("searchmoves: ignored: {} more", refused - MAX_FAULTS));
        }
        moves
    }

    fn limits(&self, go: &Go, turn: Color) -> Limits {
        let (white, black) = ((go.white_time, go.white_increment), (go.black_time, go.black_increment));
        let ((time, increment), (other_time, _)) = match turn {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        let milliseconds = |number: i64| Duration::from_millis(number.max(0) as u64);
        // A GUI that sends only the opponent's clock does not want an infinite search.
        let clock = time.or(other_time).map(|time| Clock {
            remaining: milliseconds(time),
            increment: increment.map_or(Duration::ZERO, milliseconds),
            moves_to_go: go.moves_to_go.filter(|&moves| moves > 0),
        });
        // The last ply is the mating move.
        let mate_in_plies = go.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1));
        Limits {
            depth: go.depth,
            nodes: go.nodes,
            soft_nodes: None,
            move_time: go.move_time.map(milliseconds).filter(|_| !go.infinite),
            clock: clock.filter(|_| !go.infinite),
            mate_in_plies,
            overhead: self.options.overhead,
        }
    }

    /// `go perft`, printed as Stockfish does.
    fn perft(&mut self, depth: u32) {
        if !(1..=MAX_PERFT_DEPTH).contains(&depth) {
            return self.remark(format_args!("perft of {depth} plies, expected 1 to {MAX_PERFT_DEPTH}"));
        }
        let output = self.output.clone();
        self.player.work(false, move |player, control| {
            let counts = player.divide(depth, control);
            if control.is_stopped() {
                return output.write_line(&remark("perft was stopped"));
            }
            for (mv, nodes) in &counts {
                output.write_line(&format_args!("{mv}: {nodes}"));
            }
            let total: u64 = counts.iter().map(|(_, nodes)| nodes).sum();
            output.write_line(&format_args!("\nNodes searched: {total}\n"));
        });
    }

    /// Searches fixed positions; the node count changes only when the engine does.
    fn bench(&mut self) {
        let output = self.output.clone();
        self.player.work(false, move |_, control| match crate::bench::run(control) {
            Some(bench) => output.write_line(&bench),
            None => output.write_line(&remark("bench was stopped")),
        });
    }

    fn remark(&self, text: impl ToString) {
        self.output.write_line(&remark(text));
    }
}

/// The field that a fault is about.
fn field_of(fault: &ParseError) -> Option<&'static str> {
    match fault {
        ParseError::Missing { field, .. } | ParseError::BadValue { field, .. } => Some(field),
        _ => None,
    }
}

/// An `info string`.
fn remark(text: impl ToString) -> UciReply {
    let text = Some(text.to_string().replace(['\n', '\r'], " "));
    UciReply::Info(Box::new(UciInfo { text, ..UciInfo::default() }))
}
