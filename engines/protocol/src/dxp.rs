//! DamExchange, version 1: matches between draughts programs over a network.
//!
//! A [`DxpMessage`] has at most [`MAX_LENGTH`] ASCII characters. On the wire a zero byte ends it, which is not part of it
//! here. Fields have fixed widths, and colors are Dutch: `W` wit, `Z` zwart.

use std::fmt;
use std::str::FromStr;

use crate::error::{ParseError, bad, unknown};

/// The longest message, in characters.
pub const MAX_LENGTH: usize = 127;

/// The width of a name.
const NAME: usize = 32;

/// A message of either side.
///
/// ```
/// use damier_protocol::dxp::DxpMessage;
///
/// let mv: DxpMessage = "M001205250422122320".parse()?;
/// assert_eq!(mv, DxpMessage::Move { seconds: 12, from: 5, to: 25, captured: vec![22, 12, 23, 20] });
/// assert_eq!(mv.to_string(), "M001205250422122320");
/// # Ok::<(), damier_protocol::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DxpMessage {
    /// The initiator requests a game.
    GameRequest {
        /// The name of the initiator.
        name: String,
        /// The color of the follower.
        follower: DxpColor,
        /// Minutes per player and game.
        minutes: u16,
        /// Moves within that time; 0 for no limit.
        moves: u16,
        /// The start position; `None` is the usual one.
        position: Option<DxpPosition>,
    },
    /// The follower's answer.
    GameAnswer {
        /// The name of the follower.
        name: String,
        /// Whether there will be a game.
        code: Acceptance,
    },
    /// A move.
    Move {
        /// The time used, for information.
        seconds: u16,
        /// The square it starts on.
        from: u8,
        /// The square it ends on.
        to: u8,
        /// The captured squares in any order.
        captured: Vec<u8>,
    },
    /// The end of a game, in place of a move; the other side answers with the same message.
    GameEnd {
        /// Why.
        reason: EndReason,
        /// Whether there will be no more games.
        is_last: bool,
    },
    /// A chat message.
    Chat(String),
    /// A request to take back moves.
    BackRequest {
        /// The number of the move.
        number: u16,
        /// Whose move it was.
        color: DxpColor,
    },
    /// The answer to a request to take back moves.
    BackAnswer {
        /// 0 if accepted.
        code: u8,
    },
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DxpColor {
    /// `W`.
    White,
    /// `Z`.
    Black,
}

/// A position in a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DxpPosition {
    /// The side to move.
    pub turn: DxpColor,
    /// One character per square from 1 to 50: `w` and `W`, `z` and `Z`, or `e`.
    pub squares: String,
}

impl DxpPosition {
    /// A position of the Hub protocol: the same, but for the letters of Black.
    ///
    /// ```
    /// use damier_protocol::dxp::{DxpColor, DxpPosition};
    ///
    /// let position = DxpPosition::from_hub("Bwbe").expect("a side to move");
    /// assert_eq!((position.turn, position.squares.as_str()), (DxpColor::Black, "wze"));
    /// ```
    #[must_use]
    pub fn from_hub(text: &str) -> Option<Self> {
        let (turn, squares) = text.split_at_checked(1)?;
        let turn = match turn {
            "W" => DxpColor::White,
            "B" => DxpColor::Black,
            _ => return None,
        };
        Some(Self { turn, squares: squares.replace('b', "z").replace('B', "Z") })
    }
}

impl DxpMessage {
    /// The message of a move in Hub notation: from, to and the captured squares.
    ///
    /// ```
    /// use damier_protocol::dxp::DxpMessage;
    ///
    /// let mv = DxpMessage::from_hub_move("5x25x12x20", 12).expect("a move");
    /// assert_eq!(mv.to_string(), "M00120525021220");
    /// assert_eq!(mv.hub_move().as_deref(), Some("5x25x12x20"));
    /// ```
    #[must_use]
    pub fn from_hub_move(text: &str, seconds: u16) -> Option<Self> {
        let squares: Result<Vec<u8>, _> = text.split(['-', 'x']).map(str::parse).collect();
        match squares.ok()?.as_slice() {
            [from, to, captured @ ..] => {
                Some(Self::Move { seconds, from: *from, to: *to, captured: captured.to_vec() })
            }
            _ => None,
        }
    }

    /// The move in Hub notation; `None` if it is another message.
    #[must_use]
    pub fn hub_move(&self) -> Option<String> {
        let Self::Move { from, to, captured, .. } = self else { return None };
        let sign = if captured.is_empty() { '-' } else { 'x' };
        let captured: String = captured.iter().map(|square| format!("x{square}")).collect();
        Some(format!("{from}{sign}{to}{captured}"))
    }
}

/// Whether there will be a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acceptance {
    /// Accepted.
    Accepted,
    /// The version of the protocol is not known.
    WrongVersion,
    /// Not this game.
    NotThisGame,
    /// No game at all.
    NoGame,
}

/// Why a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// Unknown; also the answer to a `GameEnd`.
    Unknown,
    /// The sender resigns.
    Resigns,
    /// A draw.
    Draw,
    /// The sender wins.
    Wins,
}

const COLORS: [(char, DxpColor); 2] = [('W', DxpColor::White), ('Z', DxpColor::Black)];
const ACCEPTANCES: [(char, Acceptance); 4] = [
    ('0', Acceptance::Accepted),
    ('1', Acceptance::WrongVersion),
    ('2', Acceptance::NotThisGame),
    ('3', Acceptance::NoGame),
];
const REASONS: [(char, EndReason); 4] =
    [('0', EndReason::Unknown), ('1', EndReason::Resigns), ('2', EndReason::Draw), ('3', EndReason::Wins)];
const LAST: [(char, bool); 2] = [('0', false), ('1', true)];

fn letter<T: Copy + PartialEq>(table: &[(char, T)], value: T) -> char {
    table.iter().find(|&&(_, known)| known == value).map_or('?', |&(letter, _)| letter)
}

/// The fields of a message, one after the other.
struct Fields<'a>(&'a str);

impl<'a> Fields<'a> {
    fn take(&mut self, field: &'static str, width: usize) -> Result<&'a str, ParseError> {
        let expected = "as many characters as the field is wide";
        let (text, rest) = self.0.split_at_checked(width).ok_or_else(|| bad(field, self.0, expected))?;
        self.0 = rest;
        Ok(text)
    }

    fn number<T: FromStr>(&mut self, field: &'static str, width: usize) -> Result<T, ParseError> {
        let text = self.take(field, width)?;
        let digits = Some(text).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        digits.and_then(|text| text.parse().ok()).ok_or_else(|| bad(field, text, "digits with leading zeros"))
    }

    fn one_of<T: Copy>(&mut self, field: &'static str, table: &[(char, T)]) -> Result<T, ParseError> {
        let text = self.take(field, 1)?;
        let known = table.iter().find(|(letter, _)| text.starts_with(*letter));
        known.map(|&(_, value)| value).ok_or_else(|| bad(field, text, "one of the letters of the field"))
    }

    fn end(self) -> Result<(), ParseError> {
        if self.0.is_empty() { Ok(()) } else { Err(bad("end", self.0, "nothing more")) }
    }
}

impl FromStr for DxpMessage {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text.is_empty() {
            return Err(ParseError::Empty { expected: "a message such as E00" });
        }
        if text.len() > MAX_LENGTH || !text.bytes().all(|byte| (1..=127).contains(&byte)) {
            return Err(bad("message", text, "at most 127 characters of ASCII, none of them zero"));
        }
        let mut fields = Fields(&text[1..]);
        let message = match &text[..1] {
            "R" => request(&mut fields)?,
            "A" => Self::GameAnswer {
                name: fields.take("name", NAME)?.trim_end().to_owned(),
                code: fields.one_of("code", &ACCEPTANCES)?,
            },
            "M" => {
                let (seconds, from, to) =
                    (fields.number("time", 4)?, fields.number("from", 2)?, fields.number("to", 2)?);
                let count: u8 = fields.number("number of captured pieces", 2)?;
                let captured =
                    (0..count).map(|_| fields.number("captured square", 2)).collect::<Result<_, _>>()?;
                Self::Move { seconds, from, to, captured }
            }
            "E" => Self::GameEnd {
                reason: fields.one_of("reason", &REASONS)?,
                is_last: fields.one_of("stop code", &LAST)?,
            },
            "C" => return Ok(Self::Chat(fields.0.to_owned())),
            "B" => Self::BackRequest {
                number: fields.number("move number", 3)?,
                color: fields.one_of("color", &COLORS)?,
            },
            "K" => Self::BackAnswer { code: fields.number("code", 1)? },
            other => return Err(unknown(other)),
        };
        fields.end().map(|()| message)
    }
}

fn request(fields: &mut Fields<'_>) -> Result<DxpMessage, ParseError> {
    let version = fields.take("version", 2)?;
    if version != "01" {
        return Err(bad("version", version, "01"));
    }
    let name = fields.take("name", NAME)?.trim_end().to_owned();
    let follower = fields.one_of("color of the follower", &COLORS)?;
    let (minutes, moves) = (fields.number("minutes", 3)?, fields.number("moves", 3)?);
    let has_position = fields.one_of("start", &[('A', false), ('B', true)])?;
    let position = has_position.then(|| {
        let turn = fields.one_of("side to move", &COLORS)?;
        let squares = fields.take("position", 50)?;
        if squares.contains(|letter| !"wWzZe".contains(letter)) {
            return Err(bad("position", squares, "only the letters w, W, z, Z and e"));
        }
        Ok(DxpPosition { turn, squares: squares.to_owned() })
    });
    Ok(DxpMessage::GameRequest { name, follower, minutes, moves, position: position.transpose()? })
}

/// A name cut or padded to the width of the field; characters that are not ASCII are replaced.
fn padded(name: &str) -> String {
    let plain = name.chars().map(|letter| if letter.is_ascii_graphic() { letter } else { ' ' });
    format!("{:<NAME$}", plain.take(NAME).collect::<String>())
}

impl fmt::Display for DxpMessage {
    /// Numbers too large for their field are written as the largest that fits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameRequest { name, follower, minutes, moves, position } => {
                let (minutes, moves) = ((*minutes).min(999), (*moves).min(999));
                write!(f, "R01{}{}{minutes:03}{moves:03}", padded(name), letter(&COLORS, *follower))?;
                match position {
                    None => f.write_str("A"),
                    Some(DxpPosition { turn, squares }) => write!(f, "B{}{squares}", letter(&COLORS, *turn)),
                }
            }
            Self::GameAnswer { name, code } => write!(f, "A{}{}", padded(name), letter(&ACCEPTANCES, *code)),
            Self::Move { seconds, from, to, captured } => {
                write!(f, "M{:04}{from:02}{to:02}{:02}", (*seconds).min(9999), captured.len())?;
                captured.iter().try_for_each(|square| write!(f, "{square:02}"))
            }
            Self::GameEnd { reason, is_last } => {
                write!(f, "E{}{}", letter(&REASONS, *reason), letter(&LAST, *is_last))
            }
            Self::Chat(text) => {
                let plain =
                    text.chars().map(|letter| if letter.is_ascii() && letter != '\0' { letter } else { '?' });
                write!(f, "C{}", plain.take(MAX_LENGTH - 1).collect::<String>())
            }
            Self::BackRequest { number, color } => {
                write!(f, "B{:03}{}", (*number).min(999), letter(&COLORS, *color))
            }
            Self::BackAnswer { code } => write!(f, "K{}", (*code).min(9)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_written_both_ways() {
        for text in ["32-28", "5x25x12x20x22x23"] {
            let message = DxpMessage::from_hub_move(text, 0).expect(text);
            assert_eq!(message.hub_move().as_deref(), Some(text));
        }
        assert_eq!((DxpMessage::from_hub_move("32", 0), DxpMessage::from_hub_move("a-b", 0)), (None, None));
        assert_eq!((DxpPosition::from_hub(""), DxpPosition::from_hub("Xe")), (None, None));
    }
}
