//! Other names of squares, as the notation field of the tag `GameType` defines them.

use std::collections::HashMap;

use boardgame::Color;

use crate::games::GameId;
use crate::pdn::{GameType, GameTypeError, NotationKind, TagNotation};

/// The square names of a `GameType` tag whose notation field differs from the game's own: letters or numbers, from any
/// corner. Translates moves and positions from and to the game's own names.
///
/// ```
/// use damier_catalog::{GameId, SquareNames};
///
/// // Russian draughts by numbers, from the top left corner.
/// let names = SquareNames::of_game_type(GameId::Russian, "25,W,8,8,N2,0")?.expect("other names");
/// assert_eq!(names.move_to_own("22-18").as_deref(), Some("c3-d4"));
/// assert_eq!(names.move_from_own("c3:e5"), "22:15");
/// assert_eq!(names.fen_to_own("W:W29,K5-6:B1").as_deref(), Some("W:Wa1,Ka7,Kc7:Bb8"));
/// assert_eq!(names.fen_from_own("W:Wa1,Ka7,Kc7:Bb8"), "W:WK5,K6,29:B1");
/// // The game's own names.
/// assert!(SquareNames::of_game_type(GameId::Russian, "25,W,8,8,A0,0")?.is_none());
/// # Ok::<(), damier_catalog::GameTypeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SquareNames {
    kind: NotationKind,
    /// The squares in the order of their other names, with both names.
    squares: Vec<Square>,
    by_name: HashMap<String, usize>,
    by_own: HashMap<String, usize>,
}

#[derive(Clone, Debug)]
struct Square {
    name: String,
    own: String,
}

impl SquareNames {
    /// The names that a tag defines; `None` if they are the game's own.
    ///
    /// # Errors
    ///
    /// The tag is not for this game.
    pub fn of_game_type(game: GameId, tag: &str) -> Result<Option<Self>, GameTypeError> {
        game.check_pdn_game_type(tag)?;
        let wanted = GameType::from_text(tag)?.notation;
        let own = game.own_type().and_then(|own| own.notation);
        Ok(match (wanted, own) {
            (Some(wanted), Some(own)) if wanted != own => Some(Self::new(game, wanted)),
            _ => None,
        })
    }

    fn new(game: GameId, notation: TagNotation) -> Self {
        let about = game.about();
        // The corner is as the first player sees it; if Black starts, the board is turned around.
        let corner = if about.first == Color::White { notation.corner } else { 3 - notation.corner };
        let (is_right, is_top) = (corner & 1 == 1, corner & 2 == 2);
        let mut places: Vec<((u8, u8), String)> = game
            .squares()
            .into_iter()
            .map(|square| {
                let column = if is_right { about.columns - 1 - square.file } else { square.file };
                let row = if is_top { about.rows - 1 - square.rank } else { square.rank };
                ((row, column), square.name)
            })
            .collect();
        places.sort();
        let name = |index: usize, (row, column): (u8, u8)| match notation.kind {
            NotationKind::Numbers => (index + 1).to_string(),
            NotationKind::Letters | NotationKind::San => format!("{}{}", char::from(b'a' + column), row + 1),
        };
        let squares: Vec<Square> = places
            .into_iter()
            .enumerate()
            .map(|(index, (place, own))| Square { name: name(index, place), own })
            .collect();
        let index = |name: fn(&Square) -> &String| {
            squares.iter().enumerate().map(|(index, square)| (name(square).clone(), index)).collect()
        };
        let (by_name, by_own) = (index(|square| &square.name), index(|square| &square.own));
        Self { kind: notation.kind, squares, by_name, by_own }
    }

    /// Translates a move to the game's own names; `None` if a square name is unknown. Signs stay unchanged; if one is
    /// missing between two squares and the own names need it, it becomes `-`. Four digits are two square numbers.
    #[must_use]
    pub fn move_to_own(&self, text: &str) -> Option<String> {
        let is_bare = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        if is_bare && self.kind == NotationKind::Numbers {
            let (from, to) = text.split_at(2);
            return Some(format!("{}-{}", self.own_name(from)?, self.own_name(to)?));
        }
        let needs_sign =
            self.squares.iter().any(|square| square.own.starts_with(|own: char| own.is_ascii_digit()));
        translate(text, if needs_sign { "-" } else { "" }, &|name| self.own_name(name))
    }

    /// Translates a move from the game's own names.
    #[must_use]
    pub fn move_from_own(&self, text: &str) -> String {
        translate(text, "", &|own| self.name(own)).unwrap_or_else(|| text.to_owned())
    }

    /// Translates a position to the game's own names; `None` if a square name is unknown.
    #[must_use]
    pub fn fen_to_own(&self, fen: &str) -> Option<String> {
        self.fen(fen, &|item| {
            let (king, squares) = split_king(item);
            let range = squares.split_once('-').filter(|_| self.kind == NotationKind::Numbers);
            let Some((first, last)) = range else {
                return Some(format!("{king}{}", self.own_name(squares)?));
            };
            let (first, last) = (self.index(first)?, self.index(last)?);
            let list = self.squares.get(first..=last).filter(|list| !list.is_empty())?;
            let names: Vec<String> = list.iter().map(|square| format!("{king}{}", square.own)).collect();
            Some(names.join(","))
        })
    }

    /// Translates a position from the game's own names, and sorts the squares by their other names.
    #[must_use]
    pub fn fen_from_own(&self, fen: &str) -> String {
        let sorted = |section: String| {
            let Some(color) = section.get(..1).filter(|color| matches!(*color, "W" | "B")) else {
                return section;
            };
            let mut items: Vec<&str> = section[1..].split(',').collect();
            items.sort_by_key(|item| self.index(split_king(item).1));
            format!("{color}{}", items.join(","))
        };
        let translated = self.fen(fen, &|item| {
            let (king, own) = split_king(item);
            Some(format!("{king}{}", self.name(own)?))
        });
        let Some(translated) = translated else { return fen.to_owned() };
        let (side, sections) = translated.split_once(':').unwrap_or((&translated, ""));
        let sections: Vec<String> = sections.split(':').map(|section| sorted(section.to_owned())).collect();
        format!("{side}:{}", sections.join(":"))
    }

    /// Translates the squares of both colors. Other sections stay unchanged: only Lidraughts writes them, always with
    /// the game's own names.
    fn fen(&self, fen: &str, item: &dyn Fn(&str) -> Option<String>) -> Option<String> {
        let mut sections = fen.trim().split(':');
        let mut text = sections.next()?.to_owned();
        for section in sections {
            text.push(':');
            match section.get(..1) {
                Some(color @ ("W" | "B")) if section.len() > 1 => {
                    let items: Option<Vec<String>> = section[1..].split(',').map(item).collect();
                    text.push_str(color);
                    text.push_str(&items?.join(","));
                }
                _ => text.push_str(section),
            }
        }
        Some(text)
    }

    fn index(&self, name: &str) -> Option<usize> {
        let name = match self.kind {
            // Leading zeros are accepted.
            NotationKind::Numbers => name.trim_start_matches('0'),
            NotationKind::Letters | NotationKind::San => name,
        };
        self.by_name.get(name).copied()
    }

    fn own_name(&self, name: &str) -> Option<&str> {
        Some(&self.squares[self.index(name)?].own)
    }

    fn name(&self, own: &str) -> Option<&str> {
        Some(&self.squares[*self.by_own.get(own)?].name)
    }
}

/// The `K` of a king, and the square.
fn split_king(item: &str) -> (&str, &str) {
    item.split_at(usize::from(item.starts_with('K')))
}

/// Translates the squares of a move; inserts `missing` if there is no sign between two squares.
fn translate<'a>(text: &str, missing: &str, name: &dyn Fn(&str) -> Option<&'a str>) -> Option<String> {
    let (mut rest, mut written) = (text.trim(), String::new());
    loop {
        let letter = usize::from(rest.starts_with(|first: char| first.is_ascii_lowercase()));
        let digits = rest[letter..].bytes().take_while(u8::is_ascii_digit).count();
        let (square, after) = rest.split_at(letter + digits);
        written.push_str(name(square)?);
        if after.is_empty() {
            return Some(written);
        }
        rest = match after.strip_prefix(['-', 'x', ':']) {
            Some(next) => {
                written.push_str(&after[..1]);
                next
            }
            None => {
                written.push_str(missing);
                after
            }
        };
    }
}
