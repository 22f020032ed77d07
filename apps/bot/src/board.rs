//! What a message shows of a game: its text, its picture and its buttons. Pure: from data to data.

use boardgame::Color;
use boardgame::view::{BoardView, Point};
use catalog::AnyGame;
use diagram::{Arrow, Diagram};
use server::Snapshot;
use study::{Kind, Legal};
use table::{Moment, Seat};

use crate::api::Keyboard;
use crate::caption;
use crate::chat_game::{ChatGame, Screen, Target};
use crate::keyboards;
use crate::language::Language;
use crate::tap::{jumped, next_squares};

/// A game as the bot sees it at one moment.
#[derive(Clone, Copy)]
pub(crate) struct Look<'a> {
    pub(crate) id: &'a str,
    pub(crate) chat: &'a ChatGame,
    pub(crate) game: &'a Snapshot,
    /// Milliseconds since 1970.
    pub(crate) now: u64,
    pub(crate) links: &'a dyn Links,
}

/// The addresses of pages.
pub(crate) trait Links: Sync {
    /// The page of a game; of a person's own seat if one is given.
    fn page(&self, game: &str, seat: Option<(&str, i64)>) -> Option<String>;
}

/// What a message shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Content {
    pub(crate) html: String,
    pub(crate) keyboard: Keyboard,
    /// `None` for messages that cannot hold one.
    pub(crate) picture: Option<Diagram>,
}

/// What is shown of the board.
pub(crate) struct Shown<'a> {
    pub(crate) look: Look<'a>,
    pub(crate) screen: &'a Screen,
    /// The position: the last one, or one that somebody looks at.
    pub(crate) position: Box<dyn AnyGame>,
    pub(crate) kind: &'static Kind,
    /// The legal moves of the side to move; none after the end.
    pub(crate) legal: Vec<Legal>,
    /// Who sits at the bottom.
    pub(crate) facing: Color,
}

/// What a screen shows of a game.
pub(crate) fn content(look: Look<'_>, screen: &Screen) -> Content {
    let shown = Shown::new(look, screen);
    Content {
        html: caption::html(&shown),
        keyboard: keyboards::board(&shown),
        picture: match screen.target {
            Target::Inline { .. } => None,
            Target::Private { .. } | Target::Group { .. } => Some(shown.picture()),
        },
    }
}

/// The content of a message that shares a finished game: the board as buttons, and buttons to step through the moves.
pub(crate) fn shared(look: Look<'_>, screen: &Screen) -> Content {
    let shown = Shown::new(look, screen);
    Content { html: caption::html(&shown), keyboard: keyboards::shared(&shown), picture: None }
}

impl<'a> Shown<'a> {
    pub(crate) fn new(look: Look<'a>, screen: &'a Screen) -> Self {
        let table = &look.game.table;
        let mut position = table.game().clone_game();
        let is_over = table.ending().is_some();
        let ply = screen.viewed.filter(|_| is_over).unwrap_or(usize::MAX);
        while position.plies() > ply && position.undo() {}
        let legal = if is_over { Vec::new() } else { study::legal(&*position) };
        let kind = Kind::of(position.id());
        Self { look, screen, position, kind, legal, facing: facing(look, screen) }
    }

    pub(crate) fn language(&self) -> Language {
        self.look.chat.language
    }

    pub(crate) fn is_over(&self) -> bool {
        self.look.game.table.ending().is_some()
    }

    /// The squares of the move in progress.
    pub(crate) fn hops(&self) -> &[String] {
        if self.is_over() { &[] } else { self.look.game.table.hops() }
    }

    /// The paths to choose from, if there is a choice.
    pub(crate) fn choices(&self) -> Vec<&Legal> {
        let choice = self.look.chat.choice.as_ref().filter(|choice| choice.ply == self.position.plies());
        let paths = choice.map_or(&[][..], |choice| &choice.paths);
        self.legal.iter().filter(|mv| paths.contains(&mv.id)).collect()
    }

    /// Whether the person who reads this screen moves now; groups and inline messages have many readers.
    pub(crate) fn is_movers(&self) -> bool {
        let turn = self.look.game.table.game().turn();
        let mover = self.look.chat.people[turn as usize];
        match self.screen.target {
            Target::Private { user, .. } => mover == Some(user),
            _ => mover.is_some(),
        }
    }

    /// The time that a side has left.
    pub(crate) fn time_left(&self, color: Color) -> Option<std::time::Duration> {
        let now = self.look.now.max(self.look.game.table.events().last().map_or(0, |event| event.at.0));
        self.look.game.table.time_left(color, Moment(now))
    }

    fn picture(&self) -> Diagram {
        let view = self.position.view(false);
        let hops = self.hops();
        let mut diagram = Diagram { is_flipped: self.facing == Color::Black, ..Diagram::showing(view, "") };
        // The first tap changes only the buttons: a picture is sent when a piece has hopped.
        if hops.len() > 1
            && let Ok(made) = self.position.hops(hops)
        {
            diagram.board = made.board;
            diagram.arrows = vec![Arrow { points: points(&diagram.board, hops.iter().map(String::as_str)) }];
            // Frames for the pieces that were jumped, color for the squares where this one can go.
            diagram.marks = points(&diagram.board, jumped(&self.legal, hops).into_iter());
            diagram.last_move = points(&diagram.board, next_squares(&self.legal, hops).into_iter());
        }
        diagram
    }
}

fn points<'s>(board: &BoardView, squares: impl Iterator<Item = &'s str>) -> Vec<Point> {
    let point =
        |name: &str| board.squares.iter().find(|square| square.name == name).map(|square| square.point);
    squares.filter_map(point).collect()
}

/// Who sits at the bottom: the reader in a private chat, elsewhere the side to move.
fn facing(look: Look<'_>, screen: &Screen) -> Color {
    let table = &look.game.table;
    if let Target::Private { user, .. } = screen.target {
        return look.chat.side_of(user).unwrap_or(Color::White);
    }
    let is_engine = |color| matches!(table.seat(color), Seat::Engine { .. });
    match table.game().turn() {
        _ if is_engine(Color::White) => Color::Black,
        _ if is_engine(Color::Black) => Color::White,
        _ if table.ending().is_some() => Color::White,
        turn => turn,
    }
}
