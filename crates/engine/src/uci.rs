//! The player as a UCI engine.

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use catalog::{GameId, Place};
use protocol::uci::{Command, Go, Info, OptionKind, OptionValue, Reply, Score, Start, UciOption, Value, Wdl};
use search::{Clock, Limits};

use crate::player::{Decision, Thinking, Thought};
use crate::session::{Answering, Session};

const NAME: &str = concat!("Damier ", env!("CARGO_PKG_VERSION"));
const AUTHOR: &str = "the Damier authors";

/// The memory of the table at first, in megabytes.
const DEFAULT_HASH: i64 = 16;
const MOST_HASH: i64 = 1 << 20;
const MOST_THREADS: i64 = 512;
const MOST_LINES: i64 = 256;
const DEFAULT_OVERHEAD: i64 = 10;

/// The deepest count that `go perft` makes.
const DEEPEST_COUNT: u32 = 20;

/// Speaks UCI until `quit` or the end of the input.
///
/// # Errors
///
/// The input cannot be read. An output that is closed ends the conversation without an error.
pub fn speak_uci(input: &mut dyn BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let mut engine = UciEngine::new(Box::new(output));
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 || !engine.hear(&String::from_utf8_lossy(&line)) {
            return Ok(());
        }
    }
}

/// Lines for the GUI, from the conversation and from the search.
#[derive(Clone)]
struct Voice(Arc<Mutex<Box<dyn Write + Send>>>);

impl Voice {
    fn say(&self, reply: &Reply) {
        self.line(&reply.to_string());
    }

    fn line(&self, text: &str) {
        if let Ok(mut output) = self.0.lock() {
            // A GUI that has gone closes the input too, which ends the conversation.
            let _ = writeln!(output, "{text}").and_then(|()| output.flush());
        }
    }

    /// A text for people.
    fn remark(&self, text: impl ToString) {
        let text = Some(text.to_string().replace(['\n', '\r'], " "));
        self.say(&Reply::Info(Box::new(Info { text, ..Info::default() })));
    }
}

struct UciEngine {
    session: Session,
    voice: Voice,
    lines: usize,
    overhead: Duration,
    shows_wdl: bool,
}

impl UciEngine {
    fn new(output: Box<dyn Write + Send>) -> Self {
        Self {
            session: Session::new(GameId::Chess, DEFAULT_HASH as usize, 1),
            voice: Voice(Arc::new(Mutex::new(output))),
            lines: 1,
            overhead: Duration::from_millis(DEFAULT_OVERHEAD as u64),
            shows_wdl: false,
        }
    }

    /// Does what a line says; false when the conversation is over.
    fn hear(&mut self, line: &str) -> bool {
        if line.trim().is_empty() {
            return true;
        }
        if line.split_whitespace().next() == Some("bench") {
            self.bench();
            return true;
        }
        match line.parse::<Command>() {
            Ok(Command::Quit) => return false,
            Ok(command) => self.obey(command),
            Err(error) => self.voice.remark(format_args!("ignored: {error}")),
        }
        true
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Uci => {
                self.voice.say(&Reply::Name(NAME.to_owned()));
                self.voice.say(&Reply::Author(AUTHOR.to_owned()));
                for option in options() {
                    self.voice.say(&Reply::Option(option));
                }
                self.voice.say(&Reply::UciOk);
            }
            Command::IsReady => self.voice.say(&Reply::ReadyOk),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => self.session.player().forget(),
            Command::Position { start, moves } => self.go_to(&start, &moves),
            Command::Go(go) => self.go(go),
            Command::Stop => self.session.stop(),
            Command::PonderHit => self.session.ponder_hit(),
            // Nothing to register, and nothing more to say in debug mode.
            _ => {}
        }
    }

    fn go_to(&mut self, start: &Start, moves: &[String]) {
        let fen = match start {
            Start::StartPosition => None,
            Start::Fen(fen) => Some(fen.as_str()),
        };
        let place = Place { fen, moves, ..Place::default() };
        if let Err(error) = self.session.player().go_to(&place) {
            self.voice.remark(format_args!("position refused, the one before stays: {error}"));
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let Some(option) = options().into_iter().find(|option| option.name.eq_ignore_ascii_case(name)) else {
            return self.voice.remark(format_args!("ignored: no option {name:?}"));
        };
        let value = match option.kind.read_value(value) {
            Ok(value) => value,
            Err(error) => return self.voice.remark(format_args!("option {name}: {error}")),
        };
        match (option.name.as_str(), value) {
            ("Hash", OptionValue::Spin(megabytes)) => {
                let got = self.session.set_memory(megabytes as usize);
                if got < megabytes as usize {
                    self.voice.remark(format_args!("Hash: {got} MB, the system has no more"));
                }
            }
            ("Threads", OptionValue::Spin(threads)) => self.session.set_threads(threads as usize),
            ("MultiPV", OptionValue::Spin(lines)) => self.lines = lines as usize,
            ("Move Overhead", OptionValue::Spin(ms)) => self.overhead = Duration::from_millis(ms as u64),
            ("UCI_Chess960", OptionValue::Check(on)) => {
                self.session.change_game(if on { GameId::Chess960 } else { GameId::Chess });
            }
            ("UCI_ShowWDL", OptionValue::Check(on)) => self.shows_wdl = on,
            ("Clear Hash", _) => self.session.player().forget(),
            // The GUI tells with it that it may ask to ponder.
            _ => {}
        }
    }

    fn go(&mut self, go: Go) {
        if let Some(depth) = go.perft {
            return self.count(depth);
        }
        let turn = self.session.player().turn();
        let answering = match () {
            () if go.infinite => Answering::AfterStop,
            () if go.ponder => Answering::AfterPonderHit,
            () => Answering::AtOnce,
        };
        let limits = self.limits(&go, turn);
        let task = Thinking { limits, moves: go.search_moves, lines: self.lines, ..Thinking::default() };
        let (thoughts, decision) = (self.voice.clone(), self.voice.clone());
        let shows_wdl = self.shows_wdl;
        let on_thought = move |thought: &Thought| thoughts.say(&info(thought, shows_wdl));
        self.session.start(task, answering, on_thought, move |result| match result {
            Ok(Decision { best, expected, .. }) => {
                decision.say(&Reply::BestMove { best, ponder: expected });
            }
            Err(error) => {
                decision.remark(format_args!("searchmoves refused: {error}"));
                decision.say(&Reply::BestMove { best: None, ponder: None });
            }
        });
    }

    fn limits(&self, go: &Go, turn: boardgame::Color) -> Limits {
        let (time, increment) = match turn {
            boardgame::Color::White => (go.white_time, go.white_increment),
            boardgame::Color::Black => (go.black_time, go.black_increment),
        };
        let milliseconds = |number: i64| Duration::from_millis(number.max(0) as u64);
        let clock = time.map(|time| Clock {
            remaining: milliseconds(time),
            increment: increment.map_or(Duration::ZERO, milliseconds),
            moves_to_go: go.moves_to_go.filter(|&moves| moves > 0),
        });
        Limits {
            depth: go.depth,
            nodes: go.nodes,
            move_time: go.move_time.map(milliseconds),
            clock: clock.filter(|_| !go.infinite),
            // The last move is the one that mates.
            win_in: go.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1)),
            overhead: self.overhead,
        }
    }

    /// `go perft`, in the form that Stockfish prints.
    fn count(&mut self, depth: u32) {
        if !(1..=DEEPEST_COUNT).contains(&depth) {
            return self.voice.remark(format_args!("perft of {depth} plies, expected 1 to {DEEPEST_COUNT}"));
        }
        let control = search::Control::default();
        let counts = self.session.player().divide(depth, &control);
        for (mv, nodes) in &counts {
            self.voice.line(&format!("{mv}: {nodes}"));
        }
        let total: u64 = counts.iter().map(|(_, nodes)| nodes).sum();
        self.voice.line(&format!("\nNodes searched: {total}\n"));
    }

    /// A fixed amount of work, whose nodes change only when the engine does.
    fn bench(&mut self) {
        let (nodes, elapsed) = crate::bench::run();
        let per_second = nodes as f64 / elapsed.as_secs_f64().max(1e-9);
        self.voice.line(&format!("{nodes} nodes {per_second:.0} nps"));
    }
}

fn options() -> Vec<UciOption> {
    let spin = |default, min, max| OptionKind::Spin { default, min, max };
    let option = |name: &str, kind| UciOption { name: name.to_owned(), kind };
    vec![
        option("Hash", spin(DEFAULT_HASH, 1, MOST_HASH)),
        option("Threads", spin(1, 1, MOST_THREADS)),
        option("MultiPV", spin(1, 1, MOST_LINES)),
        option("Ponder", OptionKind::Check { default: false }),
        option("Move Overhead", spin(DEFAULT_OVERHEAD, 0, 5_000)),
        option("Clear Hash", OptionKind::Button),
        option("UCI_Chess960", OptionKind::Check { default: false }),
        option("UCI_ShowWDL", OptionKind::Check { default: false }),
    ]
}

fn info(thought: &Thought, shows_wdl: bool) -> Reply {
    let milliseconds = thought.elapsed.as_millis() as u64;
    let seconds = thought.elapsed.as_secs_f64().max(1e-6);
    let value = match thought.score.plies_to_end() {
        // The winner makes the last move, the loser does not.
        Some(plies) if plies > 0 => Value::Mate((plies + 1) / 2),
        Some(plies) => Value::Mate(plies / 2),
        None => Value::Centipawns(thought.score.hundredths()),
    };
    let wdl = shows_wdl.then(|| expected_results(thought.score));
    Reply::Info(Box::new(Info {
        depth: Some(thought.depth),
        selective_depth: Some(thought.selective_depth as u32),
        multi_pv: Some(thought.line as u32),
        score: Some(Score { value, bound: None, wdl }),
        time: Some(milliseconds),
        nodes: Some(thought.nodes),
        nodes_per_second: Some((thought.nodes as f64 / seconds) as u64),
        hash_full: Some(thought.permille_full as u32),
        pv: thought.moves.clone(),
        ..Info::default()
    }))
}

/// Wins, draws and losses that a score promises, in thousandths: a logistic curve for each end.
fn expected_results(score: search::Score) -> Wdl {
    let share = |hundredths: f64| 1_000.0 / (1.0 + ((150.0 - hundredths) / 70.0).exp());
    let hundredths = f64::from(score.hundredths());
    let (win, loss) = (share(hundredths) as u32, share(-hundredths) as u32);
    Wdl { win, draw: 1_000 - win - loss, loss }
}
