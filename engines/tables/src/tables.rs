//! Tables in use.

use std::path::{Path, PathBuf};
use std::{fmt, fs};

use boardgame::{Color, CounterUnit, DrawCounter, PositionExt, Rule};
use catalog::GameId;
use catalog::draughts::{AnyDraughts, AnyVariant, Draughts, Ruleset};

use crate::error::TableError;
use crate::format::{Metric, TableFile, file_of};
use crate::index::{Placement, PlacementNumbering, SquareSets};
use crate::material::{MOST_PIECES, Material};
use crate::solve::{is_resolved_by_captures, outcome};
use crate::value::Value;

/// The tables of one game, open for probing from any number of threads. Files are mapped into memory; the system reads
/// what is probed and gives the memory back when it needs it.
pub struct Tables {
    game: GameId,
    variant: AnyVariant,
    squares: SquareSets<u128>,
    folder: PathBuf,
    pieces: usize,
    slices: Vec<Option<Slice>>,
}

struct Slice {
    numbering: PlacementNumbering<u128>,
    wdl: TableFile,
    dtc: Option<TableFile>,
}

/// How many positions have each value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ValueCounts {
    /// The side to move wins.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// The side to move loses.
    pub losses: u64,
}

impl ValueCounts {
    /// Counts one more.
    pub fn add(&mut self, value: Value) {
        match value {
            Value::Win => self.wins += 1,
            Value::Draw => self.draws += 1,
            Value::Loss => self.losses += 1,
        }
    }

    /// All positions.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

impl Tables {
    /// Opens the tables of a game in a folder that [`build`](crate::build) has filled. A folder without tables of this game
    /// gives tables that cover no pieces. Checks headers and sizes; [`verify`](crate::verify) checks the contents.
    ///
    /// # Errors
    ///
    /// [`TableError`] if a file cannot be read, is damaged, or was built for other rules.
    pub fn open(game: GameId, folder: &Path) -> Result<Self, TableError> {
        let variant = game.variant().ok_or(TableError::NoDraughts { game: game.name() })?;
        let folder = folder.join(game.name());
        let squares = SquareSets::<u128>::new(variant.rules());
        let mut slices: Vec<Option<Slice>> = (0..Material::CODES).map(|_| None).collect();
        for material in materials_in(&folder)? {
            let wdl = TableFile::open(
                &file_of(&folder, material, Metric::Wdl),
                variant.rules(),
                material,
                Metric::Wdl,
            )?;
            let path = file_of(&folder, material, Metric::Dtc);
            let dtc = if path.exists() {
                Some(TableFile::open(&path, variant.rules(), material, Metric::Dtc)?)
            } else {
                None
            };
            slices[material.code()] =
                Some(Slice { numbering: PlacementNumbering::new(squares, material), wdl, dtc });
        }
        let has = |material: Material| {
            slices[material.code()].is_some() && slices[material.reversed().code()].is_some()
        };
        let is_complete = |&pieces: &usize| Material::pairs(variant.rules(), pieces).into_iter().all(has);
        // Where the last piece ends the game, nothing is stored of two pieces: the folder alone says that they were built.
        let complete = (2..=MOST_PIECES).take_while(is_complete).last();
        let pieces = complete.filter(|_| folder.is_dir()).unwrap_or(0);
        Ok(Self { game, variant, squares, folder, pieces, slices })
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> GameId {
        self.game
    }

    pub(crate) fn variant(&self) -> AnyVariant {
        self.variant
    }

    /// Whether the tables hold the distances of some material.
    #[must_use]
    pub fn has_distances(&self, material: Material) -> bool {
        self.file(material, Metric::Dtc).is_some()
    }

    pub(crate) fn file(&self, material: Material, metric: Metric) -> Option<&TableFile> {
        let slice = self.slices.get(material.code())?.as_ref()?;
        match metric {
            Metric::Wdl => Some(&slice.wdl),
            Metric::Dtc => slice.dtc.as_ref(),
        }
    }

    /// The folder of the game's files.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The largest number of pieces of which all positions are covered; 0 if there are none.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// All material that has a table, fewest pieces first.
    #[must_use]
    pub fn materials(&self) -> Vec<Material> {
        let pairs = (2..=MOST_PIECES).flat_map(|pieces| Material::pairs(self.variant.rules(), pieces));
        let both = pairs.flat_map(|pair| {
            let mut both = vec![pair, pair.reversed()];
            both.dedup();
            both
        });
        both.filter(|material| self.slices[material.code()].is_some()).collect()
    }

    /// The size of the files in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        let of_slice = |slice: &Slice| slice.wdl.size() + slice.dtc.as_ref().map_or(0, TableFile::size);
        self.slices.iter().flatten().map(of_slice).sum()
    }

    /// How many indices some material has; `None` without its table.
    #[must_use]
    pub fn indices(&self, material: Material) -> Option<u64> {
        Some(self.file(material, Metric::Wdl)?.positions())
    }

    /// The size in bits of a position's value in the table of some material; `None` without one.
    #[must_use]
    pub fn bits_per_position(&self, material: Material) -> Option<f64> {
        let file = self.file(material, Metric::Wdl)?;
        Some(file.size() as f64 * 8.0 / file.positions() as f64)
    }

    /// The value of a position with best play, by all rules but those that count moves or repetitions; `None` if the
    /// tables do not cover it or its file is damaged.
    #[must_use]
    pub fn probe<V: Ruleset>(&self, position: &Draughts<V>) -> Option<Value> {
        if total(position) > self.pieces {
            return None;
        }
        self.probe_covered(position)
    }

    /// Like [`probe`](Self::probe), for positions that are known to have few pieces.
    fn probe_covered<V: Ruleset>(&self, position: &Draughts<V>) -> Option<Value> {
        let squares = self.squares.truncated();
        let placement = Placement::of(position, &squares);
        let Some(slice) = &self.slices[placement.material().code()] else {
            return outcome(position);
        };
        if is_resolved_by_captures(position) {
            let mut best = Value::Loss;
            for &mv in position.legal_moves().iter() {
                best = best.max(self.probe_covered(&position.after(mv))?.reversed());
                if best == Value::Win {
                    break;
                }
            }
            return Some(best);
        }
        let index = slice.numbering.with(squares).index(&placement);
        Value::ALL.get(usize::from(slice.wdl.at(index).ok()?)).copied()
    }

    /// Plies to the next capture or promotion, or to the end of the game, if the winner hurries to it and the loser delays
    /// it. `None` if the position is drawn, or no such table covers it. A side that must capture converts at once.
    #[must_use]
    pub fn probe_distance<V: Ruleset>(&self, position: &Draughts<V>) -> Option<u16> {
        if self.probe(position)? == Value::Draw {
            return None;
        }
        self.stored_distance(position)
    }

    /// Like [`probe_distance`](Self::probe_distance), for positions that are known to be won or lost.
    pub(crate) fn stored_distance<V: Ruleset>(&self, position: &Draughts<V>) -> Option<u16> {
        let squares = self.squares.truncated();
        let placement = Placement::of(position, &squares);
        let Some(slice) = &self.slices[placement.material().code()] else { return Some(0) };
        if is_resolved_by_captures(position) {
            return Some(1);
        }
        let index = slice.numbering.with(squares).index(&placement);
        slice.dtc.as_ref()?.at(index).ok()
    }

    /// The value of a position that is not over, if draw rules that count moves cannot change it before the next capture
    /// or promotion; `None` otherwise, or if the tables do not cover it.
    ///
    /// Without distances a win counts as certain if at least 30 plies are left. Where the moves of a king are limited, the
    /// values are certain only while no side can have a king beside other pieces.
    #[must_use]
    pub fn probe_certain<V: Ruleset>(&self, position: &Draughts<V>) -> Option<Value> {
        let value = self.probe(position)?;
        let left = || plies_left(&position.draw_counters());
        self.is_certain(position, value, left).then_some(value)
    }

    /// Whether a value is certain if the rules that count moves leave this many plies.
    pub(crate) fn is_certain<V: Ruleset>(
        &self,
        position: &Draughts<V>,
        value: Value,
        left: impl FnOnce() -> u32,
    ) -> bool {
        if !self.knows_all_moves(position) {
            return false;
        }
        let needed = || self.probe_distance(position).map_or(PLIES_WITHOUT_DISTANCES, u32::from);
        value == Value::Draw || position.has_legal_move() && needed() < left()
    }

    /// Whether the moves of a position are those that the tables were built with. In Frisian draughts a rule takes moves
    /// away from a side that has a king beside other pieces, so that any value may be wrong while one can have both.
    #[must_use]
    pub fn knows_all_moves<V: Ruleset>(&self, position: &Draughts<V>) -> bool {
        position.rules().king_run_limit.is_none() || !can_limit_kings(position)
    }

    /// A position of some material, with White to move, chosen by a source of random numbers; `None` without such tables.
    pub fn random_position(
        &self,
        material: Material,
        mut random: impl FnMut() -> u64,
    ) -> Option<(AnyDraughts, Value)> {
        self.slices.get(material.code())?.as_ref()?;
        let numbering = PlacementNumbering::<u128>::new(SquareSets::new(self.variant.rules()), material);
        loop {
            if let Some(placement) = numbering.placement(random() % numbering.len()) {
                let position = placement.position(self.variant);
                return Some((position, self.probe(&position)?));
            }
        }
    }

    /// All positions of some material, with White to move, and their values.
    pub fn positions(&self, material: Material) -> impl Iterator<Item = (AnyDraughts, Value)> {
        let numbering = PlacementNumbering::<u128>::new(SquareSets::new(self.variant.rules()), material);
        (0..numbering.len()).filter_map(move |index| {
            let position = numbering.placement(index)?.position(self.variant);
            Some((position, self.probe(&position)?))
        })
    }
}

/// Says which tables they are, not what they hold.
impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables")
            .field("game", &self.game)
            .field("folder", &self.folder)
            .field("pieces", &self.pieces)
            .finish_non_exhaustive()
    }
}

/// The plies left that make a win certain whose distance is not known.
const PLIES_WITHOUT_DISTANCES: u32 = 29;

/// The least number of plies after which a rule that counts moves ends the game. A lone king that does not hold the long
/// diagonal is not taken to reach it: then it would not be lost.
pub(crate) fn plies_left(counters: &[DrawCounter]) -> u32 {
    let counts = |counter: &&DrawCounter| {
        counter.unit == CounterUnit::Plies && (counter.count > 0 || counter.reason.rule != Rule::LongDiagonal)
    };
    counters.iter().filter(counts).map(DrawCounter::plies_left).min().unwrap_or(u32::MAX)
}

/// Whether a side has a king and other pieces, or may get them by promotion.
fn can_limit_kings<V: Ruleset>(position: &Draughts<V>) -> bool {
    Color::ALL.into_iter().any(|color| {
        let pieces = position.pieces(color);
        pieces.len() > 1 && !(pieces - position.kings()).is_empty()
    })
}

fn total<V: Ruleset>(position: &Draughts<V>) -> usize {
    position.pieces(Color::White).len() + position.pieces(Color::Black).len()
}

/// The material of the files in a folder.
fn materials_in(folder: &Path) -> Result<Vec<Material>, TableError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(TableError::io(folder, error)),
    };
    let mut materials = Vec::new();
    for entry in entries {
        let path = entry.map_err(|source| TableError::io(folder, source))?.path();
        let is_table = path.extension().is_some_and(|extension| extension == Metric::Wdl.extension());
        let name = path.file_stem().and_then(|name| name.to_str());
        if is_table && let Some(material) = name.and_then(|name| name.parse::<Material>().ok()) {
            materials.push(material);
        }
    }
    Ok(materials)
}
