//! One game that lives through crashes: played as fast as it is answered, resumed after each restart.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite;

use super::Tally;
use super::memory::{Memory, Sent};
use crate::check::{Fault, Watch};
use crate::http::Http;
use crate::message::{Color, Identity, Kept, Legal, Message, View};
use crate::seats::{Failure, Invited, KINDS, Seats, parse};
use crate::socket::{self, Socket};

/// How long an answer may take before it counts as missing. A loaded machine is slow.
const LONGEST_ANSWER: Duration = Duration::from_secs(60);

/// The time between two commands of a game: the server takes no more than 20 messages a second from one socket.
const LEAST_PAUSE: Duration = Duration::from_millis(55);

/// How many acknowledged commands are sent again after a restart.
const SENT_AGAIN: usize = 3;

/// The socket of a spectator, after those of the players.
const SPECTATOR: usize = 2;

/// A place where games are played, one after the other.
#[derive(Debug)]
pub(super) struct Slot {
    kind: &'static str,
    rng: Rng,
    stage: Stage,
    memory: Memory,
    /// Games that are over: nothing in them may change.
    over: Vec<(Seats, Memory)>,
}

#[derive(Debug)]
enum Stage {
    Empty,
    Made(Invited),
    Joined(Invited, Seats),
}

/// The sockets of one life of the server.
struct Life {
    sockets: Vec<(Socket, Watch)>,
    /// What the side to move sees.
    next: Option<Next>,
    is_over: bool,
    /// When the next command may be sent.
    free_at: Instant,
}

/// What may be done next.
struct Next {
    turn: Color,
    ply: usize,
    routes: Vec<Route>,
    hops: Option<Vec<String>>,
    draw: Option<Color>,
}

/// One way to make a legal move.
struct Route {
    id: String,
    path: Vec<String>,
    identity: Identity,
    promotes: bool,
}

impl Slot {
    pub(super) fn new(index: usize, seed: u64) -> Self {
        let rng = Rng::with_seed(seed.wrapping_mul(1_000_003).wrapping_add(index as u64));
        let kind = KINDS[index % KINDS.len()];
        Self { kind, rng, stage: Stage::Empty, memory: Memory::default(), over: Vec::new() }
    }

    /// A fault with the game in which it was found.
    pub(super) fn describe(&self, fault: &Fault) -> String {
        let id = match &self.stage {
            Stage::Empty => "no game yet",
            Stage::Made(invited) | Stage::Joined(invited, _) => &invited.id,
        };
        format!("{} ({id}): {fault}", self.kind)
    }

    /// Whether a command waits for its answer.
    pub(super) fn has_open_command(&self) -> bool {
        self.memory.pending.is_some()
    }

    /// Games that are over.
    pub(super) fn finished(&self) -> usize {
        self.over.len()
    }

    /// Checks what came back, then plays until the connection is lost.
    pub(super) async fn live(&mut self, address: SocketAddr, tally: &Arc<Tally>) -> Failure {
        loop {
            match self.play_game(address, tally).await {
                Ok(()) => {}
                Err(failure) => return failure,
            }
        }
    }

    /// Checks everything once more, without playing on.
    pub(super) async fn check_all(&mut self, address: SocketAddr, tally: &Arc<Tally>) -> Result<(), Failure> {
        let mut http = Http::new(address);
        if let Stage::Joined(invited, seats) = &self.stage {
            check_seat(&mut http, invited, seats).await?;
            let seats = seats.clone();
            self.resume(&mut http, address, &seats, tally).await?;
            check_kept(&mut http, &seats, &self.memory).await?;
        }
        for (seats, memory) in &self.over {
            check_kept(&mut http, seats, memory).await?;
        }
        Ok(())
    }

    async fn play_game(&mut self, address: SocketAddr, tally: &Arc<Tally>) -> Result<(), Failure> {
        let mut http = Http::new(address);
        let seats = self.take_seats(&mut http, tally).await?;
        let mut life = self.resume(&mut http, address, &seats, tally).await?;
        while !life.is_over {
            let command = self.choose(&life)?;
            self.command(&mut life, command, tally).await?;
        }
        let memory = std::mem::take(&mut self.memory);
        self.over.push((seats, memory));
        self.stage = Stage::Empty;
        Ok(())
    }

    /// Makes a game and joins it, or goes on where the last life ended.
    async fn take_seats(&mut self, http: &mut Http, tally: &Tally) -> Result<Seats, Failure> {
        if matches!(self.stage, Stage::Empty) {
            let side = Color::ALL[self.rng.usize(..2)];
            let time = self.rng.bool().then_some("60+5");
            self.stage = Stage::Made(Invited::create(http, self.kind, side, time).await?);
            tally.note_ack();
        }
        if let Stage::Made(invited) = &self.stage {
            // After a crash this may be the second time: the nonce is the same.
            let seats = invited.join(http).await?;
            self.stage = Stage::Joined(invited.clone(), seats);
            tally.note_ack();
        }
        match &self.stage {
            Stage::Joined(_, seats) => Ok(seats.clone()),
            Stage::Empty | Stage::Made(_) => unreachable!("joined above"),
        }
    }

    /// Opens the sockets, compares what they say with what was shown, and repeats commands.
    async fn resume(
        &mut self,
        http: &mut Http,
        address: SocketAddr,
        seats: &Seats,
        tally: &Arc<Tally>,
    ) -> Result<Life, Failure> {
        check_kept(http, seats, &self.memory).await?;
        let mut life = Life { sockets: Vec::new(), next: None, is_over: false, free_at: Instant::now() };
        for number in 0..=SPECTATOR {
            let mut opened = socket::open(address, &seats.id).await.map_err(Failure::Lost)?;
            let token = seats.tokens.get(number).map(String::as_str);
            opened.send(socket::hello(token).into()).await.map_err(lost)?;
            life.sockets.push((opened, Watch::default()));
            while life.sockets[number].1.seq().is_none() {
                self.read(&mut life, number).await?;
            }
        }
        let again = self.memory.acked.len().saturating_sub(SENT_AGAIN);
        let acked = self.memory.acked[again..].to_vec();
        for (sent, seq) in acked {
            self.send_again(&mut life, &sent, seq).await?;
            tally.note_again();
        }
        if let Some(sent) = self.memory.pending.clone() {
            let before = life.sockets[SPECTATOR].1.plies().len();
            self.command(&mut life, sent.clone(), tally).await?;
            // A move that was done before the crash is not done again.
            let after = life.sockets[SPECTATOR].1.plies().len();
            if let Some((ply, _)) = &sent.mv
                && (after != ply + 1 || before > ply + 1)
            {
                return Err(Fault::Restored {
                    what: format!("{after} moves after move {ply} was sent again"),
                }
                .into());
            }
        }
        Ok(life)
    }

    /// Sends a command that was acknowledged before: the answer must be the same, and nothing may happen.
    async fn send_again(&mut self, life: &mut Life, sent: &Sent, expected: u64) -> Result<(), Failure> {
        let before = life.sockets[SPECTATOR].1.seq();
        let open = self.memory.pending.replace(sent.clone());
        let count = self.memory.acked.len();
        let found = self.ask(life, sent).await;
        self.memory.acked.truncate(count);
        self.memory.pending = open;
        let found = found?;
        let after = life.sockets[sent.by as usize].1.seq();
        if found != expected || after != before {
            return Err(Fault::WrongAnswer { id: sent.id.clone(), expected, found }.into());
        }
        Ok(())
    }

    /// Sends a command and waits until everybody has seen what it did.
    async fn command(&mut self, life: &mut Life, sent: Sent, tally: &Tally) -> Result<(), Failure> {
        sleep_until(life.free_at).await;
        life.free_at = Instant::now() + LEAST_PAUSE;
        // What a dead server cannot have got is not open.
        if tally.is_killed() {
            return Err(Failure::Lost(anyhow::anyhow!("the server was killed")));
        }
        self.memory.pending = Some(sent.clone());
        let seq = self.ask(life, &sent).await?;
        tally.note_ack();
        for number in 0..=SPECTATOR {
            while life.sockets[number].1.seq() < Some(seq) {
                self.read(life, number).await?;
            }
        }
        Ok(())
    }

    /// Sends a command and waits for its answer: the number of its last event.
    async fn ask(&mut self, life: &mut Life, sent: &Sent) -> Result<u64, Failure> {
        let number = sent.by as usize;
        let text = socket::command(&sent.id, &sent.body);
        life.sockets[number].0.send(text.into()).await.map_err(lost)?;
        loop {
            if let Some(seq) = self.read(life, number).await? {
                return Ok(seq);
            }
        }
    }

    /// Reads one message of a socket; returns the number of an answer.
    async fn read(&mut self, life: &mut Life, number: usize) -> Result<Option<u64>, Failure> {
        let (opened, _) = &mut life.sockets[number];
        let missing = || Fault::Missing { what: format!("an answer on socket {number}") };
        let frame = timeout(LONGEST_ANSWER, opened.next()).await.map_err(|_| missing())?;
        let text = match frame {
            Some(Ok(tungstenite::Message::Text(text))) => text,
            Some(Ok(tungstenite::Message::Close(_))) | None => {
                return Err(Failure::Lost(anyhow::anyhow!("the socket was closed")));
            }
            Some(Ok(_)) => return Ok(None),
            Some(Err(error)) => return Err(lost(error)),
        };
        let malformed = |error| Fault::Malformed { what: format!("{error} in {}", text.as_str()) };
        let message: Message<'_> = serde_json::from_str(&text).map_err(malformed)?;
        Ok(self.take(life, number, &message)?)
    }

    fn take(&mut self, life: &mut Life, number: usize, message: &Message<'_>) -> Result<Option<u64>, Fault> {
        let watch = &mut life.sockets[number].1;
        match message.kind.as_ref() {
            "state" => {
                watch.state(message)?;
                let side = Color::ALL.get(number).map(|side| side.name());
                if message.side.as_deref() != side {
                    let what = format!("socket {number} has the seat {:?}", message.side);
                    return Err(Fault::Restored { what });
                }
                if let (Some(view), Some(history)) = (&message.game, &message.history) {
                    self.memory.compare(view, &history.plies)?;
                }
            }
            "update" => watch.update(message)?,
            "ack" => {
                let malformed = || Fault::Malformed { what: "an ack without id or seq".to_owned() };
                let (id, seq) = message.id.as_deref().zip(message.seq).ok_or_else(malformed)?;
                self.memory.note_ack(id, seq)?;
                return Ok(Some(seq));
            }
            "refused" => {
                let why = message.error.as_ref().map(Value::to_string).unwrap_or_default();
                return Err(Fault::Refused { id: message.id.as_deref().unwrap_or("?").to_owned(), why });
            }
            "bye" => {
                return Err(Fault::Closed { why: message.reason.as_deref().unwrap_or("bye").to_owned() });
            }
            "presence" | "pong" => return Ok(None),
            kind => return Err(Fault::Malformed { what: format!("a message {kind:?}") }),
        }
        if let Some(view) = &message.game {
            self.memory.note_view(view, watch.plies());
            life.look(view);
        }
        Ok(None)
    }

    /// Mostly a move; sometimes one hop of it, one hop back, or an offer.
    fn choose(&mut self, life: &Life) -> Result<Sent, Fault> {
        let missing = || Fault::Missing { what: "legal moves of a game that is not over".to_owned() };
        let next = life.next.as_ref().filter(|next| !next.routes.is_empty()).ok_or_else(missing)?;
        let (ply, rng) = (next.ply, &mut self.rng);
        let id = format!("{:032x}", rng.u128(..));
        let sent = |by, body, mv| Ok(Sent { id, by, body, mv });
        if let Some(offerer) = next.draw.filter(|&by| by == next.turn) {
            return sent(offerer.opponent(), json!({"command": "decline_draw"}), None);
        }
        if next.draw.is_none() && next.hops.is_none() && rng.u32(..40) == 0 {
            return sent(next.turn, json!({"command": "offer_draw"}), None);
        }
        if let Some(made) = &next.hops {
            if rng.u32(..4) == 0 {
                return sent(next.turn, json!({"command": "undo_hop", "ply": ply}), None);
            }
            let fitting: Vec<_> = next.routes.iter().filter(|route| route.path.starts_with(made)).collect();
            let route = rng.choice(fitting).ok_or_else(missing)?;
            return match route.path.get(made.len()) {
                Some(square) if !route.promotes => {
                    sent(next.turn, json!({"command": "hop", "ply": ply, "square": square}), None)
                }
                _ => sent(next.turn, route.command(ply), Some((ply, route.identity.clone()))),
            };
        }
        let route = &next.routes[rng.usize(..next.routes.len())];
        if !route.promotes && rng.u32(..4) == 0 {
            return sent(next.turn, json!({"command": "hop", "ply": ply, "square": route.path[0]}), None);
        }
        sent(next.turn, route.command(ply), Some((ply, route.identity.clone())))
    }
}

impl Route {
    fn new(legal: &Legal<'_>) -> Self {
        Self {
            id: legal.id.clone().into_owned(),
            path: legal.path.iter().map(|&square| square.to_owned()).collect(),
            identity: Identity::new(&legal.path, &legal.captured),
            promotes: legal.promotion.is_some(),
        }
    }

    fn command(&self, ply: usize) -> Value {
        json!({"command": "move", "ply": ply, "path": self.id})
    }
}

impl Life {
    fn look(&mut self, view: &View<'_>) {
        self.is_over = view.ending.is_some();
        self.next = Some(Next {
            turn: view.turn,
            ply: view.ply,
            routes: view.legal.iter().map(Route::new).collect(),
            hops: view.hops.as_ref().map(|hops| hops.squares.clone()).filter(|squares| !squares.is_empty()),
            draw: view.offers.draw,
        });
    }
}

/// Compares a game as it is kept with what was shown of it.
async fn check_kept(http: &mut Http, seats: &Seats, memory: &Memory) -> Result<(), Failure> {
    let path = format!("/api/games/{}", seats.id);
    let response = http.get(&path, Some(&seats.tokens[0])).await.map_err(Failure::Lost)?;
    let kept: Kept<'_> = parse("GET /api/games/{id}", 200, &response)?;
    Ok(memory.compare(&kept.game, &kept.history)?)
}

/// Asks for a seat that is taken: the same nonce gets the same answer, another one does not.
async fn check_seat(http: &mut Http, invited: &Invited, seats: &Seats) -> Result<(), Failure> {
    if invited.join(http).await?.tokens != seats.tokens {
        return Err(Fault::Restored { what: "another token for the same nonce".to_owned() }.into());
    }
    let other = invited.ask(http, &crate::seats::id()).await.map_err(Failure::Lost)?;
    if other.status != 409 {
        let found = format!("{} {}", other.status, other.text());
        return Err(Fault::Http { request: "join a taken seat".to_owned(), found }.into());
    }
    Ok(())
}

fn lost(error: tungstenite::Error) -> Failure {
    Failure::Lost(error.into())
}
