//! Games by the `GameType` tag of PDN files.

use draughts::{Corner, Rules, Status};

use crate::describe::Describe;
use crate::games::{GameId, Task};

/// Numbers that other programs write for games which have another one, or none, in PDN 3.0.
const OTHER_NUMBERS: &[(&str, GameId)] = &[
    // hcheckers.
    ("43", GameId::Turkish),
    // lidraughts, for games that begin with a position of one's own.
    ("99", GameId::International),
];

impl GameId {
    /// The value of the `GameType` tag for this game, if PDN has one: number, who starts, columns, rows,
    /// notation with the corner of square 1 or a1, and whether the bottom left corner is no playing square.
    ///
    /// ```
    /// use catalog::GameId;
    ///
    /// assert_eq!(GameId::International.pdn_game_type().as_deref(), Some("20,W,10,10,N2,0"));
    /// assert_eq!(GameId::Killer.pdn_game_type(), None);
    /// ```
    #[must_use]
    pub fn pdn_game_type(self) -> Option<String> {
        self.run(PdnGameType)
    }

    /// The game of a `GameType` tag: only the number, or also what follows it as far as it is there. `None`
    /// for other numbers, and for boards, first players and corners that the game does not have. The number 23
    /// alone is American pool checkers.
    ///
    /// ```
    /// use catalog::GameId;
    ///
    /// assert_eq!(GameId::from_pdn_game_type("25"), Some(GameId::Russian));
    /// assert_eq!(GameId::from_pdn_game_type("23,B,8,8,A1,1"), Some(GameId::Jamaican));
    /// assert_eq!(GameId::from_pdn_game_type("999"), None);
    /// ```
    #[must_use]
    pub fn from_pdn_game_type(tag: &str) -> Option<Self> {
        let is_other = |game: &Self| OTHER_NUMBERS.contains(&(number(tag), *game));
        Self::playable().find(|game| game.fits_own_type(tag)).or_else(|| Self::playable().find(is_other))
    }

    /// Whether a `GameType` tag can stand for this game. A number can stand for several: 23 is American pool
    /// checkers if nothing follows it, and with more fields also unified pool and Jamaican draughts.
    #[must_use]
    pub fn fits_pdn_game_type(self, tag: &str) -> bool {
        self.fits_own_type(tag) || OTHER_NUMBERS.contains(&(number(tag), self))
    }

    fn fits_own_type(self, tag: &str) -> bool {
        let fields: Vec<&str> = tag.split(',').map(str::trim).collect();
        self.pdn_game_type().is_some_and(|known| fits(&fields, &known.split(',').collect::<Vec<_>>()))
    }

    /// Whether PDN writes the results of this game as 2-0, 1-1 and 0-2, and not as 1-0, 1/2-1/2 and 0-1.
    #[must_use]
    pub fn has_two_points(self) -> bool {
        matches!(self, Self::International | Self::Canadian)
    }
}

/// The number of a tag.
fn number(tag: &str) -> &str {
    tag.split(',').next().unwrap_or_default().trim()
}

/// Whether the fields of a tag say nothing else than those of a game.
fn fits(fields: &[&str], known: &[&str]) -> bool {
    let notation = |fields: &[&str]| fields.get(4).copied().unwrap_or_default().to_owned();
    let (found, wanted) = (notation(fields), notation(known));
    // Squares may be written with letters or numbers, but letters only from one corner.
    let is_other_letter = !found.is_empty() && found.get(..1) != wanted.get(..1);
    fields.len() <= 6
        && fields.iter().zip(known).enumerate().all(|(place, (found, wanted))| match place {
            0 => found.parse::<u16>().ok() == wanted.parse().ok(),
            1 => found.eq_ignore_ascii_case(wanted),
            4 => is_other_letter && found.len() == 2 || found == wanted,
            _ => found == wanted,
        })
}

struct PdnGameType;

impl Task for PdnGameType {
    type Output = Option<String>;

    fn run<P: Describe>(self) -> Self::Output {
        P::pdn_game_type()
    }
}

/// The tag of a draughts variant.
pub(crate) fn game_type(rules: &Rules) -> Option<String> {
    let numbering = &rules.numbering;
    if numbering.pdn_game_type == 0 || rules.status == Status::TestBoard {
        return None;
    }
    let corner = match numbering.corner {
        Corner::BottomLeft => 0,
        Corner::BottomRight => 1,
        Corner::TopLeft => 2,
        Corner::TopRight => 3,
    };
    // PDN sees the board as the player who starts; from the other side it is turned around.
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
