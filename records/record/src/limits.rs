//! What a record may hold at most, so that hostile files end in an error and not in exhausted memory.

/// The longest comment, in bytes, without its braces. A brace that is never closed is detected after this many.
pub const LONGEST_COMMENT: usize = 1 << 20;

/// The longest value of a tag or set-up, in bytes.
pub const LONGEST_VALUE: usize = 1 << 20;

/// The longest name of a tag, in bytes.
pub const LONGEST_NAME: usize = 255;

/// The longest move or move number, in bytes: every intermediate square of a capture on 144 squares fits.
pub const LONGEST_MOVE: usize = 256;

/// The longest mark of strength, such as `!?`, in bytes.
pub const LONGEST_MARKS: usize = 7;

/// How deep variations may be nested.
pub const DEEPEST_VARIATION: usize = 1000;

/// How many comments may stand before the first tag or move of a game.
pub const MOST_COMMENTS_BEFORE: usize = 64;

/// The memory that a game may take until it is written again, in bytes: its texts, its tree, and the text that is made
/// of them. See [`RawEvent::memory`](crate::RawEvent::memory).
pub const LARGEST_GAME: usize = 1 << 28;

/// How many repairs of a game are kept one by one; the others are counted. Of what may hide other games as many again
/// are kept.
pub const MOST_REPAIRS: usize = 10_000;

/// How many tags a game may have.
pub const MOST_TAGS: usize = 4096;
