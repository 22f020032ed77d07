//! The player as a UCI engine.

mod info;
mod options;

use std::io::{self, BufRead, Write};
use std::time::Duration;

use boardgame::{Color, Outcome};
use catalog::{GameId, Place, PlaceError};
use protocol::ParseError;
use protocol::uci::{Command, Go, Info, Reply, Start};
use search::{Bound, Clock, Limits};

use crate::lines::{Line, next_line};
use crate::player::{Decision, Thinking, Thought};
use crate::session::{Answering, Session};
use crate::uci::info::{info_of, info_of_end};
use crate::uci::options::{Options, Setting};
use crate::voice::Voice;

const NAME: &str = concat!("Damier ", env!("CARGO_PKG_VERSION"));
const AUTHOR: &str = "the Damier authors";

/// The deepest count that `go perft` makes.
const DEEPEST_COUNT: u32 = 20;

/// How long a search works before it tells of scores that are not exact yet.
const SILENCE: Duration = Duration::from_secs(1);

/// How long a search thinks whose limits cannot be read.
const WITHOUT_LIMITS: Duration = Duration::from_secs(1);

/// Of the faults of one line so many are told.
const MOST_FAULTS: usize = 5;

/// Speaks UCI until `quit`, the end of the input, or the end of somebody who listens. A search that has a limit is
/// finished after the end of the input; one without is stopped then, and answers.
///
/// ```
/// let mut input: &[u8] = b"isready\nquit\n";
/// damier_engine::speak_uci(&mut input, std::io::stdout())?; // Says `readyok`.
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// The input cannot be read.
pub fn speak_uci(input: &mut dyn BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let mut engine = UciEngine::new(Voice::new(output));
    loop {
        match next_line(input)? {
            Line::Text(line) => {
                if !engine.hear(&line) || engine.voice.is_closed() {
                    return Ok(());
                }
            }
            Line::TooLong => engine.remark("ignored: a line of more than a million characters"),
            Line::End => {
                engine.session.complete();
                return Ok(());
            }
        }
    }
}

struct UciEngine {
    session: Session,
    voice: Voice,
    options: Options,
    /// Where the game stands, as it was told.
    place: Option<(Start, Vec<String>)>,
}

impl UciEngine {
    fn new(voice: Voice) -> Self {
        let session = Session::new(GameId::Chess, Options::MEGABYTES, 1);
        Self { session, voice, options: Options::default(), place: None }
    }

    /// Does what a line says; false when the conversation is over.
    fn hear(&mut self, line: &str) -> bool {
        if line == "bench" {
            self.bench();
            return true;
        }
        match line.parse::<Command>() {
            Ok(Command::Quit) => return false,
            Ok(command) => self.obey(command),
            Err(ParseError::Empty { .. }) => {}
            Err(error) => self.remark(format_args!("ignored: {error}")),
        }
        true
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.voice.say(&Reply::ReadyOk),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => self.session.forget(),
            Command::Position { start, moves } => match self.go_to(&start, &moves) {
                Ok(()) => self.place = Some((start, moves)),
                Err(error) => self.remark(format_args!("position refused, the one before stays: {error}")),
            },
            Command::Go(go) => self.go(go),
            Command::Stop => self.session.stop(),
            Command::PonderHit => self.session.ponder_hit(),
            // Nothing to register, and nothing more to say in debug mode.
            _ => {}
        }
    }

    fn introduce(&self) {
        self.voice.say(&Reply::Name(NAME.to_owned()));
        self.voice.say(&Reply::Author(AUTHOR.to_owned()));
        for option in Options::offered() {
            self.voice.say(&Reply::Option(option));
        }
        self.voice.say(&Reply::UciOk);
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        match self.options.set(name, value) {
            Err(error) => self.remark(error),
            Ok(Setting::Kept) => {}
            Ok(Setting::Memory(megabytes)) => {
                let got = self.session.set_memory(megabytes);
                if got < megabytes {
                    self.remark(format_args!(
                        "option Hash: the system does not have {megabytes} MB, the table keeps its {got} MB"
                    ));
                }
            }
            Ok(Setting::Threads(threads)) => {
                let got = self.session.set_threads(threads);
                if got < threads {
                    self.remark(format_args!(
                        "option Threads: {got} instead of {threads}, the most on this machine"
                    ));
                }
            }
            Ok(Setting::Game(game)) => self.change_game(game),
            Ok(Setting::Forget) => self.session.player().forget(),
        }
    }

    /// Plays another game from now on, from the same position.
    fn change_game(&mut self, game: GameId) {
        self.session.change_game(game);
        let Some((start, moves)) = self.place.take() else { return };
        match self.go_to(&start, &moves) {
            Ok(()) => self.place = Some((start, moves)),
            Err(error) => {
                self.remark(format_args!("position refused by the rules of {game}, it is the start: {error}"))
            }
        }
    }

    fn go_to(&mut self, start: &Start, moves: &[String]) -> Result<(), PlaceError> {
        let fen = match start {
            Start::StartPosition => None,
            Start::Fen(fen) => Some(fen.as_str()),
        };
        let place = Place { fen, moves, ..Place::default() };
        self.session.player().go_to(&place)
    }

    fn go(&mut self, go: Go) {
        self.tell_faults(&go);
        match go.perft {
            Some(depth) => return self.count(depth),
            // Whoever wants a count does not wait for a move.
            None if go.faults.iter().any(|fault| field_of(fault) == Some("perft")) => return,
            None => {}
        }
        let player = self.session.player();
        let (turn, outcome) = (player.turn(), player.outcome());
        let moves = self.legal_ones(&go.search_moves);
        let answering = match () {
            () if go.infinite => Answering::AfterStop,
            () if go.ponder => Answering::AfterPonderHit,
            () => Answering::AtOnce,
        };
        let mut limits = self.limits(&go, turn);
        let is_faulty = !(go.faults.is_empty() && go.unknown.is_empty());
        if is_faulty && !go.infinite && limits.is_unlimited() {
            // A GUI that said something else than plain `go` does not want to wait for ever.
            limits.move_time = Some(WITHOUT_LIMITS);
            self.remark(format_args!(
                "go: no limit was understood, thinking for {} s",
                WITHOUT_LIMITS.as_secs()
            ));
        }
        let (lines, level) = (self.options.lines, self.options.level());
        let task = Thinking { limits, moves, lines, level, seed: self.session.seed() };
        let (thoughts, decisions) = (self.voice.clone(), self.voice.clone());
        let shows_wdl = self.options.shows_wdl;
        let on_thought = move |thought: &Thought| {
            if thought.bound == Bound::Exact || thought.elapsed >= SILENCE {
                thoughts.say(&info_of(thought, shows_wdl));
            }
            !thoughts.is_closed()
        };
        self.session.think(task, answering, on_thought, move |decision| {
            let (best, ponder) = match decision {
                Ok(Decision { best, expected, .. }) => (best, expected),
                Err(_) => (None, None),
            };
            if best.is_none() {
                decisions.say(&info_of_end(matches!(outcome, Some((Outcome::Win(_), _)))));
            }
            decisions.say(&Reply::BestMove { best, ponder });
        });
    }

    /// Tells what of a search was not understood.
    fn tell_faults(&self, go: &Go) {
        let unknown = go.unknown.iter().map(|word| {
            let word: String = word.chars().take(40).collect();
            format!("unknown word {word:?} after go")
        });
        let faults = go.faults.iter().map(ToString::to_string);
        for fault in faults.chain(unknown).take(MOST_FAULTS) {
            self.remark(format_args!("ignored: {fault}"));
        }
        let more = (go.unknown.len() + go.faults.len()).saturating_sub(MOST_FAULTS);
        if more > 0 {
            self.remark(format_args!("ignored: {more} more words after go"));
        }
    }

    /// The moves that are legal here; the others are named. None at all means that all may be searched.
    fn legal_ones(&mut self, texts: &[String]) -> Vec<String> {
        let (mut moves, mut refused) = (Vec::new(), 0);
        for text in texts {
            match self.session.player().find(text) {
                Ok(mv) if moves.contains(&mv) => {}
                Ok(mv) => moves.push(mv),
                Err(error) => {
                    refused += 1;
                    if refused <= MOST_FAULTS {
                        self.remark(format_args!("searchmoves: passed over: {error}"));
                    }
                }
            }
        }
        if refused > MOST_FAULTS {
            self.remark(format_args!("searchmoves: passed over: {} more", refused - MOST_FAULTS));
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
        // A GUI that tells only the other clock does not want to wait for ever.
        let clock = time.or(other_time).map(|time| Clock {
            remaining: milliseconds(time),
            increment: increment.map_or(Duration::ZERO, milliseconds),
            moves_to_go: go.moves_to_go.filter(|&moves| moves > 0),
        });
        // The last move is the one that mates.
        let win_in = go.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1));
        Limits {
            depth: go.depth,
            nodes: go.nodes,
            move_time: go.move_time.map(milliseconds).filter(|_| !go.infinite),
            clock: clock.filter(|_| !go.infinite),
            win_in,
            overhead: self.options.overhead,
        }
    }

    /// `go perft`, in the form that Stockfish prints.
    fn count(&mut self, depth: u32) {
        if !(1..=DEEPEST_COUNT).contains(&depth) {
            return self.remark(format_args!("perft of {depth} plies, expected 1 to {DEEPEST_COUNT}"));
        }
        let voice = self.voice.clone();
        self.session.work(false, move |player, control| {
            let counts = player.divide(depth, control);
            if control.is_stopped() {
                return voice.say(&remark("perft stopped before its end"));
            }
            for (mv, nodes) in &counts {
                voice.say(&format_args!("{mv}: {nodes}"));
            }
            let total: u64 = counts.iter().map(|(_, nodes)| nodes).sum();
            voice.say(&format_args!("\nNodes searched: {total}\n"));
        });
    }

    /// A fixed amount of work, whose nodes change only when the engine does.
    fn bench(&mut self) {
        let voice = self.voice.clone();
        self.session.work(false, move |_, control| match crate::bench::run(control) {
            Some(bench) => voice.say(&bench),
            None => voice.say(&remark("bench stopped before its end")),
        });
    }

    fn remark(&self, text: impl ToString) {
        self.voice.say(&remark(text));
    }
}

/// The field that a fault is about.
fn field_of(fault: &ParseError) -> Option<&'static str> {
    match fault {
        ParseError::Missing { field, .. } | ParseError::BadValue { field, .. } => Some(field),
        _ => None,
    }
}

/// A text for people.
fn remark(text: impl ToString) -> Reply {
    let text = Some(text.to_string().replace(['\n', '\r'], " "));
    Reply::Info(Box::new(Info { text, ..Info::default() }))
}
