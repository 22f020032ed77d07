//! What is measured, and who takes part.

use std::fs::File;

use anyhow::{Context, ensure};
use cpu_time::ThreadTime;

use crate::files::{Contents, Kind, Records};
use crate::{damier, others};

/// One way to read a file.
pub(crate) struct Contestant {
    pub(crate) name: &'static str,
    run: fn(File) -> anyhow::Result<Contents>,
    /// Whether comments are counted too.
    sees_comments: bool,
}

/// One file and one task, and all who do it. Ratios are to the last of them.
pub(crate) struct Contest {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) contestants: Vec<Contestant>,
}

impl Contestant {
    const fn tokens(name: &'static str, run: fn(File) -> anyhow::Result<Contents>) -> Self {
        Self { name, run, sees_comments: true }
    }

    const fn moves(name: &'static str, run: fn(File) -> anyhow::Result<Contents>) -> Self {
        Self { name, run, sees_comments: false }
    }

    /// Reads the file once: megabytes a second of processor time. Wall-clock time would include other programs.
    pub(crate) fn megabytes_per_second(&self, records: &Records) -> anyhow::Result<f64> {
        let file = File::open(&records.path).with_context(|| records.path.display().to_string())?;
        let start = ThreadTime::try_now().context("no clock of processor time")?;
        let found = (self.run)(file).with_context(|| self.name)?;
        let seconds = start.try_elapsed().context("no clock of processor time")?.as_secs_f64();
        let comments = if self.sees_comments { records.contents.comments } else { 0 };
        let expected = Contents { comments, ..records.contents };
        ensure!(found == expected, "{}: found {found:?}, expected {expected:?}", self.name);
        ensure!(seconds > 0.0, "{}: no time passed", self.name);
        Ok(records.bytes as f64 / seconds / 1e6)
    }
}

/// Everything that is measured.
pub(crate) fn contests() -> Vec<Contest> {
    let tokens = || {
        vec![Contestant::tokens("damier", damier::tokens), Contestant::tokens("pgn-reader", others::tokens)]
    };
    let replay = || {
        vec![
            Contestant::moves("damier", damier::replay),
            Contestant::moves("damier, as trees", damier::trees),
            Contestant::moves("pgn-reader, shakmaty", others::replay),
        ]
    };
    let validate = || {
        vec![
            Contestant::moves("damier", damier::validate),
            Contestant::moves("pgn-reader, shakmaty", others::replay),
        ]
    };
    let draughts = |run| vec![Contestant::moves("damier", run)];
    [
        ("tokens, plain", Kind::Plain, tokens()),
        ("tokens, comments", Kind::Comments, tokens()),
        ("replay, plain", Kind::Plain, replay()),
        ("replay, comments", Kind::Comments, replay()),
        ("validate, plain", Kind::Plain, validate()),
        ("validate, comments", Kind::Comments, validate()),
        ("replay, international", Kind::International, draughts(damier::replay_international)),
        ("replay, russian", Kind::Russian, draughts(damier::replay_russian)),
    ]
    .map(|(name, kind, contestants)| Contest { name, kind, contestants })
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_find_what_is_there_and_wrong_finds_are_errors() {
        let folder = tempfile::tempdir().expect("a folder");
        for Contest { name, kind, contestants } in contests() {
            let records = kind.make(folder.path(), 50_000).expect("a file");
            let mut wrong = records.clone();
            wrong.contents.moves += 1;
            for contestant in contestants {
                contestant.megabytes_per_second(&records).expect(name);
                assert!(contestant.megabytes_per_second(&wrong).is_err(), "{name}, {}", contestant.name);
            }
        }
    }
}
