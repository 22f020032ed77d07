//! Building the tables of a game, slice by slice.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use catalog::GameId;
use catalog::draughts::{Rules, Word};

use crate::coding::compress;
use crate::error::TableError;
use crate::format::{self, MOST_POSITIONS, Metric, PARTIAL, TableFile, file_of, unfinished_file};
use crate::index::{PlacementNumbering, SquareSets};
use crate::material::{MOST_PIECES, Material};
use crate::movement::{Movement, MovementTask, with_movement};
use crate::parallel::collect;
use crate::solve::Known;
use crate::space::{available_memory, free_space};
use crate::stop_flag::StopFlag;
use crate::value::{PackedValues, Value};

/// What to build.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// Up to this many pieces on the board.
    pub pieces: usize,
    /// Whether to store distances to conversion as well.
    pub with_distances: bool,
    /// Threads, or 0 for all cores.
    pub threads: usize,
    /// The most memory to use, in megabytes.
    pub memory: u64,
}

/// One step of a build.
#[derive(Clone, Debug)]
pub struct BuildProgress {
    /// The slice that was finished, with the other side to move as well.
    pub material: Material,
    /// Its indices, both sides to move together.
    pub positions: u64,
    /// Whether its files were there already.
    pub was_present: bool,
    /// What was wrong with files that were there already, so that they were built again.
    pub damage: Option<String>,
    /// The size of its files in bytes.
    pub bytes: u64,
    /// Indices of all slices that are finished.
    pub done: u64,
    /// Indices of all slices of the build.
    pub total: u64,
    /// How long the build has taken.
    pub elapsed: Duration,
    /// How long it will take at this pace; `None` while nothing was solved.
    pub remaining: Option<Duration>,
}

/// Builds the tables of a game in a folder, in which other games may have theirs. Finished files stay when the build is
/// stopped, and are used by the next one; damaged ones are built again.
///
/// # Errors
///
/// [`TableError`]; what was finished stays.
pub fn build(
    game: GameId,
    folder: &Path,
    options: &BuildOptions,
    control: &StopFlag,
    progress: &mut (dyn FnMut(&BuildProgress) + Send),
) -> Result<(), TableError> {
    let variant = game.variant().ok_or(TableError::NoDraughts { game: game.name() })?;
    if !(2..=MOST_PIECES).contains(&options.pieces) {
        return Err(TableError::Pieces { found: options.pieces, limit: MOST_PIECES });
    }
    let folder = folder.join(game.name());
    fs::create_dir_all(&folder).map_err(|source| TableError::io(&folder, source))?;
    let _alone = alone_in(&folder)?;
    remove_partial_files(&folder)?;
    let work =
        || with_movement(game, Build { rules: variant.rules(), folder: &folder, options, control, progress });
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads);
    // If the system gives no more threads, this one does the work.
    let pool = pool(options.threads).build().or_else(|_| pool(1).use_current_thread().build());
    let pool = pool.map_err(|error| TableError::io(&folder, io::Error::other(error)))?;
    pool.install(work)
}

/// Keeps other builds out of a folder while the result lives, where the system can lock folders: they would remove each
/// other's unfinished files.
fn alone_in(folder: &Path) -> Result<Option<File>, TableError> {
    let Ok(opened) = File::open(folder) else { return Ok(None) };
    match opened.try_lock() {
        Err(TryLockError::WouldBlock) => Err(TableError::Busy { path: folder.to_path_buf() }),
        _ => Ok(Some(opened)),
    }
}

/// Unfinished files of a build that was killed.
fn remove_partial_files(folder: &Path) -> Result<(), TableError> {
    let io = |source| TableError::io(folder, source);
    for entry in fs::read_dir(folder).map_err(io)? {
        let path = entry.map_err(io)?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        if name.is_some_and(|name| name.starts_with(PARTIAL)) {
            fs::remove_file(&path).map_err(|source| TableError::io(&path, source))?;
        }
    }
    Ok(())
}

/// A build whose movement is still to be chosen.
struct Build<'a, 'p> {
    rules: &'static Rules,
    folder: &'a Path,
    options: &'a BuildOptions,
    control: &'a StopFlag,
    progress: &'p mut (dyn FnMut(&BuildProgress) + Send),
}

impl MovementTask for Build<'_, '_> {
    type Output = Result<(), TableError>;

    fn run<W: Word>(self, movement: &dyn Movement<W>) -> Self::Output {
        let Self { rules, folder, options, control, progress } = self;
        let squares = SquareSets::new(rules);
        Builder { rules, movement, known: Known::new(squares), squares, folder, options, control }
            .run(progress)
    }
}

struct Builder<'a, W> {
    rules: &'static Rules,
    movement: &'a dyn Movement<W>,
    squares: SquareSets<W>,
    known: Known<W>,
    folder: &'a Path,
    options: &'a BuildOptions,
    control: &'a StopFlag,
}

impl<W: Word> Builder<'_, W> {
    fn run(mut self, progress: &mut (dyn FnMut(&BuildProgress) + Send)) -> Result<(), TableError> {
        let pairs: Vec<Material> =
            (2..=self.options.pieces).flat_map(|pieces| Material::pairs(self.rules, pieces)).collect();
        self.check_size(&pairs)?;
        let total = pairs.iter().map(|&pair| self.indices(pair)).sum();
        let start = Instant::now();
        let (mut done, mut solved) = (0, 0);
        let mut loading = Duration::ZERO;
        for material in pairs {
            let positions = self.indices(material);
            let before = start.elapsed();
            let (loaded, damage) = match self.load(material) {
                Err(error @ TableError::Broken { .. }) => (None, Some(error.to_string())),
                loaded => (loaded?, None),
            };
            let was_present = loaded.is_some();
            let bytes = loaded.map_or_else(|| self.solve(material), Ok)?;
            done += positions;
            if was_present {
                loading += start.elapsed() - before;
            } else {
                solved += positions;
            }
            let elapsed = start.elapsed();
            let pace = (elapsed - loading).as_secs_f64() / solved.max(1) as f64;
            let remaining = (solved > 0).then(|| Duration::from_secs_f64(pace * (total - done) as f64));
            progress(&BuildProgress {
                material,
                positions,
                was_present,
                damage,
                bytes,
                done,
                total,
                elapsed,
                remaining,
            });
        }
        Ok(())
    }

    /// Material with either side to move.
    fn both(&self, material: Material) -> Vec<Material> {
        let mut both = vec![material, material.reversed()];
        both.dedup();
        both
    }

    /// The indices of some material with either side to move.
    fn indices(&self, material: Material) -> u64 {
        self.both(material)
            .into_iter()
            .map(|material| PlacementNumbering::new(self.squares, material).len())
            .sum()
    }

    fn metrics(&self) -> &'static [Metric] {
        if self.options.with_distances { &[Metric::Wdl, Metric::Dtc] } else { &[Metric::Wdl] }
    }

    fn files(&self, material: Material) -> Vec<(Material, Metric, PathBuf)> {
        let metrics = self.metrics();
        let of_material = |material| {
            metrics.iter().map(move |&metric| (material, metric, file_of(self.folder, material, metric)))
        };
        self.both(material).into_iter().flat_map(of_material).collect()
    }

    fn is_present(&self, material: Material) -> bool {
        self.files(material).iter().all(|(_, _, path)| path.exists())
    }

    /// Refuses a build that memory or disk cannot hold.
    fn check_size(&self, pairs: &[Material]) -> Result<(), TableError> {
        let sizes = pairs.iter().map(|&pair| self.indices(pair));
        let packed: u64 = sizes.clone().map(PackedValues::bytes_for).sum();
        // A byte for each position, and four in the lists of those that are decided; distances take two bytes more.
        let each = if self.options.with_distances { 7 } else { 5 };
        let largest = sizes.max().unwrap_or(0);
        let slices = pairs.iter().map(|&pair| PlacementNumbering::new(self.squares, pair).len());
        if let Some(positions) = slices.max().filter(|&most| most > MOST_POSITIONS) {
            let pieces = self.options.pieces;
            return Err(TableError::TooLarge { pieces, positions, limit: MOST_POSITIONS });
        }
        check_memory((packed + largest * each) >> 20, self.options.memory, available_memory())?;
        let missing = pairs.iter().filter(|&&pair| !self.is_present(pair));
        let positions: u64 = missing.map(|&pair| self.indices(pair)).sum();
        // A bit for each value, half a byte for each distance: more than any game has needed.
        let needed = positions / 8 + if self.options.with_distances { positions / 2 } else { 0 };
        if let Some(free) = free_space(self.folder).filter(|&free| free < needed) {
            let (needed, free) = (needed.div_ceil(1_000), free / 1_000);
            return Err(TableError::Disk { path: self.folder.to_path_buf(), needed, free });
        }
        if positions > 0 {
            // Hours may pass before the first file is written.
            unfinished_file(self.folder).map_err(|error| TableError::io(self.folder, error.kind().into()))?;
        }
        Ok(())
    }

    /// Solves a pair of slices and writes its files.
    fn solve(&mut self, material: Material) -> Result<u64, TableError> {
        let solved = self.movement.solve(&self.known, material, self.options.with_distances, self.control)?;
        let mut bytes = 0;
        for slice in solved {
            let numbering = slice.numbering();
            let wdl = compress(Value::ALL.len(), || slice.stored_values());
            bytes += self.write(&numbering, Metric::Wdl, &wdl)?;
            if self.options.with_distances {
                let longest = slice.stored_distances().flatten().max().unwrap_or(0);
                let dtc = compress(usize::from(longest) + 1, || slice.stored_distances());
                bytes += self.write(&numbering, Metric::Dtc, &dtc)?;
            }
            self.known.add(numbering, slice.values());
        }
        Ok(bytes)
    }

    fn write(
        &self,
        numbering: &PlacementNumbering<W>,
        metric: Metric,
        row: &crate::coding::Compressed,
    ) -> Result<u64, TableError> {
        let path = file_of(self.folder, numbering.material, metric);
        format::write(&path, self.rules, numbering.material, metric, numbering.len(), row)
    }

    /// Loads the files of a pair of slices that were built before; `None` if one is missing.
    fn load(&mut self, material: Material) -> Result<Option<u64>, TableError> {
        if !self.is_present(material) {
            return Ok(None);
        }
        let mut bytes = 0;
        for (material, metric, path) in self.files(material) {
            let file = TableFile::open(&path, self.rules, material, metric)?;
            file.check()?;
            bytes += file.size();
            if metric == Metric::Wdl {
                let numbering = PlacementNumbering::new(self.squares, material);
                let values = complete_values(self.movement, &self.known, &numbering, &file, self.control)?;
                self.known.add(numbering, values);
            }
        }
        Ok(Some(bytes))
    }
}

/// Refuses a build that needs more megabytes than it may use, or than the system can give.
fn check_memory(needed: u64, limit: u64, available: Option<u64>) -> Result<(), TableError> {
    match available.map(|bytes| bytes >> 20) {
        _ if needed > limit => Err(TableError::Memory { needed, limit }),
        Some(available) if needed > available => Err(TableError::NoMemory { needed, available }),
        _ => Ok(()),
    }
}

/// The values of a file together with those that its captures give.
pub(crate) fn complete_values<W: Word>(
    movement: &dyn Movement<W>,
    known: &Known<W>,
    numbering: &PlacementNumbering<W>,
    file: &TableFile,
    control: &StopFlag,
) -> Result<PackedValues, TableError> {
    let symbols = file.symbols()?;
    let row_len = numbering.row_len() as usize;
    // Rows are grouped so that threads get whole bytes of the packed values.
    let rows = (65_536 / row_len).max(1).next_multiple_of(4);
    let groups: Vec<_> = symbols.chunks(row_len * rows).collect();
    let groups: Result<Vec<PackedValues>, TableError> = collect(groups.len() as u64, &|group| {
        control.check()?;
        let symbols = groups[group as usize];
        let values = movement.complete_rows(known, numbering, group * rows as u64, symbols);
        Ok(PackedValues::pack(values.into_iter(), symbols.len() as u64))
    });
    Ok(PackedValues::concat(groups?))
}

#[cfg(test)]
mod tests {
    use super::{available_memory, check_memory};

    #[test]
    fn memory_is_limited_by_the_user_and_by_the_system() {
        let refused =
            |needed, limit, available| check_memory(needed, limit, available).map_err(|e| e.to_string());
        assert_eq!(refused(90, 90, Some(90 << 20)), Ok(()));
        assert_eq!(refused(90, 100, None), Ok(()));
        let limited =
            "needs 90 MB of memory, more than the limit of 89 MB: build fewer pieces or raise --memory";
        assert_eq!(refused(90, 89, Some(10 << 20)), Err(limited.to_owned()));
        let full = "needs 90 MB of memory, 10 MB are free: build fewer pieces or free some";
        assert_eq!(refused(90, 100, Some(10 << 20)), Err(full.to_owned()));
        assert!(!cfg!(target_os = "linux") || available_memory().is_some_and(|bytes| bytes > 0));
    }
}
