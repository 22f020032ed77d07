//! Proofs by search: a won position is won move by move until the game is over, whatever the loser tries.
//!
//! The tables only propose the winner's moves; every reply is searched, and the rules alone say who has won. So a proof
//! holds even if the tables are wrong. Positions have no history here: rules that count moves are left out, as in the
//! tables.

use std::collections::HashSet;

use boardgame::{Color, Notation, Position, PositionExt};
use catalog::draughts::{AnyDraughts, AnyVariant};

use crate::error::TableError;
use crate::format::{Metric, file_of};
use crate::index::{Placement, SquareSets};
use crate::solve::outcome;
use crate::stop_flag::StopFlag;
use crate::tables::{Tables, ValueCounts};
use crate::value::Value;

/// What to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofOptions {
    /// How many random positions.
    pub positions: u32,
    /// The most pieces on the board.
    pub pieces: usize,
    /// How many positions to search for a win that refutes a draw.
    pub nodes: u64,
    /// The seed of the random positions.
    pub seed: u64,
}

/// What was proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProofReport {
    /// Wins and losses that were proved, and draws that no search refuted.
    pub counts: ValueCounts,
    /// Positions that are part of proofs.
    pub proved: u64,
    /// The depth in plies to which all draws were searched, captures not counted; `None` without draws.
    pub depth: Option<u32>,
}

/// Proofs are forgotten when there are this many.
const MOST_PROVED: usize = 1 << 24;

/// Proves random positions: wins and losses to the end of the game, and that draws are not lost or won within a bound.
///
/// # Errors
///
/// [`TableError::Refuted`] for the first position whose value is wrong, [`TableError::NoDistances`] if the tables hold no
/// distances, [`TableError::Stopped`].
pub fn prove(tables: &Tables, options: &ProofOptions, control: &StopFlag) -> Result<ProofReport, TableError> {
    let most = options.pieces.min(tables.pieces());
    let materials = tables.materials().into_iter().filter(|material| material.total() <= most);
    let materials: Vec<_> = materials.collect();
    let variant = tables.variant();
    if materials.iter().any(|&material| !tables.has_distances(material)) {
        return Err(TableError::NoDistances { path: tables.folder().to_path_buf() });
    }
    let mut prover = Prover { tables, variant, proved: HashSet::new(), open: HashSet::new() };
    let mut report = ProofReport::default();
    let mut random = options.seed;
    for _ in 0..options.positions {
        control.check()?;
        let Some(place) = next_random(&mut random).checked_rem(materials.len() as u64) else { break };
        let material = materials[place as usize];
        let path = || file_of(tables.folder(), material, Metric::Wdl);
        let (position, value) = tables
            .random_position(material, || next_random(&mut random))
            .ok_or_else(|| TableError::Broken { path: path(), what: "has a broken block: build it again" })?;
        let found = match (outcome(&position), value) {
            (Some(found), _) => found,
            (None, Value::Draw) => {
                let (found, depth) = search(&position, options.nodes);
                report.depth = Some(report.depth.map_or(depth, |least| least.min(depth)));
                found
            }
            (None, decided) if prover.proves(&position, decided) => decided,
            _ => Value::Draw,
        };
        if found != value {
            return Err(TableError::Refuted { path: path(), fen: position.to_fen(), value });
        }
        report.counts.add(value);
        if prover.proved.len() > MOST_PROVED {
            report.proved += prover.proved.len() as u64;
            prover.proved.clear();
        }
    }
    report.proved += prover.proved.len() as u64;
    Ok(report)
}

struct Prover<'a> {
    tables: &'a Tables,
    variant: AnyVariant,
    proved: HashSet<u128>,
    /// Positions on the way to the current one.
    open: HashSet<u128>,
}

impl Prover<'_> {
    /// Whether the side to move wins or loses, as the value says.
    fn proves(&mut self, position: &AnyDraughts, value: Value) -> bool {
        if let Some(found) = outcome(position) {
            return found == value;
        }
        let digest = self.digest(position);
        if self.proved.contains(&digest) {
            return true;
        }
        // Whoever comes back to a position has made no progress.
        if !self.open.insert(digest) {
            return false;
        }
        let is_proved = match value {
            Value::Win => self.best(position).is_some_and(|next| self.proves(&next, Value::Loss)),
            _ => successors(position).iter().all(|(next, _)| self.proves(next, Value::Win)),
        };
        self.open.remove(&digest);
        if is_proved {
            self.proved.insert(digest);
        }
        is_proved
    }

    /// The position after the move that the tables propose to the winner.
    fn best(&self, position: &AnyDraughts) -> Option<AnyDraughts> {
        let won = successors(position)
            .into_iter()
            .filter(|(next, _)| self.tables.probe(next) == Some(Value::Loss))
            .map(|(next, is_conversion)| {
                let distance = if is_conversion { Some(0) } else { self.tables.probe_distance(&next) };
                (distance.unwrap_or(u16::MAX), next)
            });
        won.min_by_key(|&(distance, _)| distance).map(|(_, next)| next)
    }

    /// The position in 128 bits: material, turn and index.
    fn digest(&self, position: &AnyDraughts) -> u128 {
        let squares = SquareSets::<u128>::new(self.variant.rules());
        let placement = Placement::of(position, &squares);
        let material = placement.material();
        let index = crate::index::PlacementNumbering::new(squares, material).index(&placement);
        (material.code() as u128) << 64 | u128::from(index)
    }
}

/// The positions after all moves, without history, and whether each is reached by a capture or promotion.
#[inline(never)]
fn successors(position: &AnyDraughts) -> Vec<(AnyDraughts, bool)> {
    let moves = position.legal_moves();
    let after = |mv| {
        let next = position.after(mv);
        let pieces = Color::ALL.map(|color| next.pieces(color));
        AnyDraughts::of_pieces(Position::rules(position), pieces, next.kings(), next.turn())
    };
    moves.iter().map(|&mv| (after(mv), mv.is_capture() || mv.is_crowning())).collect()
}

/// Searches a position that is not over deeper and deeper for a forced win or loss until this many positions were looked at.
/// Returns the value, a draw if none was found, and the last depth that was completed.
fn search(position: &AnyDraughts, nodes: u64) -> (Value, u32) {
    let mut left = nodes;
    for depth in 1.. {
        match search_to(position, depth, &mut left) {
            Some(Value::Draw) => {}
            Some(decided) => return (decided, depth),
            None => return (Value::Draw, depth - 1),
        }
    }
    unreachable!("every search ends")
}

/// The value within a depth; `None` if there are too many positions.
fn search_to(position: &AnyDraughts, depth: u32, left: &mut u64) -> Option<Value> {
    if let Some(found) = outcome(position) {
        return Some(found);
    }
    *left = left.checked_sub(1)?;
    let is_capture = position.must_capture();
    if depth == 0 && !is_capture {
        return Some(Value::Draw);
    }
    let mut best = Value::Loss;
    for (next, _) in successors(position) {
        let depth = if is_capture { depth } else { depth - 1 };
        best = best.max(search_to(&next, depth, left)?.reversed());
        if best == Value::Win {
            break;
        }
    }
    Some(best)
}

/// The next number of splitmix64.
fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
