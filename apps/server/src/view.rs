//! A game as clients see it.

use std::sync::Arc;

use boardgame::Color;
use serde::Serialize;
use study::{Ply, PositionData};
use table::{Ending, Seat};

use crate::state::GameState;

/// A game as clients see it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GameView {
    pub(crate) id: String,
    pub(crate) seq: u64,
    created: u64,
    now: u64,
    #[serde(flatten)]
    position: PositionData,
    players: Players,
    time: Option<String>,
    clocks: Option<ClocksView>,
    waiting: bool,
    start: Start,
    hops: Option<HopsView>,
    offers: Offers,
    ending: Option<EndingView>,
    engine: Option<EngineStatus>,
    next: Option<String>,
}

/// Both players.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Players {
    white: Player,
    black: Player,
}

#[derive(Clone, Debug, Serialize)]
struct Player {
    kind: &'static str,
    name: Option<String>,
    level: Option<u8>,
    taken: bool,
}

/// The clocks at the moment of the view.
#[derive(Clone, Debug, Serialize)]
struct ClocksView {
    white: u64,
    black: u64,
    running: Option<Color>,
    /// Milliseconds until the running clock starts to fall.
    delay: u64,
}

/// The position with which a game began.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Start {
    fen: String,
    turn: Color,
    board: String,
}

#[derive(Clone, Debug, Serialize)]
struct HopsView {
    squares: Vec<String>,
    jumped: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
struct Offers {
    draw: Option<Color>,
    takeback: Option<TakebackView>,
    rematch: Option<Color>,
}

#[derive(Clone, Debug, Serialize)]
struct TakebackView {
    by: Color,
    plies: usize,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct EndingView {
    how: &'static str,
    winner: Option<Color>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    article: Option<String>,
    /// The side that resigned, claimed or ran out of time.
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<Color>,
    text: String,
}

/// The state of the engine that has to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EngineStatus {
    /// It searches.
    Thinking,
    /// It waits in the queue.
    Waiting,
}

/// A game in a list; stored as JSON.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Summary {
    game: &'static str,
    title: &'static str,
    players: Players,
    board: String,
    turn: Color,
    ply: usize,
    ending: Option<EndingView>,
}

/// The facts that a view needs in addition to the state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment<'a> {
    pub(crate) id: &'a str,
    pub(crate) created: u64,
    pub(crate) now: u64,
    pub(crate) engine: Option<EngineStatus>,
}

impl GameView {
    pub(crate) fn new(state: &GameState, moment: Moment<'_>) -> Self {
        let Moment { id, created, now, engine } = moment;
        let table = &state.table;
        let mut position = study::position(table.game());
        if table.ending().is_some() {
            position.legal.clear();
            position.claims.clear();
        }
        Self {
            id: id.to_owned(),
            seq: state.seq,
            created,
            now: now.max(state.at),
            position,
            players: players(state),
            time: table.terms().time.map(|time| time.to_string()),
            clocks: clocks(state, now),
            waiting: state.is_waiting(),
            start: Start::of(state),
            hops: hops(state),
            offers: Offers {
                draw: table.draw_offer(),
                takeback: table.takeback().map(|(by, plies)| TakebackView { by, plies }),
                rematch: state.rematch_offer,
            },
            ending: table.ending().map(EndingView::of),
            engine,
            next: state.next.clone(),
        }
    }
}

impl Start {
    fn of(state: &GameState) -> Self {
        Self::of_game(state.table.game())
    }

    pub(crate) fn of_game(game: &dyn catalog::AnyGame) -> Self {
        let fen = game.start_fen();
        let board = game.id().at(&fen).map_or_else(|_| String::new(), |start| study::board_text(&*start));
        Self { fen, turn: game.start_turn(), board }
    }
}

impl EndingView {
    fn of(ending: &Ending) -> Self {
        let winner = match ending.outcome() {
            boardgame::Outcome::Win(color) => Some(color),
            boardgame::Outcome::Draw => None,
        };
        let (how, rule, side) = match ending {
            Ending::Rules { rule, article, .. } => ("rules", Some((rule, article)), None),
            Ending::Claimed { by, rule, article } => ("claimed", Some((rule, article)), Some(*by)),
            Ending::Resigned { side } => ("resigned", None, Some(*side)),
            Ending::Agreed => ("agreed", None, None),
            Ending::OutOfTime { side, .. } => ("out_of_time", None, Some(*side)),
        };
        let (rule, article) =
            rule.map_or((None, None), |(rule, article)| (Some(rule.clone()), Some(article.clone())));
        Self { how, winner, rule, article, side, text: ending.to_string() }
    }
}

/// The summary of a game for lists.
pub(crate) fn summary(state: &GameState) -> String {
    let game = state.table.game();
    let about = game.id().about();
    let summary = Summary {
        game: about.name,
        title: about.title,
        players: players(state),
        board: study::board_text(game),
        turn: game.turn(),
        ply: game.plies(),
        ending: state.table.ending().map(EndingView::of),
    };
    serde_json::to_string(&summary).expect("a summary is plain data")
}

fn players(state: &GameState) -> Players {
    let player = |color: Color| {
        let (kind, level) = match state.table.seat(color) {
            Seat::Person => ("person", None),
            Seat::Engine { level } => ("engine", Some(level)),
        };
        Player { kind, name: state.names[color as usize].clone(), level, taken: state.taken[color as usize] }
    };
    Players { white: player(Color::White), black: player(Color::Black) }
}

fn clocks(state: &GameState, now: u64) -> Option<ClocksView> {
    let table = &state.table;
    let clocks = table.clocks()?;
    let left = |color| table.time_left(color, table::Moment(now)).map_or(0, |left| left.as_millis() as u64);
    let turn = table.game().turn();
    let falls = state.flag();
    // The flag falls after the pause that an outage has left, the rest of the delay, and the time.
    let left_at_first = clocks.left(turn).as_millis() as u64;
    let delay = falls.map_or(0, |falls| falls.saturating_sub(now).saturating_sub(left_at_first));
    Some(ClocksView {
        white: left(Color::White),
        black: left(Color::Black),
        running: falls.map(|_| turn),
        delay,
    })
}

fn hops(state: &GameState) -> Option<HopsView> {
    let squares = state.table.hops();
    if squares.is_empty() {
        return None;
    }
    let jumped = state.table.game().hops(squares).map_or_else(|_| Vec::new(), |hops| hops.jumped);
    Some(HopsView { squares: squares.to_vec(), jumped })
}

/// Plies for clients: shared, so that copies of a game cost little.
pub(crate) fn plies(history: &[Arc<Ply>]) -> Vec<&Ply> {
    history.iter().map(AsRef::as_ref).collect()
}
