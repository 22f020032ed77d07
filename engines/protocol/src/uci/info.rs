//! Information about a search.

use std::fmt;

use crate::error::{ParseError, bad};
use crate::tokens::Tokens;
use crate::uci::go::write_some;

/// Information about a search. Every field may be missing.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct UciInfo {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Plies looked ahead in the longest line.
    pub selective_depth: Option<u32>,
    /// The rank of this variation, from 1.
    pub multi_pv: Option<u32>,
    /// The score for the side to move.
    pub score: Option<UciScore>,
    /// Milliseconds since the search started.
    pub time: Option<u64>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nodes_per_second: Option<u64>,
    /// How full the transposition table is, in permille.
    pub hash_full: Option<u32>,
    /// Endgame tablebase hits.
    pub table_hits: Option<u64>,
    /// Shredder tablebase hits.
    pub shredder_hits: Option<u64>,
    /// Processor load in permille.
    pub cpu_load: Option<u32>,
    /// The move being searched.
    pub current_move: Option<String>,
    /// Its number in the list, from 1.
    pub current_move_number: Option<u32>,
    /// The principal variation.
    pub pv: Vec<String>,
    /// A move and the line that refutes it.
    pub refutation: Vec<String>,
    /// The number of a processor and the line it searches.
    pub current_line: Vec<String>,
    /// A text to display.
    pub text: Option<String>,
}

/// A score with its bound and the expected results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UciScore {
    /// The score itself.
    pub value: UciScoreValue,
    /// The kind of bound; `None` if it is exact.
    pub bound: Option<UciBound>,
    /// The expected results.
    pub wdl: Option<WinDrawLoss>,
}

/// The value of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UciScoreValue {
    /// Centipawns.
    Centipawns(i32),
    /// Mate in this many moves; negative if the side to move is mated.
    Mate(i32),
}

/// The kind of a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UciBound {
    /// The score is at least this.
    Lower,
    /// The score is at most this.
    Upper,
}

/// Expected results in permille.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinDrawLoss {
    /// The side to move wins.
    pub win: u32,
    /// Draw.
    pub draw: u32,
    /// The side to move loses.
    pub loss: u32,
}

/// Words that end a list of moves.
const KEYWORDS: [&str; 17] = [
    "depth",
    "seldepth",
    "multipv",
    "score",
    "time",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "sbhits",
    "cpuload",
    "currmove",
    "currmovenumber",
    "pv",
    "refutation",
    "currline",
    "string",
];

impl UciInfo {
    /// Reads the rest of an `info` line; unknown words are ignored.
    pub(crate) fn read(mut tokens: Tokens<'_>) -> Result<Self, ParseError> {
        let mut info = Self::default();
        while let Some(word) = tokens.next() {
            match word {
                "depth" => info.depth = Some(tokens.number("depth")?),
                "seldepth" => info.selective_depth = Some(tokens.number("seldepth")?),
                "multipv" => info.multi_pv = Some(tokens.number("multipv")?),
                "score" => info.score = Some(score(&mut tokens)?),
                "time" => info.time = Some(tokens.number("time")?),
                "nodes" => info.nodes = Some(tokens.number("nodes")?),
                "nps" => info.nodes_per_second = Some(tokens.number("nps")?),
                "hashfull" => info.hash_full = Some(tokens.number("hashfull")?),
                "tbhits" => info.table_hits = Some(tokens.number("tbhits")?),
                "sbhits" => info.shredder_hits = Some(tokens.number("sbhits")?),
                "cpuload" => info.cpu_load = Some(tokens.number("cpuload")?),
                "currmove" => info.current_move = Some(tokens.word("currmove", "a move")?.to_owned()),
                "currmovenumber" => info.current_move_number = Some(tokens.number("currmovenumber")?),
                "pv" => info.pv = moves(&mut tokens),
                "refutation" => info.refutation = moves(&mut tokens),
                "currline" => info.current_line = moves(&mut tokens),
                "string" => {
                    info.text = Some(tokens.rest().to_owned());
                    break;
                }
                _ => {}
            }
        }
        Ok(info)
    }
}

fn moves(tokens: &mut Tokens<'_>) -> Vec<String> {
    let mut moves = Vec::new();
    while let Some(mv) = tokens.peek().filter(|word| !KEYWORDS.contains(word)) {
        moves.push(mv.to_owned());
        tokens.next();
    }
    moves
}

fn score(tokens: &mut Tokens<'_>) -> Result<UciScore, ParseError> {
    let value = match tokens.word("score", "cp or mate and a number")? {
        "cp" => UciScoreValue::Centipawns(tokens.number("score")?),
        "mate" => UciScoreValue::Mate(tokens.number("score")?),
        other => return Err(bad("score", other, "cp or mate and a number")),
    };
    let mut score = UciScore { value, bound: None, wdl: None };
    loop {
        match tokens.peek() {
            Some("lowerbound") => score.bound = Some(UciBound::Lower),
            Some("upperbound") => score.bound = Some(UciBound::Upper),
            Some("wdl") => {
                tokens.next();
                let (win, draw) = (tokens.number("wdl")?, tokens.number("wdl")?);
                score.wdl = Some(WinDrawLoss { win, draw, loss: tokens.number("wdl")? });
                continue;
            }
            _ => return Ok(score),
        }
        tokens.next();
    }
}

impl fmt::Display for UciScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            UciScoreValue::Centipawns(value) => write!(f, "cp {value}")?,
            UciScoreValue::Mate(moves) => write!(f, "mate {moves}")?,
        }
        match self.bound {
            Some(UciBound::Lower) => f.write_str(" lowerbound")?,
            Some(UciBound::Upper) => f.write_str(" upperbound")?,
            None => {}
        }
        match self.wdl {
            Some(WinDrawLoss { win, draw, loss }) => write!(f, " wdl {win} {draw} {loss}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for UciInfo {
    /// In the order of Stockfish. `string` comes last, since it takes the rest of the line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |moves: &[String]| (!moves.is_empty()).then(|| moves.join(" "));
        f.write_str("info")?;
        write_some(f, "depth", self.depth)?;
        write_some(f, "seldepth", self.selective_depth)?;
        write_some(f, "multipv", self.multi_pv)?;
        write_some(f, "score", self.score)?;
        write_some(f, "nodes", self.nodes)?;
        write_some(f, "nps", self.nodes_per_second)?;
        write_some(f, "hashfull", self.hash_full)?;
        write_some(f, "tbhits", self.table_hits)?;
        write_some(f, "sbhits", self.shredder_hits)?;
        write_some(f, "cpuload", self.cpu_load)?;
        write_some(f, "time", self.time)?;
        write_some(f, "currmove", self.current_move.as_deref())?;
        write_some(f, "currmovenumber", self.current_move_number)?;
        write_some(f, "pv", list(&self.pv))?;
        write_some(f, "refutation", list(&self.refutation))?;
        write_some(f, "currline", list(&self.current_line))?;
        write_some(f, "string", self.text.as_deref())
    }
}
