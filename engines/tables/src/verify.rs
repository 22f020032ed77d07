//! Checking tables: checksums, and every position against the positions after its moves.

use std::path::Path;

use boardgame::{MoveList, Notation, Position};
use catalog::GameId;
use catalog::draughts::{Draughts, Ruleset, Word};

use crate::build::complete_values;
use crate::error::TableError;
use crate::format::{Metric, TableFile, file_of};
use crate::index::{PlacementNumbering, SquareSets};
use crate::material::Material;
use crate::movement::{Movement, MovementTask, with_movement};
use crate::parallel::collect;
use crate::solve::{Known, is_resolved_by_captures, outcome};
use crate::stop_flag::StopFlag;
use crate::tables::{Tables, ValueCounts};
use crate::value::Value;

/// What was verified of one slice.
#[derive(Clone, Debug)]
pub struct VerifyReport {
    /// The material, the side to move first.
    pub material: Material,
    /// The values of its positions, captures included.
    pub counts: ValueCounts,
    /// The positions whose value is stored rather than left to their captures.
    pub stored: u64,
    /// The size of the value in bits for each index.
    pub bits: f64,
    /// The longest distance to conversion, in plies; `None` without a file of distances.
    pub longest: Option<u16>,
}

/// Verifies all tables of a game in a folder: each file's checksum, then that every stored value follows from the values
/// after each legal move, and every distance from the distances.
///
/// # Errors
///
/// The first [`TableError`] found.
pub fn verify(
    game: GameId,
    folder: &Path,
    control: &StopFlag,
    progress: &mut dyn FnMut(&VerifyReport),
) -> Result<(), TableError> {
    inspect(game, folder, Check::Moves, control, progress)
}

/// Counts the values of all tables of a game in a folder, after a look at each file's checksum.
///
/// # Errors
///
/// The first [`TableError`] found.
pub fn count(
    game: GameId,
    folder: &Path,
    control: &StopFlag,
    progress: &mut dyn FnMut(&VerifyReport),
) -> Result<(), TableError> {
    inspect(game, folder, Check::Checksum, control, progress)
}

/// What to check of a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Check {
    /// Only that no byte has changed.
    Checksum,
    /// That every value follows from the values after each move.
    Moves,
}

fn inspect(
    game: GameId,
    folder: &Path,
    check: Check,
    control: &StopFlag,
    progress: &mut dyn FnMut(&VerifyReport),
) -> Result<(), TableError> {
    let tables = Tables::open(game, folder)?;
    with_movement(game, Inspection { tables: &tables, check, control, progress })
}

/// What is checked once the movement is chosen.
struct Inspection<'a, 'p> {
    tables: &'a Tables,
    check: Check,
    control: &'a StopFlag,
    progress: &'p mut dyn FnMut(&VerifyReport),
}

impl MovementTask for Inspection<'_, '_> {
    type Output = Result<(), TableError>;

    fn run<W: Word>(self, movement: &dyn Movement<W>) -> Self::Output {
        let Self { tables, check, control, progress } = self;
        let squares = SquareSets::new(tables.variant().rules());
        let mut known = Known::new(squares);
        let materials = tables.materials();
        // Both sides to move are needed before either is checked.
        for &material in &materials {
            check_dependencies(tables, material)?;
        }
        for pair in pairs(&materials) {
            for &material in &pair {
                // The distances of one side to move are checked with those of the other, so all bytes come first.
                for metric in [Metric::Wdl, Metric::Dtc] {
                    tables.file(material, metric).map_or(Ok(()), TableFile::check)?;
                }
                let file = tables.file(material, Metric::Wdl).expect("it is listed since it has a table");
                let numbering = PlacementNumbering::new(squares, material);
                let values = complete_values(movement, &known, &numbering, file, control)?;
                known.add(numbering, values);
            }
            for &material in &pair {
                let verifier = Verifier { known: &known, tables, check, control };
                progress(&verifier.check_slice(movement, PlacementNumbering::new(squares, material))?);
            }
        }
        Ok(())
    }
}

/// Material with either side to move, as [`Tables::materials`] lists it.
fn pairs(materials: &[Material]) -> Vec<Vec<Material>> {
    let mut pairs: Vec<Vec<Material>> = Vec::new();
    for &material in materials {
        match pairs.last_mut() {
            Some(pair) if pair[0].reversed() == material => pair.push(material),
            _ => pairs.push(vec![material]),
        }
    }
    pairs
}

/// Refuses to verify material without the tables of all positions to which its moves may lead.
fn check_dependencies(tables: &Tables, material: Material) -> Result<(), TableError> {
    let missing = |below, metric| {
        let of = |material| file_of(tables.folder(), material, metric);
        Err(TableError::Missing { path: of(below), dependent: of(material) })
    };
    if let Some(below) = missing_below(tables, material) {
        return missing(below, Metric::Wdl);
    }
    if tables.has_distances(material) && !tables.has_distances(material.reversed()) {
        return missing(material.reversed(), Metric::Dtc);
    }
    Ok(())
}

/// Material to which a move may lead, and that has no table.
fn missing_below(tables: &Tables, material: Material) -> Option<Material> {
    let rules = tables.variant().rules();
    let smaller = (2..material.total()).flat_map(|pieces| Material::pairs(rules, pieces));
    let promoted = (0..2).filter(|&side| material.men[side] > 0).map(|side| {
        let mut promoted = material;
        promoted.men[side] -= 1;
        promoted.kings[side] += 1;
        promoted
    });
    let reached = smaller.chain(promoted).chain([material.reversed()]);
    let both = reached.flat_map(|material| [material, material.reversed()]);
    both.into_iter().find(|below| !below.is_decided(rules) && tables.indices(*below).is_none())
}

/// Checks the positions of tables against those after their moves.
pub(crate) struct Verifier<'a, W> {
    known: &'a Known<W>,
    tables: &'a Tables,
    check: Check,
    control: &'a StopFlag,
}

/// What rows of positions add to the report.
#[derive(Default)]
pub(crate) struct Row {
    counts: ValueCounts,
    stored: u64,
    longest: Option<u16>,
}

impl Row {
    fn add(&mut self, other: &Self) {
        self.counts.wins += other.counts.wins;
        self.counts.draws += other.counts.draws;
        self.counts.losses += other.counts.losses;
        self.stored += other.stored;
        self.longest = self.longest.max(other.longest);
    }
}

/// How many rows a thread checks at once.
const ROWS: u64 = 64;

impl<W: Word> Verifier<'_, W> {
    fn check_slice(
        &self,
        movement: &dyn Movement<W>,
        numbering: PlacementNumbering<W>,
    ) -> Result<VerifyReport, TableError> {
        let material = numbering.material;
        let distances = self.tables.file(material, Metric::Dtc).map(TableFile::symbols).transpose()?;
        let rows = numbering.len() / numbering.row_len();
        let check = |group| {
            let mut all = Row::default();
            for row in group * ROWS..rows.min((group + 1) * ROWS) {
                all.add(&movement.check_row(self, &numbering, row, distances.as_deref())?);
            }
            Ok::<_, TableError>(all)
        };
        let mut all = Row::default();
        collect(rows.div_ceil(ROWS), &check)?.iter().for_each(|row| all.add(row));
        let bits = self.tables.bits_per_position(material).unwrap_or_default();
        Ok(VerifyReport { material, counts: all.counts, stored: all.stored, bits, longest: all.longest })
    }

    /// Checks one row of a slice.
    pub(crate) fn check_row<V: Ruleset<Word = W>>(
        &self,
        handle: V::Handle,
        numbering: &PlacementNumbering<W>,
        row: u64,
        distances: Option<&[u16]>,
    ) -> Result<Row, TableError> {
        self.control.check()?;
        let mut result = Row::default();
        let mut error = None;
        let mut list = MoveList::new();
        numbering.for_each_in_row(row, |column, placement| {
            let position = placement.position::<V>(handle);
            let found = self.known.value(&position);
            result.counts.add(found);
            if is_resolved_by_captures(&position) {
                return;
            }
            result.stored += 1;
            if self.check == Check::Checksum {
                if found != Value::Draw {
                    let at = (row * numbering.row_len() + column) as usize;
                    result.longest = result.longest.max(distances.map(|distances| distances[at]));
                }
                return;
            }
            position.legal_moves_into(&mut list);
            let best = || list.iter().map(|&mv| self.known.value(&position.after(mv)).reversed()).max();
            let at_once =
                if list.is_empty() || numbering.material.total() == 2 { outcome(&position) } else { None };
            let expected = at_once.or_else(best).expect("a side without moves has ended the game");
            if found != expected {
                error = Some(self.contradiction(&position, Metric::Wdl, &found, &expected));
            }
            let Some(distances) = distances.filter(|_| found != Value::Draw) else { return };
            let distance = distances[(row * numbering.row_len() + column) as usize];
            result.longest = result.longest.max(Some(distance));
            let expected = if at_once.is_some() { Some(0) } else { self.distance(&position, found, &list) };
            if expected != Some(distance) {
                let expected = expected.map_or("unknown".to_string(), |expected| expected.to_string());
                error = Some(self.contradiction(&position, Metric::Dtc, &distance, &expected));
            }
        });
        error.map_or(Ok(result), Err)
    }

    /// The distance that follows from the positions after each move.
    fn distance<V: Ruleset<Word = W>>(
        &self,
        position: &Draughts<V>,
        value: Value,
        list: &MoveList<<Draughts<V> as Position>::Move>,
    ) -> Option<u16> {
        let distances = list.iter().map(|&mv| {
            let next = position.after(mv);
            let is_conversion = mv.is_crowning() || mv.is_capture();
            match self.known.value(&next).reversed() {
                _ if value == Value::Loss && is_conversion => Some(1),
                Value::Win if is_conversion => Some(1),
                reached if reached == value => Some(self.tables.stored_distance(&next)? + 1),
                // A winner need not look at other moves.
                _ => None,
            }
        });
        if value == Value::Win {
            distances.flatten().min()
        } else {
            distances.collect::<Option<Vec<_>>>()?.into_iter().max()
        }
    }

    fn contradiction<V: Ruleset<Word = W>>(
        &self,
        position: &Draughts<V>,
        metric: Metric,
        found: &dyn std::fmt::Display,
        expected: &dyn std::fmt::Display,
    ) -> TableError {
        let material = crate::index::Placement::of(position, &SquareSets::new(position.rules())).material();
        TableError::Contradiction {
            path: file_of(self.tables.folder(), material, metric),
            fen: position.to_fen(),
            found: found.to_string(),
            expected: expected.to_string(),
        }
    }
}
