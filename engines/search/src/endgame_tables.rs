//! Endgame tables as the search sees them: exact values of positions with few pieces.

use std::fmt::Debug;

use boardgame::{MoveList, Position};

use crate::knowledge::Knowledge;
use crate::root_moves::sort_by_rank;
use crate::score::{Bound, Score};
use crate::transposition_table::TableEntry;
use crate::worker::{MoveOf, Worker, score_of_outcome, score_without_moves};

/// The result of a position with best play, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TableValue {
    /// The side to move loses.
    Loss,
    /// Neither side can win.
    Draw,
    /// The side to move wins.
    Win,
}

impl TableValue {
    /// The value for the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// Endgame tables of a game. All threads of a search use the same value.
pub trait EndgameTables<P>: Debug + Send + Sync {
    /// The value of a position with best play, where rules that end games by counting moves or repetitions are left out;
    /// `None` if the tables do not cover it. Called after every irreversible move, so it should refuse large positions at once.
    fn value(&self, position: &P) -> Option<TableValue>;

    /// The value, if rules that count moves cannot change it before the next conversion, and the game is not over.
    fn certain_value(&self, position: &P) -> Option<TableValue>;

    /// Plies to the next conversion (capture, promotion or end) of a position that is won or lost, if the winner hurries
    /// and the loser delays; `None` if the tables do not say.
    fn distance(&self, position: &P) -> Option<u32>;
}

/// What tables say of the root.
#[derive(Clone, Debug)]
pub(crate) struct RootTables<M> {
    /// The moves worth searching: all that keep the value, or one that makes progress.
    pub(crate) moves: Vec<M>,
    /// The value as a score, unless a rule that counts moves may change it.
    pub(crate) score: Option<Score>,
}

/// The most plies that are played out to see whether a rule that counts moves ends the game before a win.
const PLAY_OUT: u32 = 1_000;

/// The most play-outs at one root.
const PLAY_OUTS: usize = 8;

impl<K: Knowledge> Worker<'_, K> {
    /// The score of a node by endgame tables. Only positions after an irreversible move are looked up: those after other
    /// moves have the value of the position where the line entered the tables, and would hide progress. Where several moves
    /// of the root are shown, each gets its value and distance.
    #[inline(never)]
    pub(crate) fn probe_tables(&self, position: &K::Position, ply: usize) -> Option<Score> {
        let is_shown = ply == 1 && self.shows_all;
        if !is_shown && !self.keys.is_after_irreversible_move() {
            return None;
        }
        let tables = self.tables?;
        let value = tables.certain_value(position)?;
        let distance = || if is_shown { tables.distance(position).unwrap_or(0) as usize } else { 0 };
        Some(match value {
            TableValue::Win => Score::table_win_in(ply + distance()),
            TableValue::Draw => Score::DRAW,
            TableValue::Loss => Score::table_loss_in(ply + distance()),
        })
    }

    /// Keeps a score of endgame tables for other threads and later searches.
    pub(crate) fn store_table_score(&self, key: u64, score: Score, ply: usize) {
        let entry = TableEntry { best: 0, score, static_eval: None, depth: DEEPEST, bound: Bound::Exact };
        self.table.store(key, ply, entry);
    }
}

/// Deeper than any search.
const DEEPEST: i32 = 255;

/// Looks up all moves of the root; `None` if the tables do not cover one of them.
pub(crate) fn look_up_root<K: Knowledge>(
    tables: &dyn EndgameTables<K::Position>,
    position: &K::Position,
    list: &MoveList<MoveOf<K>>,
) -> Option<RootTables<MoveOf<K>>> {
    tables.value(position)?;
    let valued: Option<Vec<_>> =
        list.iter().map(|&mv| Some((mv, tables.value(&after::<K>(position, mv))?.reversed()))).collect();
    let valued = valued?;
    let best = valued.iter().map(|&(_, value)| value).max()?;
    let moves: Vec<_> = valued.into_iter().filter(|&(_, value)| value == best).map(|(mv, _)| mv).collect();
    if best == TableValue::Draw {
        return Some(RootTables { moves, score: tables.certain_value(position).map(|_| Score::DRAW) });
    }
    let is_win = best == TableValue::Win;
    let distances: Option<Vec<u32>> =
        moves.iter().map(|&mv| distance_by::<K>(tables, position, mv)).collect();
    let Some(distances) = distances else {
        let score = if is_win { Score::table_win_in(FAR) } else { Score::table_loss_in(FAR) };
        return Some(RootTables { moves, score: tables.certain_value(position).map(|_| score) });
    };
    let mut ranked: Vec<_> = distances.into_iter().zip(moves.iter().copied()).collect();
    // Stable: equal moves keep their order.
    sort_by_rank(&mut ranked, |&(distance, _)| if is_win { distance } else { u32::MAX - distance });
    let wanted = if is_win { TableValue::Win } else { TableValue::Draw };
    let found = ranked
        .iter()
        .take(PLAY_OUTS)
        .find(|&&(_, mv)| play_out::<K>(tables, after::<K>(position, mv)).reversed() == wanted);
    Some(match (found, is_win) {
        (Some(&(distance, mv)), true) => {
            RootTables { moves: vec![mv], score: Some(Score::table_win_in(distance as usize)) }
        }
        // A rule that counts moves stops every win that was tried: the search may find more than the tables know.
        (None, true) => RootTables { moves, score: None },
        // Such a rule saves the loser.
        (Some(&(_, mv)), false) => RootTables { moves: vec![mv], score: None },
        (None, false) => {
            let (distance, mv) = ranked[0];
            RootTables { moves: vec![mv], score: Some(Score::table_loss_in(distance as usize)) }
        }
    })
}

/// More plies than any distance that is told apart.
const FAR: usize = usize::MAX;

fn after<K: Knowledge>(position: &K::Position, mv: MoveOf<K>) -> K::Position {
    let mut next = position.clone();
    next.play_unchecked(mv);
    next
}

/// Plies to the next conversion, this move included.
fn distance_by<K: Knowledge>(
    tables: &dyn EndgameTables<K::Position>,
    position: &K::Position,
    mv: MoveOf<K>,
) -> Option<u32> {
    if K::is_tactical(position, mv) {
        return Some(1);
    }
    Some(tables.distance(&after::<K>(position, mv))? + 1)
}

/// The result, for the side to move, when the winner hurries to the next conversion and the loser delays it, by all rules
/// but repetition, which cannot happen on the way.
fn play_out<K: Knowledge>(tables: &dyn EndgameTables<K::Position>, mut position: K::Position) -> TableValue {
    let turn = position.turn();
    let seen_by = |value: TableValue, other| if other == turn { value } else { value.reversed() };
    let mut list = MoveList::new();
    let mut value = TableValue::Draw;
    for _ in 0..PLAY_OUT {
        if let Some(outcome) = K::terminal_outcome(&position) {
            return seen_by(value_of(score_of_outcome(outcome, &position, 0)), position.turn());
        }
        position.legal_moves_into(&mut list);
        if list.is_empty() {
            return seen_by(value_of(score_without_moves(&position, 0)), position.turn());
        }
        let Some(now) = tables.value(&position) else { break };
        value = seen_by(now, position.turn());
        if now == TableValue::Draw {
            return now;
        }
        let keeps = |mv: &MoveOf<K>| {
            tables.value(&after::<K>(&position, *mv)).is_some_and(|value| value.reversed() == now)
        };
        let ranked = list.iter().copied().filter(keeps).map(|mv| {
            let distance = distance_by::<K>(tables, &position, mv).unwrap_or(1);
            (if now == TableValue::Win { distance } else { u32::MAX - distance }, mv)
        });
        let Some((_, mv)) = ranked.min_by_key(|&(rank, _)| rank) else { break };
        position.play_unchecked(mv);
    }
    value
}

fn value_of(score: Score) -> TableValue {
    match score {
        win if win > Score::DRAW => TableValue::Win,
        loss if loss < Score::DRAW => TableValue::Loss,
        _ => TableValue::Draw,
    }
}
