//! The steps of a test of a DamExchange program. We connect to it and request the games.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use boardgame::MoveStyle;
use catalog::{AnyGame, GameId};
use client::{Companion, Settings};
use protocol::dxp::{Acceptance, DxpColor, DxpMessage, DxpPosition, EndReason, MAX_LENGTH};

use crate::positions::check_move;
use crate::report::{ComplianceReport, ComplianceStep};
use crate::steps::{self, Complaint, ComplianceSettings, Step, StepEnd, Tester, complaint};

/// The time of each player, in minutes: the shortest that the protocol can say.
const MINUTES: u16 = 1;

/// The moves of each player.
const MOVES: u16 = 40;

/// Messages that are kept of a step.
const MOST_LINES: usize = 60;

/// How often a connection is tried.
const BETWEEN_TRIES: Duration = Duration::from_millis(50);

/// Tests a DamExchange program of international draughts; `on_step` hears of each step when it is done. In the command,
/// `{port}` stands for the port that the program is to listen on.
pub fn test_dxp(
    command: &str,
    settings: &ComplianceSettings,
    on_step: &mut dyn FnMut(&ComplianceStep),
) -> ComplianceReport {
    let tester = DxpTester {
        command: command.to_owned(),
        settings: settings.clone(),
        name: String::new(),
        program: None,
        stream: None,
        game: GameId::International.start(),
        lines: VecDeque::new(),
    };
    steps::run(tester, settings, on_step)
}

struct DxpTester {
    command: String,
    settings: ComplianceSettings,
    name: String,
    program: Option<(Companion, SocketAddr)>,
    stream: Option<TcpStream>,
    game: Box<dyn AnyGame>,
    lines: VecDeque<String>,
}

impl Tester for DxpTester {
    const PROTOCOL: &'static str = "dxp";

    const STEPS: &'static [Step<Self>] = &[
        ("a connection is accepted", Self::connect),
        ("a game is accepted, and White moves first", Self::play_white),
        ("moves are answered with legal moves", Self::play_on),
        ("chat does not disturb a game", Self::chat),
        ("a request to go back is answered", Self::go_back),
        ("the end of a game is answered", Self::end_game),
        ("a second game, with the program as Black", Self::play_black),
        ("a game from another position", Self::play_position),
        ("the last game ends the connection", Self::end_all),
    ];

    fn prepare(&mut self) -> Result<(), Complaint> {
        if self.stream.is_none() { self.connect().map(|_| ()) } else { Ok(()) }
    }

    fn begin(&mut self) {
        self.lines.clear();
    }

    fn exchange(&self) -> Vec<String> {
        self.lines.iter().cloned().collect()
    }

    fn give_up(&mut self) {
        if let Some(stream) = self.stream.take() {
            let _ = stream.shutdown(Shutdown::Both);
        }
        self.program = None;
    }

    fn name(&self) -> String {
        if self.name.is_empty() { self.command.clone() } else { self.name.clone() }
    }
}

type StepResult = Result<StepEnd, Complaint>;

impl DxpTester {
    /// Starts the program, unless it runs, and connects to it.
    fn connect(&mut self) -> StepResult {
        if !self.command.contains("{port}") {
            return Err(complaint!("the command has no {{port}}, which stands for the port to listen on"));
        }
        self.program = None;
        self.game = GameId::International.start();
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
        let address = listener.and_then(|listener| listener.local_addr());
        let address = address.map_err(|error| complaint!("no free port: {error}"))?;
        let command = self.command.replace("{port}", &address.port().to_string());
        let settings = Settings {
            timeout: self.settings.timeout,
            cancel: self.settings.cancel.clone(),
            ..Settings::default()
        };
        self.program = Some((Companion::start(&command, &settings)?, address));
        let begin = Instant::now();
        loop {
            match TcpStream::connect(address) {
                Ok(stream) => {
                    let set =
                        stream.set_nodelay(true).and_then(|()| stream.set_read_timeout(Some(BETWEEN_TRIES)));
                    set.map_err(|error| complaint!("cannot use the connection: {error}"))?;
                    self.stream = Some(stream);
                    return StepEnd::noted(format!("port {}", address.port()));
                }
                Err(error) if begin.elapsed() > self.settings.timeout => {
                    return Err(complaint!("nobody listens on port {}: {error}", address.port()));
                }
                Err(_) => std::thread::sleep(BETWEEN_TRIES),
            }
        }
    }

    fn keep(&mut self, direction: char, text: &str) {
        if self.lines.len() == MOST_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(format!("{direction} {text}"));
    }

    fn send(&mut self, message: &DxpMessage) -> Result<(), Complaint> {
        let text = message.to_string();
        self.keep('>', &text);
        let stream = self.stream.as_mut().ok_or_else(|| complaint!("no connection"))?;
        let mut bytes = text.into_bytes();
        bytes.push(0);
        stream.write_all(&bytes).map_err(|error| complaint!("the connection is lost: {error}"))
    }

    /// The next message other than chat; `None` if the connection was closed.
    fn receive(&mut self) -> Result<Option<DxpMessage>, Complaint> {
        // It may think for as long as its clock allows.
        let patience = self.settings.timeout + Duration::from_secs(60 * u64::from(MINUTES));
        let begin = Instant::now();
        let mut text = Vec::new();
        loop {
            let mut byte = [0];
            let stream = self.stream.as_mut().ok_or_else(|| complaint!("no connection"))?;
            match stream.read(&mut byte) {
                Ok(0) => return Ok(None),
                Ok(_) if byte[0] == 0 && text.is_empty() => {}
                Ok(_) if byte[0] == 0 => {
                    let found = String::from_utf8_lossy(&text).into_owned();
                    self.keep('<', &found);
                    text.clear();
                    match found.parse() {
                        Ok(DxpMessage::Chat(_)) => {}
                        Ok(message) => return Ok(Some(message)),
                        Err(error) => return Err(complaint!("malformed message {found:?}: {error}")),
                    }
                }
                Ok(_) if text.len() == MAX_LENGTH => {
                    return Err(complaint!("a message of more than {MAX_LENGTH} characters"));
                }
                Ok(_) => text.push(byte[0]),
                Err(error) if is_timeout(&error) && begin.elapsed() < patience => {
                    if self.settings.cancel.load(std::sync::atomic::Ordering::Relaxed) {
                        return Err(complaint!("stopped"));
                    }
                }
                Err(error) if is_timeout(&error) => {
                    return Err(complaint!("no message within {} s", patience.as_secs()));
                }
                Err(_) => return Ok(None),
            }
        }
    }

    fn expect(&mut self, what: &str) -> Result<DxpMessage, Complaint> {
        self.receive()?.ok_or_else(|| complaint!("the connection was closed instead of {what}"))
    }

    fn request(&mut self, follower: DxpColor, position: Option<DxpPosition>) -> Result<(), Complaint> {
        let name = "Damier compliance test".to_owned();
        self.send(&DxpMessage::GameRequest { name, follower, minutes: MINUTES, moves: MOVES, position })?;
        match self.expect("an answer to the request for a game")? {
            DxpMessage::GameAnswer { name, code: Acceptance::Accepted } => {
                self.name = name;
                Ok(())
            }
            other => Err(complaint!("{other} instead of an acceptance of the game")),
        }
    }

    /// Waits for a move of the program and plays it.
    fn their_move(&mut self) -> Result<String, Complaint> {
        match self.expect("a move")? {
            DxpMessage::Move { from, to, captured, .. } => {
                let sign = if captured.is_empty() { '-' } else { 'x' };
                let taken: String = captured.iter().map(|square| format!("x{square}")).collect();
                let mv = format!("{from}{sign}{to}{taken}");
                let index = check_move(&*self.game, &mv)?;
                self.game.play(index).map_err(|error| complaint!("{mv}: {error}"))?;
                Ok(mv)
            }
            other => Err(complaint!("{other} instead of a move")),
        }
    }

    /// Plays the first legal move.
    fn our_move(&mut self) -> Result<(), Complaint> {
        let moves = self.game.legal_moves(MoveStyle::Protocol);
        let mv = moves.first().ok_or_else(|| complaint!("no legal move in {}", self.game.fen()))?;
        let squares: Result<Vec<u8>, _> = mv.split(['-', 'x']).map(str::parse).collect();
        let squares = squares.map_err(|_| complaint!("{mv} cannot be sent"))?;
        let [from, to, captured @ ..] = squares.as_slice() else {
            return Err(complaint!("{mv} cannot be sent"));
        };
        self.send(&DxpMessage::Move { seconds: 0, from: *from, to: *to, captured: captured.to_vec() })?;
        self.game.play(0).map_err(|error| complaint!("{mv}: {error}"))
    }

    fn play_white(&mut self) -> StepResult {
        self.game = GameId::International.start();
        self.request(DxpColor::White, None)?;
        let mv = self.their_move()?;
        StepEnd::noted(format!("{} plays {mv}", self.name))
    }

    /// Makes sure that a game is going on in which it is our turn.
    fn ready(&mut self) -> Result<(), Complaint> {
        if self.game.plies().is_multiple_of(2) { self.play_white().map(|_| ()) } else { Ok(()) }
    }

    fn play_on(&mut self) -> StepResult {
        self.ready()?;
        for _ in 0..4 {
            self.our_move()?;
            self.their_move()?;
        }
        StepEnd::noted(format!("{} plies", self.game.plies()))
    }

    fn chat(&mut self) -> StepResult {
        self.ready()?;
        self.send(&DxpMessage::Chat("hello".to_owned()))?;
        self.our_move()?;
        self.their_move()?;
        StepEnd::passed()
    }

    /// Goes back to the first move of the program, which it then makes again; or it refuses.
    fn go_back(&mut self) -> StepResult {
        self.ready()?;
        self.send(&DxpMessage::BackRequest { number: 1, color: DxpColor::White })?;
        match self.expect("an answer to the request to go back")? {
            DxpMessage::BackAnswer { code: 0 } => {
                self.game = GameId::International.start();
                self.their_move()?;
                StepEnd::noted("it goes back")
            }
            DxpMessage::BackAnswer { code } => StepEnd::noted(format!("it refuses with code {code}")),
            other => Err(complaint!("{other} instead of an answer to the request to go back")),
        }
    }

    fn end_game(&mut self) -> StepResult {
        self.ready()?;
        self.end(false)?;
        StepEnd::passed()
    }

    fn end(&mut self, is_last: bool) -> Result<(), Complaint> {
        self.send(&DxpMessage::GameEnd { reason: EndReason::Unknown, is_last })?;
        match self.expect("an answer to the end of the game")? {
            DxpMessage::GameEnd { .. } => {
                self.game = GameId::International.start();
                Ok(())
            }
            other => Err(complaint!("{other} instead of the end of the game")),
        }
    }

    fn play_black(&mut self) -> StepResult {
        self.game = GameId::International.start();
        self.request(DxpColor::Black, None)?;
        for _ in 0..3 {
            self.our_move()?;
            self.their_move()?;
        }
        self.end(false)?;
        StepEnd::passed()
    }

    fn play_position(&mut self) -> StepResult {
        let fen = "W:W27,28,32,33,38:B12,13,18,19,24";
        self.game = GameId::International.at(fen).map_err(|error| complaint!("{error}"))?;
        let hub = GameId::International.hub_of_fen(fen).ok_or_else(|| complaint!("{fen}"))?;
        let squares = hub[1..].replace('b', "z").replace('B', "Z");
        self.request(DxpColor::White, Some(DxpPosition { turn: DxpColor::White, squares }))?;
        self.their_move()?;
        self.end(false)?;
        StepEnd::passed()
    }

    fn end_all(&mut self) -> StepResult {
        self.game = GameId::International.start();
        self.request(DxpColor::White, None)?;
        self.their_move()?;
        self.end(true)?;
        match self.receive()? {
            None => StepEnd::passed(),
            Some(message) => Err(complaint!("{message} after the last game")),
        }
    }
}

fn is_timeout(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut)
}
