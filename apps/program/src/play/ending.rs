//! How a game at the table ended.

use damier::{Color, Outcome, Reason};
use record::Termination;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The rules end it by themselves.
    Rules(Outcome, Reason),
    /// A player claimed a draw that the rules give who asks for it.
    Claim(Color, Reason),
    /// The players did.
    Players(Act),
}

/// What players can do to end a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// This side gave up.
    Resigned(Color),
    /// Both agreed on a draw.
    Agreed,
    /// This side has no time left.
    OutOfTime(Color),
    /// This side has no time left, and the other side nothing left to win with.
    OutOfTimeAgainstKing(Color),
}

impl Ending {
    pub(crate) fn outcome(self) -> Outcome {
        match self {
            Self::Rules(outcome, _) => outcome,
            Self::Players(Act::Resigned(side) | Act::OutOfTime(side)) => Outcome::Win(!side),
            Self::Claim(..) | Self::Players(Act::Agreed | Act::OutOfTimeAgainstKing(_)) => Outcome::Draw,
        }
    }

    /// The end in words: `White wins: checkmate (FIDE 5.1.1)`.
    pub(crate) fn text(self) -> String {
        let result = match self.outcome() {
            Outcome::Win(color) => format!("{} wins", name(color)),
            Outcome::Draw => "Draw".to_owned(),
        };
        let why = match self {
            Self::Rules(_, reason) => rule(&reason),
            Self::Claim(color, reason) => format!("{}, claimed by {}", rule(&reason), name(color)),
            Self::Players(Act::Resigned(side)) => format!("{} resigns", name(side)),
            Self::Players(Act::Agreed) => "by agreement".to_owned(),
            Self::Players(Act::OutOfTime(side)) => format!("{} has no time left", name(side)),
            Self::Players(Act::OutOfTimeAgainstKing(side)) => {
                format!("{} has no time left, and {} only a king (FIDE 6.9)", name(side), name(!side))
            }
        };
        format!("{result}: {why}")
    }

    /// The end in the words of records.
    pub(crate) fn termination(self) -> Termination {
        match self {
            Self::Players(Act::OutOfTime(_) | Act::OutOfTimeAgainstKing(_)) => Termination::TimeForfeit,
            _ => Termination::Normal,
        }
    }
}

/// A rule with its article: `threefold repetition (FIDE 9.2)`.
pub(crate) fn rule(reason: &Reason) -> String {
    format!("{} ({})", reason.name.replace('_', " "), reason.article)
}

/// A side at the beginning of a sentence.
pub(crate) fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
