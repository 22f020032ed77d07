//! Game records: reading and writing PGN and PDN files.
#![forbid(unsafe_code)]

mod class;
mod error;
mod lexer;
mod lexer_text;
mod limits;
mod marks;
mod reader;
mod result;
mod source;
mod visitor;

pub use error::{Fault, Place, RecordError, Repair, RepairKind};
pub use lexer::Syntax;
pub use limits::{
    DEEPEST_VARIATION, LONGEST_COMMENT, LONGEST_MARKS, LONGEST_MOVE, LONGEST_NAME, LONGEST_VALUE,
    MOST_COMMENTS_BEFORE, MOST_TAGS,
};
pub use marks::Marks;
pub use reader::{Mode, Reader};
pub use result::{GameResult, ResultStyle};
pub use visitor::{CommentPlace, Flow, MoveText, Terminator, Visitor};
