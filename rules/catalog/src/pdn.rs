//! Games by the `GameType` tag of PDN files.

use std::sync::LazyLock;

use boardgame::Color;
use boardgame::text::shortened;
use draughts::{Corner, Rules};
use thiserror::Error;

use crate::describe::Describe;
use crate::games::{GameId, Task};

/// Numbers that other programs write for games that have another number, or none, in PDN 3.0.
const OTHER_NUMBERS: &[(u16, GameId)] = &[
    // hcheckers.
    (43, GameId::Turkish),
    // lidraughts, for games that start from a custom position.
    (99, GameId::International),
    // PlayStrategy, with the tag Variant: two of these belong to other games in the standard.
    (27, GameId::Pool),
    (31, GameId::Portuguese),
    (32, GameId::English),
];

/// Why a `GameType` tag does not fit: the wrong field and the expected value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("bad GameType {tag:?}: the {field} is {found:?}, expected {expected}")]
#[non_exhaustive]
pub struct GameTypeError {
    /// The whole value, shortened.
    pub tag: String,
    /// The name of the field.
    pub field: &'static str,
    /// Its value, shortened.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

/// The fields of a `GameType` tag; those after the number may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameType {
    number: u16,
    first: Option<Color>,
    columns: Option<u8>,
    rows: Option<u8>,
    pub(crate) notation: Option<TagNotation>,
    is_inverted: Option<bool>,
}

/// How squares are named: the kind of names, and the corner they start from, as the first player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TagNotation {
    pub(crate) kind: NotationKind,
    pub(crate) corner: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotationKind {
    /// `A`
    Letters,
    /// `N`
    Numbers,
    /// `S`, short algebraic moves: chess.
    San,
}

impl GameId {
    /// The value of the `GameType` tag for this game, if PDN has one: number, who starts, columns, rows,
    /// notation with the corner of square 1 or a1 as the first player sees it, and whether the bottom left corner is
    /// not a playing square.
    ///
    /// ```
    /// use damier_catalog::GameId;
    ///
    /// assert_eq!(GameId::International.pdn_game_type().as_deref(), Some("20,W,10,10,N2,0"));
    /// assert_eq!(GameId::Killer.pdn_game_type(), None);
    /// ```
    #[must_use]
    pub fn pdn_game_type(self) -> Option<String> {
        self.run(PdnGameType)
    }

    /// The game of a `GameType` tag: by its number and, if present, the fields after it. The number 23 alone is
    /// American pool checkers. Draughts may use letters or numbers from any corner; see
    /// [`SquareNames`](crate::SquareNames).
    ///
    /// ```
    /// use damier_catalog::GameId;
    ///
    /// assert_eq!(GameId::from_pdn_game_type("25"), Ok(GameId::Russian));
    /// assert_eq!(GameId::from_pdn_game_type("23,B,8,8,A1,1"), Ok(GameId::Jamaican));
    /// let error = GameId::from_pdn_game_type("20,W,10,10,X2,0").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "bad GameType \"20,W,10,10,X2,0\": the notation is \"X2\", expected A, N or S and a corner from 0 to 3",
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// The tag is malformed, or no game has this number, board, first player or flag.
    pub fn from_pdn_game_type(tag: &str) -> Result<Self, GameTypeError> {
        let wanted = GameType::from_text(tag)?;
        let candidates = Self::ALL.iter().copied().filter(|game| game.pdn_number_is(wanted.number));
        let (mut fitting, mut refused) = (Vec::new(), Vec::new());
        for game in candidates {
            match game.fit(&wanted, tag) {
                Ok(()) => fitting.push(game),
                Err(error) => refused.push(error),
            }
        }
        // Several games share a number: prefer the one that is usually written this way, then the first.
        let is_usual = |game: &&Self| game.own_type().is_some_and(|own| own.notation == wanted.notation);
        // If the standard assigns the number to a game, that game wins over other programs' numbers.
        let has_it = |game: &Self| game.own_type().is_some_and(|own| own.number == wanted.number);
        if fitting.iter().any(has_it) {
            fitting.retain(has_it);
        }
        match fitting.iter().find(is_usual).or(fitting.first()) {
            Some(game) => Ok(*game),
            None => Err(refused.into_iter().next().unwrap_or_else(|| {
                let expected = "the number of a game such as 20, 21 or 25".to_owned();
                GameTypeError::new(tag, "number", wanted.number.to_string(), expected)
            })),
        }
    }

    /// Checks that a `GameType` tag fits this game. A number can belong to several games: 23 alone is American pool
    /// checkers; with more fields it can also be unified pool or Jamaican draughts.
    ///
    /// # Errors
    ///
    /// The tag is malformed, or a field belongs to another game.
    pub fn check_pdn_game_type(self, tag: &str) -> Result<(), GameTypeError> {
        let wanted = GameType::from_text(tag)?;
        if self.pdn_number_is(wanted.number) {
            return self.fit(&wanted, tag);
        }
        let expected = match self.own_type() {
            Some(own) => format!("{} for {self}", own.number),
            None => format!("no GameType for {self}, which PDN has no number for"),
        };
        Err(GameTypeError::new(tag, "number", wanted.number.to_string(), expected))
    }

    /// Whether PDN writes the results of this game as 2-0, 1-1 and 0-2 instead of 1-0, 1/2-1/2 and 0-1.
    #[must_use]
    pub fn has_two_points(self) -> bool {
        matches!(self, Self::International | Self::Canadian)
    }

    /// The fields of the tag as the game writes it.
    pub(crate) fn own_type(self) -> Option<GameType> {
        OWN_TYPES.iter().find(|(game, _)| *game == self).map(|(_, own)| *own)
    }

    fn pdn_number_is(self, number: u16) -> bool {
        self.own_type().is_some_and(|own| own.number == number) || OTHER_NUMBERS.contains(&(number, self))
    }

    /// Checks that the fields after the number agree with the game.
    fn fit(self, wanted: &GameType, tag: &str) -> Result<(), GameTypeError> {
        let Some(own) = self.own_type() else { return Ok(()) };
        let check = |is_right: bool, field: Field, expected: String| match is_right {
            true => Ok(()),
            false => Err(field.error(tag, format!("{expected} for {self}"))),
        };
        let side = own.first.map_or('W', Color::letter);
        check(wanted.first.is_none_or(|first| Some(first) == own.first), Field::First, side.to_string())?;
        let (columns, rows) = (own.columns.unwrap_or_default(), own.rows.unwrap_or_default());
        check(wanted.columns.is_none_or(|found| found == columns), Field::Columns, columns.to_string())?;
        check(wanted.rows.is_none_or(|found| found == rows), Field::Rows, rows.to_string())?;
        if let (Some(found), Some(usual)) = (wanted.notation, own.notation) {
            let is_san = usual.kind == NotationKind::San;
            let expected = if is_san { "S0" } else { "A or N and a corner from 0 to 3" };
            let is_right = if is_san { found == usual } else { found.kind != NotationKind::San };
            check(is_right, Field::Notation, expected.to_owned())?;
        }
        let is_inverted = own.is_inverted.unwrap_or_default();
        let flag = u8::from(is_inverted).to_string();
        check(wanted.is_inverted.is_none_or(|found| found == is_inverted), Field::Invert, flag)
    }
}

/// The tags of all games that have one, parsed once, because files need them for every game.
static OWN_TYPES: LazyLock<Vec<(GameId, GameType)>> = LazyLock::new(|| {
    let own = |game: GameId| Some((game, GameType::from_text(&game.pdn_game_type()?).ok()?));
    GameId::ALL.iter().copied().filter_map(own).collect()
});

/// The parts of the tag, in order.
#[derive(Clone, Copy)]
enum Field {
    Number,
    First,
    Columns,
    Rows,
    Notation,
    Invert,
}

impl Field {
    fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::First => "first player",
            Self::Columns => "width of the board",
            Self::Rows => "height of the board",
            Self::Notation => "notation",
            Self::Invert => "invert flag",
        }
    }

    /// The value of this field in a tag.
    fn of(self, tag: &str) -> Option<&str> {
        tag.split(',').nth(self as usize).map(str::trim)
    }

    fn read<T>(
        self,
        tag: &str,
        expected: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, GameTypeError> {
        let Some(text) = self.of(tag) else { return Ok(None) };
        read(text).map(Some).ok_or_else(|| self.error(tag, expected.to_owned()))
    }

    fn error(self, tag: &str, expected: String) -> GameTypeError {
        GameTypeError::new(tag, self.name(), self.of(tag).unwrap_or_default().to_owned(), expected)
    }
}

impl GameType {
    /// Reads a tag, ignoring white space around the fields.
    pub(crate) fn from_text(tag: &str) -> Result<Self, GameTypeError> {
        let number = Field::Number.read(tag, "a number", digits)?;
        let size = |text: &str| digits(text).and_then(|size| u8::try_from(size).ok());
        let flag = |text: &str| match text {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        };
        let game_type = Self {
            number: number.unwrap_or_default(),
            first: Field::First.read(tag, "W or B", |text| {
                Color::ALL.into_iter().find(|color| text.eq_ignore_ascii_case(&color.letter().to_string()))
            })?,
            columns: Field::Columns.read(tag, "a number", size)?,
            rows: Field::Rows.read(tag, "a number", size)?,
            notation: Field::Notation.read(
                tag,
                "A, N or S and a corner from 0 to 3",
                TagNotation::from_text,
            )?,
            is_inverted: Field::Invert.read(tag, "0 or 1", flag)?,
        };
        match tag.split(',').nth(Field::Invert as usize + 1) {
            Some(more) => {
                Err(GameTypeError::new(tag, "seventh field", more.to_owned(), "six fields".to_owned()))
            }
            None => Ok(game_type),
        }
    }
}

impl TagNotation {
    fn from_text(text: &str) -> Option<Self> {
        let [letter, corner @ b'0'..=b'3'] = *text.as_bytes() else { return None };
        let kind = match letter {
            b'A' => NotationKind::Letters,
            b'N' => NotationKind::Numbers,
            b'S' => NotationKind::San,
            _ => return None,
        };
        Some(Self { kind, corner: corner - b'0' })
    }
}

impl GameTypeError {
    fn new(tag: &str, field: &'static str, found: String, expected: String) -> Self {
        Self { tag: shortened(tag), field, found: shortened(&found), expected }
    }
}

fn digits(text: &str) -> Option<u16> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

struct PdnGameType;

impl Task for PdnGameType {
    type Output = Option<String>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        P::pdn_game_type(rules)
    }
}

/// The tag of a draughts variant.
pub(crate) fn game_type(rules: &Rules) -> Option<String> {
    let numbering = &rules.numbering;
    if numbering.pdn_game_type == 0 {
        return None;
    }
    let corner = match numbering.corner {
        Corner::BottomLeft => 0,
        Corner::BottomRight => 1,
        Corner::TopLeft => 2,
        Corner::TopRight => 3,
    };
    // PDN describes the board as the first player sees it; if Black starts, it is turned around.
    let corner = if numbering.seen_by == rules.first { corner } else { 3 - corner };
    Some(format!(
        "{},{},{},{},{}{corner},{}",
        numbering.pdn_game_type,
        rules.first.letter(),
        rules.board.columns,
        rules.board.rows,
        if numbering.algebraic { 'A' } else { 'N' },
        u8::from(rules.board.mirrored),
    ))
}
