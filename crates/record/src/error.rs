//! What can be wrong with a record, and where.

use std::fmt;
use std::io;

use boardgame::{FenError, MoveError, Outcome, Reason};
use thiserror::Error;

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line, from 1.
    pub line: u64,
    /// The byte in the line, from 1.
    pub column: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A game that cannot be read: which, where, and why. The games after it can.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game {game}, {place}: {fault}")]
pub struct RecordError {
    /// The number of the game in its file, from 1.
    pub game: u64,
    /// Where the fault was found.
    pub place: Place,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The bytes cannot be read. Nothing after this can be.
    #[error("cannot read: {message}")]
    Io {
        /// The kind of failure.
        kind: io::ErrorKind,
        /// What the system says.
        message: String,
    },
    /// A character that has no meaning where it stands.
    #[error("found {found:?}, expected {expected}")]
    Unexpected {
        /// The character.
        found: char,
        /// What would be right.
        expected: &'static str,
    },
    /// A tag that does not have the form of one.
    #[error("bad tag {found:?}: expected {expected}")]
    BadTag {
        /// The text from its bracket on, shortened.
        found: String,
        /// What would be right.
        expected: &'static str,
    },
    /// A set-up inside a game that does not have the form of one.
    #[error("bad set-up {found:?}: expected /FEN \"...\"/")]
    BadSetUp {
        /// The text from its slash on, shortened.
        found: String,
    },
    /// Something is opened and the text ends before it is closed.
    #[error("{what} is not closed, expected {expected}")]
    NotClosed {
        /// What was opened here.
        what: &'static str,
        /// What closes it.
        expected: &'static str,
    },
    /// A variation is closed that was not opened.
    #[error("found \")\" without a variation to close")]
    NotOpened,
    /// A variation, which replaces a move, with no move before it.
    #[error("a variation without a move before it to vary")]
    NothingToVary,
    /// Longer than any record needs.
    #[error("{what} longer than {limit} bytes")]
    TooLong {
        /// What is too long.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// More than any record needs.
    #[error("more than {limit} {what}")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// A numeric annotation that does not exist.
    #[error("bad annotation {found:?}: expected a number from $0 to $255")]
    BadNag {
        /// What stood there, shortened.
        found: String,
    },
    /// The game begins with, or is set up to, something that is no position.
    #[error("bad position: {0}")]
    BadPosition(#[from] FenError),
    /// A move that the rules do not allow.
    #[error("{error}{}", meant.as_ref().map_or_else(String::new, |meant| format!("; perhaps {meant} was meant")))]
    BadMove {
        /// Why not.
        error: MoveError,
        /// The legal move that was probably meant.
        meant: Option<String>,
    },
    /// After `...` in the place of a move, which nobody knows.
    #[error("the move before is unknown: the game cannot be followed from here")]
    UnknownMove,
    /// A tag whose value is not what the standard wants, or what the game is.
    #[error("the tag {name} is {found:?}, expected {expected}")]
    WrongTag {
        /// The tag.
        name: &'static str,
        /// Its value.
        found: String,
        /// What would be right.
        expected: String,
    },
    /// The result is not the one that the rules give the last position.
    #[error("the result is {recorded}, but the rules say {}: {}", words(outcome), words(reason))]
    WrongResult {
        /// What is recorded, as the record writes it.
        recorded: String,
        /// What the rules say.
        outcome: Outcome,
        /// And why.
        reason: Reason,
    },
    /// Something that only the tolerant mode reads.
    #[error("{0}")]
    NotTolerated(RepairKind),
    /// A visitor refused what it was shown.
    #[error("{reason}")]
    Refused {
        /// Why, in words.
        reason: String,
    },
    /// What a visitor says that finds several faults at once. Readers take them apart.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Several(Vec<Fault>),
}

impl Fault {
    /// One fault of many, if there are any.
    pub(crate) fn of(mut faults: Vec<Self>) -> Result<(), Self> {
        match faults.len() {
            0 => Ok(()),
            1 => Err(faults.remove(0)),
            _ => Err(Self::Several(faults)),
        }
    }

    /// Each for itself, in order.
    pub(crate) fn into_each(self) -> Vec<Self> {
        match self {
            Self::Several(faults) => faults.into_iter().flat_map(Self::into_each).collect(),
            fault => vec![fault],
        }
    }
}

impl From<RepairKind> for Fault {
    fn from(kind: RepairKind) -> Self {
        Self::NotTolerated(kind)
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Io { kind: error.kind(), message: error.to_string() }
    }
}

/// Something that the standard does not allow, and how the tolerant mode read it all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The number of the game in its file, from 1.
    pub game: u64,
    /// Where it stands.
    pub place: Place,
    /// What it is.
    pub kind: RepairKind,
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, {}: {}", self.game, self.place, self.kind)
    }
}

/// The kinds of repairs.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RepairKind {
    /// Bytes that are not UTF-8 were read as Latin-1.
    #[error("not UTF-8, read as Latin-1")]
    Latin1,
    /// The game ends without result or separator.
    #[error("the game ends without a result or *")]
    MissingTerminator,
    /// A result ends the game, where only `*` should.
    #[error("the result {found:?} ends the game instead of *")]
    ResultAsTerminator {
        /// The result.
        found: String,
    },
    /// `*` with nothing before it: no game.
    #[error("* without a game before it")]
    StraySeparator,
    /// The result is repeated in a variation, where it means nothing.
    #[error("a result at the end of a variation, left out")]
    ResultInVariation,
    /// `1/2` for `1/2-1/2`.
    #[error("the result 1/2 read as 1/2-1/2")]
    HalfResult,
    /// The tag and the end of the game give different results; the tag counts.
    #[error("the tag gives the result {tag:?} and the game {terminator:?}; the tag counts")]
    ResultsDiffer {
        /// What the tag says.
        tag: String,
        /// What the game ends with.
        terminator: String,
    },
    /// The tag leaves the result open, and the end of the game has one; that counts.
    #[error("the tag gives the result {tag:?} and the game {terminator:?}; the game counts")]
    ResultOpenInTag {
        /// What the tag says.
        tag: String,
        /// What the game ends with.
        terminator: String,
    },
    /// A result that is written in another way than the records of its game write it.
    #[error("the result {found:?} read as {written:?}")]
    ResultText {
        /// What stands there.
        found: String,
        /// How it is written in this game.
        written: String,
    },
    /// A result that PGN does not know.
    #[error("unknown result {found:?} in the tag, left out")]
    UnknownResult {
        /// What the tag says.
        found: String,
    },
    /// A square written with leading zeros.
    #[error("leading zero in {found:?}")]
    LeadingZero {
        /// The move.
        found: String,
    },
    /// Castling written with zeros.
    #[error("{found:?} read as castling")]
    ZeroCastling {
        /// The move.
        found: String,
    },
    /// `-` where a move could stand.
    #[error("\"-\" in place of a move, left out")]
    MissingMove,
    /// `...` in the place of a move: the players moved, but nobody knows what.
    #[error("an unknown move, left out")]
    UnknownMove,
    /// A move with spaces in it.
    #[error("spaces in the move {found:?}")]
    SpacesInMove {
        /// The move.
        found: String,
    },
    /// A number that is no move number, such as `3228` for a move.
    #[error("{found:?} read as a move without a sign between its squares")]
    BareSquares {
        /// The number.
        found: String,
    },
    /// An annotation that is not between `$0` and `$255`.
    #[error("annotation {found:?} is not between $0 and $255, left out")]
    FarNag {
        /// The annotation.
        found: String,
    },
    /// A move number that is not the one of its move, or of the other player.
    #[error("wrong move number {found:?}, read as {written:?}; others of the line are not reported")]
    WrongNumber {
        /// The number.
        found: String,
        /// The right one.
        written: String,
    },
    /// A move number without its dot.
    #[error("move number {found:?} without a dot")]
    NumberWithoutDot {
        /// The number.
        found: String,
    },
    /// Dots that belong to no move number.
    #[error("stray dots, left out")]
    StrayDots,
    /// `e.p.` apart from its move.
    #[error("\"e.p.\" apart from its move, left out")]
    EnPassantMark,
    /// Marks of strength apart from their move, or in parentheses where they should not be.
    #[error("marks {found:?} read as belonging to the move before")]
    DetachedMarks {
        /// The marks.
        found: String,
    },
    /// An annotation before any move of its variation.
    #[error("annotation ${nag} before a move, read as belonging to the next one")]
    NagBeforeMove {
        /// The annotation.
        nag: u8,
    },
    /// Marks before any move of its line.
    #[error("marks {found:?} before a move, left out")]
    MarksBeforeMove {
        /// The marks.
        found: String,
    },
    /// A comment that begins with `;`, which PDN does not know.
    #[error("a comment after \";\"")]
    SemicolonComment,
    /// A comment after the last game.
    #[error("a comment that belongs to no game, left out")]
    CommentOutsideGame,
    /// A comment between the end of a game and the beginning of the next, in a line of its own.
    #[error("a comment between two games, read as belonging to the second")]
    CommentBetweenGames,
    /// A variation without moves.
    #[error("a variation without moves, left out; its comments went to the move before")]
    EmptyVariation,
    /// A variation with a move that cannot be played: cut off there.
    #[error("a variation cut off: {0}")]
    VariationCut(Box<Fault>),
    /// Quotes inside of a tag value.
    #[error("quotes inside the value of the tag {name:?}")]
    UnescapedQuote {
        /// The tag.
        name: String,
    },
    /// A tag value with characters that no line of text has.
    #[error("control characters in the value of the tag {name:?}, read as spaces")]
    ControlInTag {
        /// The tag.
        name: String,
    },
    /// A tag whose name was there before.
    #[error("tag {name:?} given twice, the value {value:?} left out")]
    TagTwice {
        /// The tag.
        name: String,
        /// The value that was dropped.
        value: String,
    },
    /// The tag `GameType` names the squares in a way that its own moves do not fit: those of the game do.
    #[error("the squares are not named as GameType {game_type:?} says, read as the game names them")]
    OtherSquareNames {
        /// The tag.
        game_type: String,
    },
    /// A position with a dot at its end.
    #[error("a dot at the end of the position")]
    FinalDot,
    /// A position with white space where there should be none.
    #[error("white space in the position that should not be there")]
    SpacesInPosition,
    /// A position of chess without the clocks.
    #[error("a position without its clocks, read as 0 and 1")]
    MissingClocks,
    /// A position with `?` for the side to move.
    #[error("the side to move of the position is \"?\", read as the player who starts the game")]
    UnknownSide,
    /// Groups in a position that the standard does not have, such as counters.
    #[error("{found:?} in the position is not of the standard, and not written again")]
    ExtraGroups {
        /// The groups.
        found: String,
    },
    /// A field of another format and the tag give different reasons for the end of the game; the tag counts.
    #[error("the tag gives the termination {tag:?} and the record {found:?}; the tag counts")]
    TerminationsDiffer {
        /// What the tag says.
        tag: String,
        /// What the record says besides.
        found: String,
    },
    /// A set-up without pieces, which a proposal for the standard uses where a player passes.
    #[error("the set-up {found:?} read as the same position with this player to move")]
    Pass {
        /// The set-up.
        found: String,
    },
    /// A position without the tag that announces it.
    #[error("a FEN tag without SetUp \"1\"")]
    FenWithoutSetUp,
    /// A position is announced and not there.
    #[error("SetUp \"1\" without a FEN tag, the game begins at the start")]
    SetUpWithoutFen,
    /// The rules had ended the game, and the players went on.
    #[error("played on after the end of the game: {}, {}", words(outcome), words(reason))]
    PlayedOn {
        /// How the game had ended.
        outcome: Outcome,
        /// And why.
        reason: Reason,
    },
    /// The rules decide the last position, and no result is recorded.
    #[error("no result is recorded, the rules say {}: {}", words(outcome), words(reason))]
    ResultMissing {
        /// How the game ended.
        outcome: Outcome,
        /// And why.
        reason: Reason,
    },
    /// A move not written as the standard writes it.
    #[error("{found:?} read as {written:?}")]
    MoveText {
        /// The text.
        found: String,
        /// What the standard writes.
        written: String,
    },
}

impl RepairKind {
    pub(crate) fn other_square_names(game_type: Option<&str>) -> Self {
        Self::OtherSquareNames { game_type: game_type.unwrap_or_default().to_owned() }
    }
}

/// A name of machine-readable output, such as `no_legal_moves`, in words.
fn words(name: &impl fmt::Display) -> String {
    name.to_string().replace('_', " ")
}

/// A text as errors quote it: one short line.
pub(crate) fn shortened(bytes: &[u8]) -> String {
    const LONGEST: usize = 40;
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let text = String::from_utf8_lossy(&line[..line.len().min(4 * LONGEST)]);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.trim_end().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use boardgame::{Color, Rule};

    use super::*;

    #[test]
    fn rules_are_told_in_words() {
        let outcome = Outcome::Win(Color::White);
        let reason = Reason { rule: Rule::NoLegalMoves, name: "no_legal_moves", article: "FMJD 1.8" };
        let wrong = Fault::WrongResult { recorded: "1-1".to_owned(), outcome, reason };
        let expected = "the result is 1-1, but the rules say white wins: no legal moves (FMJD 1.8)";
        assert_eq!(wrong.to_string(), expected);
        for kind in [RepairKind::PlayedOn { outcome, reason }, RepairKind::ResultMissing { outcome, reason }]
        {
            let text = kind.to_string();
            assert!(text.contains("white wins") && text.ends_with("no legal moves (FMJD 1.8)"), "{text}");
        }
    }
}
