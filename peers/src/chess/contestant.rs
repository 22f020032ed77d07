//! Who takes part.

use std::path::Path;

use anyhow::{Context, ensure};
use clap::ValueEnum;
use cpu_time::ThreadTime;

use crate::positions::Goal;
use crate::stockfish::{self, Stockfish};
use crate::{damier, others};

/// A way to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Name {
    /// Damier, last two plies counted and not stored
    DamierCount,
    /// Damier, every position made with its key, last moves counted
    DamierKeyed,
    /// Damier, all moves listed
    DamierList,
    /// shakmaty, moves listed
    Shakmaty,
    /// cozy-chess, last moves counted
    CozyChess,
    /// The crate `chess` of Jordan Bray, last moves counted
    JordanbrayChess,
    /// Stockfish, moves listed
    Stockfish,
}

impl Name {
    /// The name on the command line.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::DamierCount => "damier-count",
            Self::DamierKeyed => "damier-keyed",
            Self::DamierList => "damier-list",
            Self::Shakmaty => "shakmaty",
            Self::CozyChess => "cozy-chess",
            Self::JordanbrayChess => "jordanbray-chess",
            Self::Stockfish => "stockfish",
        }
    }
}

/// A contestant that is ready.
pub(crate) struct Contestant {
    pub(crate) name: Name,
    counter: Counter,
}

enum Counter {
    Library(fn(&str, u32) -> anyhow::Result<u64>),
    Program(Box<Stockfish>),
}

/// The contestants of these names; of all, without Stockfish where there is none, if no name is given.
pub(crate) fn line_up(names: &[Name], program: Option<&Path>) -> anyhow::Result<Vec<Contestant>> {
    let chosen = if names.is_empty() { Name::value_variants() } else { names };
    let mut contestants: Vec<Contestant> = Vec::new();
    for &name in chosen {
        if contestants.iter().any(|contestant| contestant.name == name) {
            continue;
        }
        let found = program.map(Path::to_owned).or_else(stockfish::find);
        let counter = match name {
            Name::DamierCount => Counter::Library(damier::count),
            Name::DamierKeyed => Counter::Library(damier::keyed),
            Name::DamierList => Counter::Library(damier::list),
            Name::Shakmaty => Counter::Library(others::shakmaty),
            Name::CozyChess => Counter::Library(others::cozy_chess),
            Name::JordanbrayChess => Counter::Library(others::jordanbray_chess),
            Name::Stockfish if found.is_none() && names.is_empty() => continue,
            Name::Stockfish => {
                let found = found.context("stockfish is not on the search path: use --stockfish")?;
                Counter::Program(Box::new(Stockfish::start(&found)?))
            }
        };
        contestants.push(Contestant { name, counter });
    }
    Ok(contestants)
}

impl Contestant {
    /// What this one calls itself, where it is a program.
    pub(crate) fn title(&self) -> Option<&str> {
        match &self.counter {
            Counter::Library(_) => None,
            Counter::Program(stockfish) => Some(&stockfish.title),
        }
    }

    /// Counts once: million nodes a second of processor time. Wall-clock time would include other programs.
    pub(crate) fn mega_nodes_per_second(&mut self, goal: &Goal) -> anyhow::Result<f64> {
        let (nodes, seconds) = match &mut self.counter {
            Counter::Library(count) => {
                let start = ThreadTime::try_now().context("no clock of processor time")?;
                let nodes = count(goal.fen, goal.depth)?;
                (nodes, start.try_elapsed().context("no clock of processor time")?.as_secs_f64())
            }
            Counter::Program(stockfish) => stockfish.count(goal.fen, goal.depth)?,
        };
        let Goal { name: place, depth, nodes: known, .. } = goal;
        let name = self.name.text();
        ensure!(nodes == *known, "{name}: {nodes} nodes in {place} at depth {depth}, not {known}");
        ensure!(seconds > 0.0, "{name}: no time passed in {place} at depth {depth}");
        Ok(nodes as f64 / seconds / 1e6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::Place;

    /// The libraries; whether there is a Stockfish depends on the machine.
    const LIBRARIES: [Name; 6] = [
        Name::DamierCount,
        Name::DamierKeyed,
        Name::DamierList,
        Name::Shakmaty,
        Name::CozyChess,
        Name::JordanbrayChess,
    ];

    #[test]
    fn wrong_counts_are_errors() {
        let goal = Goal { depth: 3, nodes: 97_862, ..Place::Kiwipete.goal(true) };
        let wrong = Goal { nodes: 97_863, ..goal };
        for mut contestant in line_up(&LIBRARIES, None).expect("libraries are always there") {
            assert!(contestant.mega_nodes_per_second(&goal).is_ok(), "{:?}", contestant.name);
            let error = contestant.mega_nodes_per_second(&wrong).expect_err("a wrong count").to_string();
            let name = contestant.name.text();
            assert_eq!(error, format!("{name}: 97862 nodes in kiwipete at depth 3, not 97863"));
        }
    }

    #[test]
    fn contestants_named_twice_come_once() {
        let names = [Name::Shakmaty, Name::DamierCount, Name::Shakmaty];
        let contestants = line_up(&names, None).expect("libraries are always there");
        assert_eq!(contestants.iter().map(|one| one.name).collect::<Vec<_>>(), names[..2]);
    }
}
