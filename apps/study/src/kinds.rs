//! The games of the catalog as data.

use std::sync::OnceLock;

use boardgame::Color;
use boardgame::view::Point;
use catalog::{GameId, Source, Status};
use serde::Serialize;

use crate::position::write_board;

/// A game of the catalog, with all that a board needs to know before the first position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Kind {
    /// The name in files and addresses.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The rules in one line: `10 × 10 · most pieces must be taken`.
    pub about: String,
    /// `chess` or `draughts`.
    pub family: &'static str,
    /// Whether the sources of its rules are weak or contradict each other.
    pub experimental: bool,
    /// The format of its records: `pgn` or `pdn`.
    pub record: &'static str,
    /// Columns of the board.
    pub columns: u8,
    /// Rows of the board.
    pub rows: u8,
    /// Whether light and dark squares alternate.
    pub checkered: bool,
    /// The side that moves first.
    pub first: Color,
    /// The playable squares. A board text has one character for each of them.
    pub squares: Vec<KindSquare>,
    /// The start position as board text.
    pub start: String,
    /// Whether a player who cannot move, or has lost all pieces, wins.
    pub losing: bool,
    /// The index in `squares` of the square at a point, row by row.
    #[serde(skip)]
    places: Vec<Option<u8>>,
}

/// A playable square, as White sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KindSquare {
    /// Its name in positions and moves.
    pub name: String,
    /// The column, from 0 at the left.
    pub column: u8,
    /// The row, from 0 at the top.
    pub row: u8,
}

/// The most popular games, in this order.
const POPULAR: &[GameId] = &[
    GameId::Chess,
    GameId::International,
    GameId::Russian,
    GameId::English,
    GameId::Brazilian,
    GameId::Italian,
    GameId::Turkish,
    GameId::Canadian,
    GameId::Chess960,
];

/// All games, in the order of the catalog.
///
/// ```
/// let kinds = damier_study::kinds();
/// assert_eq!((kinds[0].name, kinds[0].squares.len()), ("chess", 64));
/// assert_eq!(kinds[2].about, "10 × 10 · most pieces must be taken");
/// ```
#[must_use]
pub fn kinds() -> &'static [Kind] {
    static KINDS: OnceLock<Vec<Kind>> = OnceLock::new();
    KINDS.get_or_init(|| GameId::ALL.iter().map(|&game| kind(game)).collect())
}

/// The most popular games, in this order.
#[must_use]
pub fn popular() -> &'static [GameId] {
    POPULAR
}

impl Kind {
    /// The description of a game.
    #[must_use]
    pub fn of(game: GameId) -> &'static Self {
        let index = GameId::ALL.iter().position(|&known| known == game);
        &kinds()[index.expect("every game is in the list")]
    }

    /// The index in [`squares`](Self::squares) of the square at a point.
    pub(crate) fn place(&self, point: Point) -> Option<usize> {
        let index = usize::from(point.row) * usize::from(self.columns) + usize::from(point.column);
        self.places.get(index).copied().flatten().map(usize::from)
    }

    /// The names of the squares at points.
    pub(crate) fn names(&'static self, points: &[Point]) -> Vec<&'static str> {
        let name = |&point| self.place(point).map(|place| self.squares[place].name.as_str());
        points.iter().filter_map(name).collect()
    }
}

fn kind(game: GameId) -> Kind {
    let about = game.about();
    let start = game.start();
    let mut squares = Vec::new();
    let mut places = vec![None; usize::from(about.columns) * usize::from(about.rows)];
    for square in game.squares() {
        let (column, row) = (square.file, about.rows - 1 - square.rank);
        places[usize::from(row) * usize::from(about.columns) + usize::from(column)] =
            Some(squares.len() as u8);
        squares.push(KindSquare { name: square.name, column, row });
    }
    let mut kind = Kind {
        name: about.name,
        title: about.title,
        about: in_one_line(game),
        family: if game.is_chess() { "chess" } else { "draughts" },
        experimental: about.status == Status::Experimental,
        record: about.record_format.name(),
        columns: about.columns,
        rows: about.rows,
        checkered: start.board().is_checkered,
        first: about.first,
        squares,
        start: String::new(),
        losing: game.is_losing(),
        places,
    };
    kind.start = write_board(&kind, &start.pieces());
    kind
}

fn in_one_line(game: GameId) -> String {
    let about = game.about();
    let board = format!("{} × {}", about.columns, about.rows);
    std::iter::once(board.as_str()).chain(game.in_short()).collect::<Vec<_>>().join(" · ")
}

/// The rules of a game in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulesText {
    /// The name of the game for people.
    pub title: &'static str,
    /// The rules, those of one topic after each other.
    pub rules: Vec<RuleText>,
    /// The sources that the articles name.
    pub sources: Vec<String>,
}

/// A rule in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleText {
    /// The topic.
    pub topic: &'static str,
    /// The rule, in complete sentences.
    pub text: String,
    /// The article that states it, if known.
    pub article: Option<&'static str>,
}

/// The rules of a game in words.
#[must_use]
pub fn rules(game: GameId) -> RulesText {
    let rules = game.rules_in_words();
    let sources = Source::of_rules(&rules).into_iter();
    RulesText {
        title: game.about().title,
        sources: sources.map(|source| format!("{}: {}", source.name, source.title)).collect(),
        rules: rules
            .into_iter()
            .map(|rule| RuleText { topic: rule.topic, text: rule.text, article: rule.article })
            .collect(),
    }
}
