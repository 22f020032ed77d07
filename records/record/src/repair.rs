//! What the tolerant mode reads although it is unusual or breaks the standard.

use std::fmt;

use boardgame::{Outcome, Reason};
use thiserror::Error;

use crate::error::{Fault, Location, words};
use crate::numbers::number_of_counters;
use crate::piece_letters::Letters;

/// Something that the standard does not allow, and how the tolerant mode read it all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The number of the game in its file, from 1.
    pub game: u64,
    /// Where it stands.
    pub place: Location,
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
    /// A byte order mark before the first game, left out.
    #[error("a byte order mark, left out")]
    ByteOrderMark,
    /// The game ends without result or separator.
    #[error("the game ends without a result or *")]
    MissingTerminator,
    /// A result ends the game, where only `*` should.
    #[error("the result {found:?} ends the game instead of *")]
    ResultAsTerminator {
        /// The result.
        found: String,
    },
    /// `*` right after a move ends the game, and what follows begins another without tags: perhaps it was to mark a
    /// forced move, which PDN does not allow.
    #[error("* right after a move ends the game, and another begins; a forced move is marked with $7")]
    StarAtMove,
    /// `*` with nothing before it: no game.
    #[error("* without a game before it")]
    StraySeparator,
    /// A result with nothing before it: no game.
    #[error("the result {found:?} without a game before it, left out")]
    StrayResult {
        /// The result.
        found: String,
    },
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
    /// `...` in place of a move: the players moved, but nobody knows what.
    #[error("an unknown move, left out")]
    UnknownMove,
    /// A null move, by which a player passes: analysis has them, the standard and the game do not.
    #[error("the null move {found:?} is not in the standard; kept as \"--\"")]
    NullMove {
        /// The text.
        found: String,
    },
    /// Pieces are named by other letters than those of the standard: told once for each game.
    #[error("piece letters are {letters}, read as K Q R B N")]
    OtherLetters {
        /// The letters.
        letters: Letters,
    },
    /// Other signs than those of the standard in a move, such as dashes.
    #[error("the signs of {found:?} read as {written:?}")]
    OtherSigns {
        /// The move.
        found: String,
        /// The same with plain signs.
        written: String,
    },
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
    #[error("wrong move number {found:?}, read as {written:?}; those that follow from it are not reported")]
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
    #[error(
        "annotation ${nag} before a move, read as belonging to the next one of the variation, if there is one"
    )]
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
    /// More marks than a move can have.
    #[error("marks {found:?} beyond the seven that a move can have, left out")]
    TooManyMarks {
        /// The marks.
        found: String,
    },
    /// Marks that PGN does not know.
    #[error("marks {found:?} are not one of ! ? !! ?? !? ?!, kept as they are")]
    UnknownMarks {
        /// The marks.
        found: String,
    },
    /// An annotation that stands after a variation or number, and belongs to the move before them.
    #[error("annotation ${nag} apart from its move, read as belonging to the move before")]
    NagApart {
        /// The annotation.
        nag: u8,
    },
    /// An opening brace inside a comment, perhaps of the next one.
    #[error("a comment with {{ inside, kept; perhaps }} is missing before it")]
    BraceInComment,
    /// What looks like the first tag of a game inside a comment.
    #[error("a comment with a tag after an empty line inside, kept; perhaps }} is missing before it")]
    TagInComment,
    /// A comment without an end, in a game that has an error already.
    #[error("a comment that is not closed or too long, skipped up to the next line that begins with a tag")]
    OpenComment,
    /// A command in a comment, such as `[%eval 0,35]`, with contents that are not those of its name.
    #[error("the command {found:?} is not understood, kept as it is")]
    CommandText {
        /// The command.
        found: String,
    },
    /// A carriage return inside a line of a comment.
    #[error("a carriage return inside a comment, read as the end of a line")]
    ReturnInComment,
    /// A text after `%`, which is for other programs.
    #[error("a line after %, left out")]
    EscapedLine,
    /// A comment that begins with `;`, which PDN does not know.
    #[error("a comment after \";\"")]
    SemicolonComment,
    /// A comment without any game.
    #[error("a comment that belongs to no game, left out")]
    CommentOutsideGame,
    /// A comment after the last game, in a line of its own.
    #[error("a comment after the last game, read as belonging to it")]
    CommentAfterLastGame,
    /// A comment between the end of a game and the beginning of the next, in a line of its own.
    #[error("a comment between two games, read as belonging to the second")]
    CommentBetweenGames,
    /// A variation without moves.
    #[error("a variation without moves, left out; its comments and annotations went to the move before it")]
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
    /// An empty line between tags whose names are new: they are taken for those of one game.
    #[error("an empty line between the tags of a game")]
    EmptyLineInTags,
    /// After an empty line a tag stands that the game has already: another game begins.
    #[error("another game begins here: the tags before have no moves, no result and no *")]
    TagsAlone,
    /// After an empty line the moves are numbered from 1 again: another game begins.
    #[error("another game begins here: the moves before have no result and no *")]
    MovesAlone,
    /// A tag whose value is not what the standard wants, or what the game is; it is kept.
    #[error("the tag {name} is {found:?}, expected {expected}; kept as it is")]
    WrongTag {
        /// The tag.
        name: &'static str,
        /// Its value.
        found: String,
        /// What would be right.
        expected: String,
    },
    /// A tag whose name begins with a small letter, which PDN does not allow; it is kept.
    #[error("the name of the tag {name:?} does not begin with a capital letter; kept as it is")]
    SmallTagName {
        /// The name.
        name: String,
    },
    /// The tag `GameType` with blanks, leading zeros or small letters.
    #[error("GameType {found:?} read as {written:?}")]
    GameTypeText {
        /// What stands there.
        found: String,
        /// What the standard writes.
        written: String,
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
    #[error("unexpected white space in the position")]
    SpacesInPosition,
    /// A position of chess without the clocks.
    #[error("a position without its clocks, read as 0 and 1")]
    MissingClocks,
    /// A part of a position that is written otherwise.
    #[error("the {field} of the position, {found:?}, read as {written:?}")]
    PositionText {
        /// Which part.
        field: &'static str,
        /// What stands there.
        found: String,
        /// What the game writes.
        written: String,
    },
    /// A position with `?` for the side to move.
    #[error("the side to move of the position is \"?\", read as the player who starts the game")]
    UnknownSide,
    /// Groups in a position that the standard does not have, such as counters.
    #[error("{found:?} in the position is not part of the standard, left out{}", numbering(found))]
    ExtraGroups {
        /// The groups.
        found: String,
    },
    /// An operation of EPD without `;` after it.
    #[error("the operation {found:?} without ; after it")]
    OpenOperation {
        /// The operation.
        found: String,
    },
    /// A `;` of EPD with nothing before it.
    #[error("a ; that ends no operation, left out")]
    EmptyOperation,
    /// The clocks of a FEN in a line of EPD, which has operations for them.
    #[error("clocks after the four fields of the position, read as hmvc and fmvn")]
    ClockFields,
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
    /// Repairs beyond [`MOST_REPAIRS`](crate::MOST_REPAIRS) of a game, at the place of the first of them.
    #[error("and {changes} more changes and {notes} more notes, which are not listed")]
    More {
        /// How many of them are changes.
        changes: u64,
        /// How many of them are notes.
        notes: u64,
        /// How many of them cut off a variation.
        variations: u64,
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

/// What becomes of the number of the first move, where groups of a position tell it.
fn numbering(groups: &str) -> &'static str {
    match number_of_counters(groups) {
        None | Some(1) => "",
        Some(_) => "; moves are numbered from 1",
    }
}
