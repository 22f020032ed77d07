//! Random probes a second on one core, captures included: `probe_speed russian /tmp/tables [POSITIONS]`.
//!
//! All files are read once before the clock starts. On Linux the clock counts the processor time of the thread, so that
//! other programs do not disturb it, and the memory of the process is told at the end.

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use catalog::GameId;
use damier_tables::{Tables, Value};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (game, folder, positions) = match arguments.as_slice() {
        [game, folder] => (game, folder, 1 << 20),
        [game, folder, positions] => (game, folder, positions.parse()?),
        _ => return Err("expected GAME FOLDER [POSITIONS]".into()),
    };
    let game: GameId = game.parse()?;
    let tables = Tables::open(game, Path::new(folder))?;
    for entry in std::fs::read_dir(tables.folder())? {
        black_box(std::fs::read(entry?.path())?);
    }
    let mut random = fastrand::Rng::with_seed(1);
    for pieces in 2..=tables.pieces() {
        let with = tables.materials().into_iter().filter(|material| material.total() == pieces);
        // As many positions of each material as there are in its share of all.
        let materials: Vec<_> = with.collect();
        let sizes: Vec<u64> =
            materials.iter().map(|&material| tables.indices(material).unwrap_or(0)).collect();
        let total: u64 = sizes.iter().sum();
        let wanted: usize = positions;
        let mut positions = Vec::with_capacity(wanted);
        for (&material, &size) in materials.iter().zip(&sizes) {
            let share = (size as f64 / total as f64 * wanted as f64).ceil() as usize;
            positions.extend((0..share).filter_map(|_| tables.random_position(material, || random.u64(..))));
        }
        random.shuffle(&mut positions);
        let start = Clock::start();
        let mut wins = 0;
        for (position, _) in &positions {
            wins += usize::from(tables.probe(position) == Some(Value::Win));
        }
        let seconds = start.elapsed().as_secs_f64();
        let start = Clock::start();
        for (position, _) in &positions {
            black_box(tables.probe_distance(position));
        }
        let distances = start.elapsed().as_secs_f64();
        let count = positions.len() as f64;
        println!(
            "{pieces} pieces: {:.2} million values a second, {:.2} million distances; {} of {} are wins",
            count / seconds / 1e6,
            count / distances / 1e6,
            wins,
            positions.len(),
        );
    }
    tell_memory(tables.size());
    Ok(())
}

/// Says how much memory the process has of its own, and how much of the mapped files.
fn tell_memory(files: u64) {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return };
    let megabytes = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        kilobytes.unwrap_or(0) as f64 / 1024.0
    };
    let (own, mapped) = (megabytes("RssAnon:"), megabytes("RssFile:"));
    println!(
        "{own:.0} MB of its own, {mapped:.0} MB mapped; the files have {:.0} MB",
        files as f64 / 1048576.0
    );
}

/// The time that this thread has worked; where the system does not say, the time that has passed.
struct Clock {
    start: Instant,
    worked: Option<Duration>,
}

impl Clock {
    fn start() -> Self {
        Self { start: Instant::now(), worked: Self::worked() }
    }

    fn elapsed(&self) -> Duration {
        match (self.worked, Self::worked()) {
            (Some(before), Some(now)) => now - before,
            _ => self.start.elapsed(),
        }
    }

    fn worked() -> Option<Duration> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
    }
}
