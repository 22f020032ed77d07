//! Games with two people: made by one, joined by the other.

use serde_json::json;

use crate::check::Fault;
use crate::http::{Http, Response};
use crate::message::{Color, Created, Joined};

/// The games that are played, in turn.
pub const KINDS: [&str; 5] = ["russian", "international", "chess", "frisian", "canadian"];

/// A game of which we hold both seats.
#[derive(Clone, Debug)]
pub struct Seats {
    /// The name of the game.
    pub id: String,
    /// The proofs of both seats, White first.
    pub tokens: [String; 2],
}

/// A game of which we hold one seat so far.
#[derive(Clone, Debug)]
pub struct Invited {
    /// The name of the game.
    pub id: String,
    /// The seat of who made it.
    pub side: Color,
    /// The proof of that seat.
    pub token: String,
    /// What gives the second seat.
    pub invite: String,
    /// Chosen by who joins: the same one gets the same answer.
    pub nonce: String,
}

/// Why a request gave nothing.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The connection failed; whether the server did it is unknown.
    #[error("{0:#}")]
    Lost(anyhow::Error),
    /// The server did what it must not do.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl Invited {
    /// Makes a game.
    ///
    /// # Errors
    ///
    /// When the server does not make it.
    pub async fn create(
        http: &mut Http,
        kind: &str,
        side: Color,
        time: Option<&str>,
    ) -> Result<Self, Failure> {
        let mut body = json!({"game": kind, "side": side.name(), "opponent": {"kind": "friend"}});
        if let Some(time) = time {
            body["time"] = time.into();
        }
        let response = http.post("/api/games", None, &body.to_string()).await.map_err(Failure::Lost)?;
        let created: Created = parse("POST /api/games", 201, &response)?;
        let missing = || Fault::Malformed { what: "a game for friends without an invitation".to_owned() };
        let invite = created.invite.ok_or_else(missing)?;
        Ok(Self { id: created.id, side, token: created.token, invite, nonce: id() })
    }

    /// Takes the second seat.
    ///
    /// # Errors
    ///
    /// When the server does not give it.
    pub async fn join(&self, http: &mut Http) -> Result<Seats, Failure> {
        let joined = self.ask(http, &self.nonce).await.map_err(Failure::Lost)?;
        let joined: Joined = parse("join", 200, &joined)?;
        if joined.side != self.side.opponent().name() {
            return Err(Fault::Malformed { what: format!("the seat {} after joining", joined.side) }.into());
        }
        let tokens = match self.side {
            Color::White => [self.token.clone(), joined.token],
            Color::Black => [joined.token, self.token.clone()],
        };
        Ok(Seats { id: self.id.clone(), tokens })
    }

    /// Asks for the second seat as somebody who chose this nonce.
    ///
    /// # Errors
    ///
    /// When the connection fails.
    pub async fn ask(&self, http: &mut Http, nonce: &str) -> anyhow::Result<Response> {
        let body = json!({"invite": self.invite, "nonce": nonce}).to_string();
        http.post(&format!("/api/games/{}/join", self.id), None, &body).await
    }
}

/// The answer, if it has the expected status and shape.
///
/// # Errors
///
/// When it has not.
pub fn parse<'a, T: serde::Deserialize<'a>>(
    request: &str,
    status: u16,
    found: &'a Response,
) -> Result<T, Fault> {
    let fault = |text: String| Fault::Http { request: request.to_owned(), found: text };
    if found.status != status {
        return Err(fault(format!("{} {}", found.status, found.text())));
    }
    serde_json::from_slice(&found.body).map_err(|error| fault(error.to_string()))
}

/// A name for a command or a nonce that nobody else has.
#[must_use]
pub fn id() -> String {
    format!("{:032x}", fastrand::u128(..))
}
