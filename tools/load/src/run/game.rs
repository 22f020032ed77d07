//! One game under load: both players and the spectators, every message checked.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::stream::{SelectAll, SplitSink, SplitStream};
use futures_util::{SinkExt, Stream, StreamExt};
use serde_json::json;
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite;

use super::plan::Plan;
use crate::check::{Fault, Updates, Watch};
use crate::http::Http;
use crate::message::{Color, Identity, Kept, Message, View};
use crate::seats::{Failure, Invited, KINDS, Seats, id, parse};
use crate::socket::{self, Socket};

/// How long the last messages of a game may take.
const LONGEST_DRAIN: Duration = Duration::from_secs(30);

/// A game that people play and watch.
pub(super) struct LiveGame {
    index: usize,
    seats: Seats,
    readers: SelectAll<Reader>,
    writers: Vec<SplitSink<Socket, tungstenite::Message>>,
    watches: Vec<Watch>,
    updates: Updates,
    /// What the side to move will play.
    next: Option<Choice>,
    pending: Option<Pending>,
    /// Which sockets know that the game is over.
    ended: Vec<bool>,
    plan: Arc<Plan>,
}

/// The messages of one socket, with its number.
struct Reader {
    socket: usize,
    stream: SplitStream<Socket>,
}

impl Stream for Reader {
    type Item = (usize, Option<Result<tungstenite::Message, tungstenite::Error>>);

    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Self::Item>> {
        // The end is an item too: `SelectAll` would drop the stream in silence.
        self.stream.poll_next_unpin(context).map(|item| Some((self.socket, item)))
    }
}

struct Choice {
    by: Color,
    ply: usize,
    route: String,
    identity: Identity,
}

struct Pending {
    id: String,
    choice: Choice,
    sent: Instant,
    acked: Option<u64>,
    shown: Option<u64>,
}

/// How playing a game ended.
pub(super) enum Played {
    /// It is over, or has a fault: play another one.
    Over,
    /// The run ends.
    Stopped,
}

impl LiveGame {
    /// Makes the game of this number and joins it.
    pub(super) async fn create(plan: &Plan, http: &mut Http, index: usize) -> Result<Seats, Failure> {
        let kind = KINDS[index % KINDS.len()];
        let side = Color::ALL[fastrand::usize(..2)];
        // Every other game has a clock, with so much time that no flag falls.
        let time = (index / KINDS.len()).is_multiple_of(2).then_some("90+30");
        let invited = Invited::create(http, kind, side, time).await?;
        let seats = invited.join(http).await?;
        plan.counts().created += 1;
        Ok(seats)
    }

    /// Opens the sockets of a game.
    pub(super) async fn open(plan: Arc<Plan>, seats: Seats, index: usize) -> Result<Self, Failure> {
        let (mut readers, mut writers, mut watches) = (SelectAll::new(), Vec::new(), Vec::new());
        for number in 0..2 + plan.spectators {
            let token = seats.tokens.get(number).map(String::as_str);
            let opened = open_one(&plan, &seats.id, token).await.map_err(Failure::Lost)?;
            let (writer, stream) = opened.split();
            readers.push(Reader { socket: number, stream });
            // The writers of spectators are kept too: a dropped half would close nothing, but could not answer pings.
            writers.push(writer);
            watches.push(Watch::default());
        }
        let updates = Updates::default();
        let ended = vec![false; watches.len()];
        let mut game =
            Self { index, seats, readers, writers, watches, updates, next: None, pending: None, ended, plan };
        game.read_until(|game| game.watches.iter().all(|watch| watch.seq().is_some())).await?;
        Ok(game)
    }

    /// Plays whenever the plan says so, until the game is over or the run ends.
    pub(super) async fn play(&mut self, stop: &mut watch::Receiver<bool>) -> Result<Played, Failure> {
        let go = Arc::clone(&self.plan.go[self.index]);
        if self.is_ready() {
            self.plan.is_ready(self.index);
        }
        loop {
            if self.pending.is_none() && self.ended.iter().all(|&ended| ended) {
                return self.finish().await.map(|()| Played::Over);
            }
            tokio::select! {
                biased;
                item = self.readers.next() => {
                    if self.take(item)? {
                        self.plan.is_ready(self.index);
                    }
                }
                () = go.notified(), if self.is_ready() => self.send().await?,
                () = stopped(stop) => {
                    return self.finish().await.map(|()| Played::Stopped);
                }
            }
        }
    }

    fn is_ready(&self) -> bool {
        self.next.is_some() && self.pending.is_none()
    }

    async fn send(&mut self) -> Result<(), Failure> {
        let Some(choice) = self.next.take() else { return Ok(()) };
        let id = id();
        let command = json!({"command": "move", "ply": choice.ply, "path": choice.route});
        let text = socket::command(&id, &command);
        let writer = &mut self.writers[choice.by as usize];
        self.pending = Some(Pending { id, choice, sent: Instant::now(), acked: None, shown: None });
        self.plan.counts().sent += 1;
        writer.send(text.into()).await.map_err(lost)
    }

    /// Takes what came from a socket. Says whether the game became ready to be played.
    fn take(&mut self, item: Option<<Reader as Stream>::Item>) -> Result<bool, Failure> {
        let (number, item) = item.expect("readers never end");
        let closed = |why: String| Fault::Closed { why: format!("socket {number}: {why}") };
        let frame = match item {
            Some(Ok(frame)) => frame,
            Some(Err(error)) => return Err(closed(error.to_string()).into()),
            None => return Err(closed("end of stream".to_owned()).into()),
        };
        match frame {
            tungstenite::Message::Text(text) => {
                self.plan.counts().note_message(text.len());
                let message = serde_json::from_str(&text);
                let message: Message<'_> = message
                    .map_err(|error| Fault::Malformed { what: format!("{error} in {}", text.as_str()) })?;
                let was_ready = self.is_ready();
                self.read(number, &message)?;
                Ok(self.is_ready() && !was_ready)
            }
            tungstenite::Message::Close(frame) => Err(closed(format!("{frame:?}")).into()),
            _ => Ok(false),
        }
    }

    fn read(&mut self, number: usize, message: &Message<'_>) -> Result<(), Fault> {
        match message.kind.as_ref() {
            "state" => {
                self.watches[number].state(message)?;
                self.look(number, message);
            }
            "update" => {
                self.watches[number].update(message)?;
                self.updates.note(message)?;
                self.note_shown(number, message)?;
                self.look(number, message);
            }
            "ack" => self.note_ack(number, message)?,
            "refused" => {
                let why = message.error.as_ref().map(ToString::to_string).unwrap_or_default();
                return Err(Fault::Refused { id: message.id.as_deref().unwrap_or("?").to_owned(), why });
            }
            "bye" => {
                return Err(Fault::Closed { why: message.reason.as_deref().unwrap_or("bye").to_owned() });
            }
            "presence" | "pong" => {}
            kind => return Err(Fault::Malformed { what: format!("a message {kind:?}") }),
        }
        Ok(())
    }

    /// Chooses the next move, if this socket belongs to the side to move.
    fn look(&mut self, number: usize, message: &Message<'_>) {
        let Some(view) = &message.game else { return };
        if view.ending.is_some() {
            self.ended[number] = true;
        } else if number == view.turn as usize && !view.waiting {
            self.next = choose(view);
        }
    }

    fn note_shown(&mut self, number: usize, message: &Message<'_>) -> Result<(), Fault> {
        let (Some(pending), Some(view), Some(history)) = (&mut self.pending, &message.game, &message.history)
        else {
            return Ok(());
        };
        if history.from != pending.choice.ply || view.ply != pending.choice.ply + 1 {
            return Ok(());
        }
        if history.plies.first().is_none_or(|ply| ply.identity() != pending.choice.identity) {
            return Err(Fault::Inconsistent { what: "another move than the one sent", seq: view.seq });
        }
        if number != pending.choice.by.opponent() as usize {
            return Ok(());
        }
        self.plan.counts().note_shown(pending.sent.elapsed());
        pending.shown = Some(view.seq);
        self.settle()
    }

    fn note_ack(&mut self, number: usize, message: &Message<'_>) -> Result<(), Fault> {
        let id = message.id.as_deref().unwrap_or("?");
        let waits = self.pending.as_ref().is_some_and(|pending| {
            pending.id == id && pending.acked.is_none() && pending.choice.by as usize == number
        });
        let (Some(pending), true) = (&mut self.pending, waits) else {
            return Err(Fault::StrayAnswer { id: id.to_owned() });
        };
        pending.acked = message.seq;
        self.plan.counts().note_ack(pending.sent.elapsed());
        self.settle()
    }

    /// A command is done once it is acknowledged and shown to the opponent, with the same number.
    fn settle(&mut self) -> Result<(), Fault> {
        let numbers = self.pending.as_ref().map(|pending| (pending.acked, pending.shown));
        let Some((Some(found), Some(expected))) = numbers else { return Ok(()) };
        let id = self.pending.take().map(|pending| pending.id).unwrap_or_default();
        if found == expected { Ok(()) } else { Err(Fault::WrongAnswer { id, expected, found }) }
    }

    /// Waits for what is still under way, closes the sockets and compares all histories with the one kept.
    async fn finish(&mut self) -> Result<(), Failure> {
        self.read_until(|game| {
            let last = game.watches.iter().map(Watch::seq).max().flatten();
            game.pending.is_none() && game.watches.iter().all(|watch| watch.seq() == last)
        })
        .await?;
        for writer in &mut self.writers {
            // The server may have closed it at the end of the game.
            let _ = timeout(LONGEST_DRAIN, writer.close()).await;
        }
        let mut http = self.plan.http.take().await;
        let response = http.get(&format!("/api/games/{}", self.seats.id), None).await;
        self.plan.http.give_back(http);
        let response = response.map_err(Failure::Lost)?;
        let kept: Kept<'_> = parse("GET /api/games/{id}", 200, &response)?;
        let digests: Vec<u64> = kept.history.iter().map(|ply| ply.digest()).collect();
        for watch in &self.watches {
            if watch.plies() != digests || watch.seq() != Some(kept.game.seq) {
                let same = watch.plies().iter().zip(&digests).take_while(|(a, b)| a == b).count();
                let found = format!("{} moves in the store, {} shown", digests.len(), watch.plies().len());
                return Err(Fault::HistoryChanged { ply: same, found }.into());
            }
            self.plan.counts().resent += watch.resent();
        }
        let mut counts = self.plan.counts();
        counts.verified += 1;
        counts.plies += digests.len() as u64;
        Ok(())
    }

    async fn read_until(&mut self, is_done: impl Fn(&Self) -> bool) -> Result<(), Failure> {
        let reading = async {
            while !is_done(self) {
                let item = self.readers.next().await;
                self.take(item)?;
            }
            Ok(())
        };
        let missing = || Fault::Missing { what: "the last messages of a game".to_owned() };
        timeout(LONGEST_DRAIN, reading).await.map_err(|_| missing())?
    }
}

async fn open_one(plan: &Plan, game: &str, token: Option<&str>) -> anyhow::Result<Socket> {
    let _permit = plan.opening.acquire().await?;
    let mut opened = socket::open(plan.address, game).await?;
    opened.send(socket::hello(token).into()).await?;
    Ok(opened)
}

async fn stopped(stop: &mut watch::Receiver<bool>) {
    // When nobody can say it any more, the run is over too.
    let _ = stop.wait_for(|stop| *stop).await;
}

fn choose(view: &View<'_>) -> Option<Choice> {
    let route = view.legal.get(fastrand::usize(..view.legal.len().max(1)))?;
    let identity = Identity::new(&route.path, &route.captured);
    Some(Choice { by: view.turn, ply: view.ply, route: route.id.clone().into_owned(), identity })
}

fn lost(error: tungstenite::Error) -> Failure {
    Failure::Lost(error.into())
}
