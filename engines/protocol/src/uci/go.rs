//! The limits of a search.

use std::fmt;
use std::str::FromStr;

use crate::error::{ParseError, bad};
use crate::tokens::Tokens;

/// The limits of a search; times are in milliseconds.
///
/// Clocks may be negative: some GUIs let a player continue after its time has run out.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Go {
    /// Search only these moves; all if empty.
    pub search_moves: Vec<String>,
    /// Ponder: search on the opponent's time.
    pub ponder: bool,
    /// The clock of White.
    pub white_time: Option<i64>,
    /// The clock of Black.
    pub black_time: Option<i64>,
    /// The increment of White per move.
    pub white_increment: Option<i64>,
    /// The increment of Black per move.
    pub black_increment: Option<i64>,
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Search for a mate in this many moves.
    pub mate: Option<u32>,
    /// Search exactly this long.
    pub move_time: Option<i64>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Count move sequences of this depth instead: an extension by Stockfish.
    pub perft: Option<u32>,
    /// Unknown words; they are not written.
    pub unknown: Vec<String>,
    /// Limits with missing or invalid values; they are not written.
    pub faults: Vec<ParseError>,
}

/// Words that end a list of moves.
const KEYWORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

impl Go {
    /// Reads the arguments. Unknown words and invalid values are kept apart: a GUI that sends `go` waits for an answer, and
    /// the valid limits may be enough.
    pub(crate) fn read(mut tokens: Tokens<'_>) -> Self {
        let mut go = Self::default();
        while let Some(word) = tokens.next() {
            match word {
                "searchmoves" => {
                    while let Some(mv) = tokens.peek().filter(|word| !KEYWORDS.contains(word)) {
                        go.search_moves.push(mv.to_owned());
                        tokens.next();
                    }
                }
                "ponder" => go.ponder = true,
                "wtime" => go.white_time = number(&mut tokens, "wtime", &mut go.faults),
                "btime" => go.black_time = number(&mut tokens, "btime", &mut go.faults),
                "winc" => go.white_increment = number(&mut tokens, "winc", &mut go.faults),
                "binc" => go.black_increment = number(&mut tokens, "binc", &mut go.faults),
                "movestogo" => go.moves_to_go = number(&mut tokens, "movestogo", &mut go.faults),
                "depth" => go.depth = number(&mut tokens, "depth", &mut go.faults),
                "nodes" => go.nodes = number(&mut tokens, "nodes", &mut go.faults),
                "mate" => go.mate = number(&mut tokens, "mate", &mut go.faults),
                "movetime" => go.move_time = number(&mut tokens, "movetime", &mut go.faults),
                "infinite" => go.infinite = true,
                "perft" => go.perft = number(&mut tokens, "perft", &mut go.faults),
                other => go.unknown.push(other.to_owned()),
            }
        }
        go
    }
}

/// The next word as a number; another keyword is left for later.
fn number<T: FromStr>(
    tokens: &mut Tokens<'_>,
    field: &'static str,
    faults: &mut Vec<ParseError>,
) -> Option<T> {
    const EXPECTED: &str = "a whole number";
    let Some(word) = tokens.peek().filter(|word| !KEYWORDS.contains(word)) else {
        faults.push(ParseError::Missing { field, expected: EXPECTED });
        return None;
    };
    tokens.next();
    let number = word.parse().ok();
    if number.is_none() {
        faults.push(bad(field, word, EXPECTED));
    }
    number
}

impl fmt::Display for Go {
    /// `searchmoves` comes last: some engines read everything after it as moves.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        write_some(f, "wtime", self.white_time)?;
        write_some(f, "btime", self.black_time)?;
        write_some(f, "winc", self.white_increment)?;
        write_some(f, "binc", self.black_increment)?;
        write_some(f, "movestogo", self.moves_to_go)?;
        write_some(f, "depth", self.depth)?;
        write_some(f, "nodes", self.nodes)?;
        write_some(f, "mate", self.mate)?;
        write_some(f, "movetime", self.move_time)?;
        if self.infinite {
            f.write_str(" infinite")?;
        }
        write_some(f, "perft", self.perft)?;
        if !self.search_moves.is_empty() {
            write!(f, " searchmoves {}", self.search_moves.join(" "))?;
        }
        Ok(())
    }
}

/// A name and its value, if there is one.
pub(crate) fn write_some<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    value: Option<T>,
) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
}
