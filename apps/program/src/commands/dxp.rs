//! `damier dxp`: matches of international draughts over a network.

use std::io::{ErrorKind, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, bail};
use catalog::GameId;
use clap::{Args, ValueEnum};
use damier::Color;
use engine::{DxpError, DxpEvent, DxpGame, DxpRequest, DxpResult, DxpRole, DxpSettings, Level, play_dxp};
use serde::Serialize;

use crate::arguments::EXIT_CODES;
use crate::commands::numbers::whole;
use crate::commands::tables::open_tables;
use crate::interrupt::interrupt_flag;
use crate::{complain, exit};

const EXAMPLES: &str = "Examples:
  damier dxp --listen 27531                             wait for a program on this machine
  damier dxp --connect 27531 --minutes 5 --games 10     connect to a waiting program
  damier dxp --listen 0.0.0.0:27531 --level 6           wait for a program on any machine
  damier dxp --connect 192.168.1.7:27531 --color black --fen W:W27,28,32:B12,17,19

DamExchange is a protocol for international draughts. It has no passwords and no encryption: listen on an address of a
network only if you trust that network. The initiator requests games; the follower accepts them.

--listen serves one connection after another until Ctrl-C, or only one with --once. If a program violates the protocol,
the connection is closed and the next one is served.

Every game gets a result line, or with --json an object: {\"game\", \"opponent\", \"color\", \"result\", \"reason\", \"fen\",
\"moves\"}. An unfinished game has the result \"*\" and a reason: disconnected, time-out, illegal move, protocol violation
or interrupted. Moves are in PDN, so you can pass them to --moves of other commands.

If the opponent does not respond, the connection is closed after --timeout seconds. An opponent that exceeds its time
loses. It has a grace of 1 second per game and 0.1 seconds per move.";

/// Play international draughts against a program on a network (DamExchange).
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct DxpArguments {
    /// Wait for connections; without an address, only from this machine.
    #[arg(long, value_name = "[ADDR:]PORT", value_parser = address, required_unless_present = "connect")]
    listen: Option<String>,
    /// Connect to a waiting program; without an address, on this machine.
    #[arg(long, value_name = "[ADDR:]PORT", value_parser = address, conflicts_with = "listen")]
    connect: Option<String>,
    /// Serve one connection, then exit.
    #[arg(long, conflicts_with = "connect")]
    once: bool,
    /// Who requests games [default: the side that connects].
    #[arg(long)]
    role: Option<RoleName>,
    /// The name sent to the opponent, at most 32 characters.
    #[arg(long, default_value = concat!("Damier ", env!("CARGO_PKG_VERSION")))]
    name: String,
    /// Playing strength.
    #[arg(long, value_name = "1-10", default_value_t = Level::STRONGEST)]
    level: Level,
    /// Size of the transposition table in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = whole::<u32>(1..=65_536))]
    hash: u32,
    /// Search threads, at most four per processor.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1..=512))]
    threads: u16,
    /// Time per move, if the clock allows it.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    move_time: Option<Duration>,
    /// At level 10, use the endgame tables in this folder; see damier tables.
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// How long to wait for the opponent; while it thinks, after its clock has run out.
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = seconds)]
    timeout: Duration,
    /// Print one JSON object per game.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    request: RequestArguments,
}

/// The options of the initiator.
#[derive(Args)]
#[command(next_help_heading = "Options of the initiator")]
struct RequestArguments {
    /// Our color in the first game; colors alternate [default: white].
    #[arg(long)]
    color: Option<ColorName>,
    /// Minutes per player and game; 0 for no limit [default: 5].
    #[arg(long, value_name = "N", value_parser = whole::<u16>(0..=999))]
    minutes: Option<u16>,
    /// Moves per player after which a game ends; 0 for no limit [default: 0].
    #[arg(long, value_name = "N", value_parser = whole::<u16>(0..=999))]
    moves: Option<u16>,
    /// Number of games [default: 1].
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=u32::MAX.into()))]
    games: Option<u32>,
    /// Start position of the games [default: the usual one].
    #[arg(long, allow_hyphen_values = true)]
    fen: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RoleName {
    Initiator,
    Follower,
}

#[derive(Clone, Copy, ValueEnum)]
enum ColorName {
    White,
    Black,
}

/// A finished game.
#[derive(Serialize)]
struct GameJson<'a> {
    /// The number of the game, from 1, over all connections.
    game: u32,
    opponent: &'a str,
    /// Our color.
    color: String,
    /// `2-0`, `1-1`, `0-2`, or `*` for an unfinished game.
    result: &'static str,
    reason: &'a str,
    fen: &'a str,
    /// In PDN.
    moves: &'a [String],
}

pub(crate) fn run(arguments: &DxpArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let settings = arguments.settings()?;
    let stop = interrupt_flag()?;
    let mut printer = Printer { json: arguments.json, games: 0, moves: 0, out };
    let code = match (&arguments.listen, &arguments.connect) {
        (Some(address), _) => serve(address, arguments.once, &settings, &stop, &mut printer)?,
        (None, Some(address)) => play(connect(address)?, &settings, &stop, &mut printer),
        (None, None) => 0,
    };
    Ok(ExitCode::from(code))
}

/// Serves connections one after another; the system queues further ones.
fn serve(
    address: &str,
    once: bool,
    settings: &DxpSettings,
    stop: &AtomicBool,
    printer: &mut Printer<'_>,
) -> anyhow::Result<u8> {
    let listener = TcpListener::bind(address).with_context(|| format!("cannot listen on {address}"))?;
    listener.set_nonblocking(true).context("cannot listen")?;
    status(&format!("listening on {}", listener.local_addr().context("cannot listen")?));
    loop {
        let Some(stream) = next_connection(&listener, stop) else { return Ok(exit::INTERRUPTED) };
        let code = play(stream, settings, stop, printer);
        if once || code == exit::INTERRUPTED {
            return Ok(code);
        }
    }
}

/// Plays over a connection; returns the exit code.
fn play(stream: TcpStream, settings: &DxpSettings, stop: &AtomicBool, printer: &mut Printer<'_>) -> u8 {
    match play_dxp(stream, settings, stop, &mut |event| printer.print(event)) {
        Ok(()) => 0,
        Err(DxpError::Stopped) => exit::INTERRUPTED,
        Err(error) => {
            complain(&error.to_string());
            exit::ENGINE_FAILED
        }
    }
}

impl DxpArguments {
    fn settings(&self) -> anyhow::Result<DxpSettings> {
        let by_connection = if self.connect.is_some() { RoleName::Initiator } else { RoleName::Follower };
        let role = match self.role.unwrap_or(by_connection) {
            RoleName::Initiator => DxpRole::Initiator(self.request.read()?),
            RoleName::Follower => {
                if let Some(option) = self.request.first_given() {
                    bail!("{option} needs the role initiator: the follower cannot choose the games");
                }
                DxpRole::Follower
            }
        };
        if self.name.is_empty()
            || self.name.len() > 32
            || !self.name.bytes().all(|byte| (32..127).contains(&byte))
        {
            bail!("--name: found {:?}, expected 1 to 32 characters of ASCII", self.name);
        }
        if let Some(folder) = &self.tables {
            // Before anyone is called or waited for.
            open_tables(GameId::International, folder)?;
        }
        Ok(DxpSettings {
            name: self.name.clone(),
            role,
            megabytes: self.hash as usize,
            threads: usize::from(self.threads),
            level: self.level,
            move_time: self.move_time,
            tables: self.tables.clone(),
            timeout: self.timeout,
        })
    }
}

impl RequestArguments {
    fn read(&self) -> anyhow::Result<DxpRequest> {
        if let Some(fen) = &self.fen {
            GameId::International.at(fen).context("--fen")?;
        }
        Ok(DxpRequest {
            color: match self.color {
                Some(ColorName::Black) => Color::Black,
                _ => Color::White,
            },
            minutes: self.minutes.unwrap_or(5),
            moves: self.moves.unwrap_or(0),
            games: self.games.unwrap_or(1),
            fen: self.fen.clone(),
        })
    }

    /// An option that was given, if there is one.
    fn first_given(&self) -> Option<&'static str> {
        let given = [
            ("--color", self.color.is_some()),
            ("--minutes", self.minutes.is_some()),
            ("--moves", self.moves.is_some()),
            ("--games", self.games.is_some()),
            ("--fen", self.fen.is_some()),
        ];
        given.iter().find(|(_, is_given)| *is_given).map(|&(option, _)| option)
    }
}

/// An address with a port; a port alone means this machine.
fn address(text: &str) -> Result<String, String> {
    let (host, port) = text.rsplit_once(':').unwrap_or(("127.0.0.1", text));
    match port.parse::<u16>() {
        Ok(port) if !host.is_empty() => Ok(format!("{host}:{port}")),
        _ => {
            Err("expected a port such as 27531, or an address and a port such as 127.0.0.1:27531".to_owned())
        }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|number: &f64| (0.001..=86_400.0).contains(number));
    number.map(Duration::from_secs_f64).ok_or_else(|| "expected seconds from 0.001 to 86400".to_owned())
}

/// Waits for a connection; `None` after Ctrl-C.
fn next_connection(listener: &TcpListener, stop: &AtomicBool) -> Option<TcpStream> {
    const POLL_INTERVAL: Duration = Duration::from_millis(20);
    const PAUSE: Duration = Duration::from_secs(1);
    while !stop.load(Ordering::Relaxed) {
        match listener.accept().and_then(|(stream, peer)| Ok((stream.set_nonblocking(false)?, stream, peer)))
        {
            Ok(((), stream, peer)) => {
                status(&format!("connected to {peer}"));
                return Some(stream);
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::sleep(POLL_INTERVAL),
            // The peer may have given up, or the machine is out of connections: try again later.
            Err(error) => {
                complain(&format!("cannot accept a connection: {error}"));
                std::thread::sleep(PAUSE);
            }
        }
    }
    None
}

fn connect(address: &str) -> anyhow::Result<TcpStream> {
    const PATIENCE: Duration = Duration::from_secs(10);
    let failed = || format!("cannot connect to {address}");
    let mut last = None;
    for address in address.to_socket_addrs().with_context(failed)? {
        match TcpStream::connect_timeout(&address, PATIENCE) {
            Ok(stream) => {
                status(&format!("connected to {address}"));
                return Ok(stream);
            }
            Err(error) => last = Some(error),
        }
    }
    match last {
        Some(error) => Err(error).with_context(failed),
        None => bail!("{}: no such address", failed()),
    }
}

/// Reports the state of the connection. Ignores a closed stderr.
fn status(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

fn refusal(opponent: &str, reason: &str) -> String {
    format!("Refused a game requested by {opponent}: {}", reason.escape_debug())
}

/// Prints the events of a match.
struct Printer<'a> {
    json: bool,
    /// Games of all connections so far.
    games: u32,
    /// Moves of the game so far.
    moves: usize,
    out: &'a mut dyn Write,
}

impl Printer<'_> {
    fn print(&mut self, event: &DxpEvent) {
        self.games += u32::from(matches!(event, DxpEvent::Begin { .. }));
        // A closed output must not end the game of the opponent.
        let _ = match event {
            DxpEvent::End(game) if self.json => super::write_json(&mut *self.out, &json_of(game, self.games)),
            DxpEvent::Refused { opponent, reason } if self.json => {
                status(&refusal(opponent, reason));
                Ok(())
            }
            _ if self.json => Ok(()),
            event => self.write(event),
        };
        let _ = self.out.flush();
    }

    fn write(&mut self, event: &DxpEvent) -> anyhow::Result<()> {
        let Self { games, moves, out, .. } = self;
        match event {
            DxpEvent::Begin { opponent, color, minutes, moves: limit, .. } => {
                *moves = 0;
                let limit_of = |count: u16, unit: &str| match count {
                    0 => format!("no {unit} limit"),
                    1 => format!("1 {unit}"),
                    count => format!("{count} {unit}s"),
                };
                let limits = format!("{}, {}", limit_of(*minutes, "minute"), limit_of(*limit, "move"));
                writeln!(out, "Game {games} against {opponent}: we play {color}, {limits}")?;
            }
            DxpEvent::Move { text, color, seconds } => {
                *moves += 1;
                writeln!(out, "{moves:>4}. {color} {text} ({seconds} s)")?;
            }
            DxpEvent::Back { moves: left } => {
                *moves = *left;
                writeln!(out, "Moves taken back, {left} left")?;
            }
            DxpEvent::Refused { opponent, reason } => writeln!(out, "{}", refusal(opponent, reason))?,
            DxpEvent::Chat { text } => writeln!(out, "Opponent: {}", text.escape_debug())?,
            DxpEvent::End(game) => {
                let result = result_of(game.result);
                let plies = if game.moves.len() == 1 {
                    "1 ply".to_owned()
                } else {
                    format!("{} plies", game.moves.len())
                };
                writeln!(out, "Game {games}: {result} after {plies}: {}", game.reason)?;
            }
            _ => {}
        }
        Ok(())
    }
}

fn json_of(game: &DxpGame, number: u32) -> GameJson<'_> {
    GameJson {
        game: number,
        opponent: &game.opponent,
        color: game.color.to_string(),
        result: result_of(game.result),
        reason: &game.reason,
        fen: &game.fen,
        moves: &game.moves,
    }
}

/// Results as in international draughts.
fn result_of(result: DxpResult) -> &'static str {
    match result {
        DxpResult::Win(Color::White) => "2-0",
        DxpResult::Win(Color::Black) => "0-2",
        DxpResult::Draw => "1-1",
        DxpResult::Unknown => "*",
    }
}
