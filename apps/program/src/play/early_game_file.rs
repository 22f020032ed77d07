//! Reads game files of versions before 0.2, which hold moves instead of events.

use anyhow::bail;
use catalog::SavedGame;
use damier::Color;
use record::Tags;
use serde::Deserialize;
use table::{Command, Moment, Table};

use crate::play::clock::TimeOption;
use crate::play::dialogue::{Dialogue, PlayOptions};
use crate::play::sitting::Sitting;

/// The contents of such a file.
#[derive(Deserialize)]
pub(crate) struct EarlyGameFile {
    game: String,
    fen: Option<String>,
    is_lenient: bool,
    moves: Vec<String>,
    undone: Vec<String>,
    engine_plays_white: bool,
    engine_plays_black: bool,
    level: u8,
    time: Option<String>,
    clocks: Option<EarlyClocks>,
    is_flipped: bool,
    tags: Vec<(String, String)>,
    began: Option<u64>,
    ending: Option<EarlyEnding>,
}

#[derive(Clone, Copy, Deserialize)]
struct EarlyClocks {
    white: std::time::Duration,
    black: std::time::Duration,
}

#[derive(Deserialize)]
#[serde(tag = "how", rename_all = "snake_case")]
enum EarlyEnding {
    Rules,
    Claim { by: Color },
    Resigned { side: Color },
    Agreed,
    OutOfTime,
    OutOfTimeAgainstKing,
}

impl EarlyGameFile {
    /// Rebuilds the game.
    pub(crate) fn dialogue(self) -> anyhow::Result<Dialogue> {
        let start =
            SavedGame { game: self.game, fen: self.fen, is_lenient: self.is_lenient, moves: self.moves };
        let time: Option<TimeOption> = self.time.as_deref().map(str::parse).transpose()?;
        let is_person = |color| match color {
            Color::White => !self.engine_plays_white,
            Color::Black => !self.engine_plays_black,
        };
        let options = PlayOptions::with_people(is_person, self.level, time);
        let mut tags = Tags::default();
        for (name, value) in &self.tags {
            tags.set(name, value);
        }
        let table =
            Table::sit_down(start.restore()?, options.seats, time.and_then(TimeOption::clock), Moment(0));
        let mut sitting = Sitting::resumed(table, Moment(0), self.undone, self.began.unwrap_or(0), tags);
        if let Some(clocks) = self.clocks {
            let [white, black] =
                [clocks.white, clocks.black].map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX));
            sitting.handle(&Command::SetClocks { white, black })?;
        }
        if let Some(ending) = self.ending {
            ending.apply(&mut sitting)?;
        }
        let Self { level, is_flipped, .. } = self;
        Ok(Dialogue { sitting, level, time, is_flipped, question: None, is_script: false })
    }
}

impl EarlyEnding {
    /// Ends the game this way.
    fn apply(self, sitting: &mut Sitting) -> anyhow::Result<()> {
        let ply = sitting.moves().len();
        match self {
            Self::Rules => {}
            Self::Claim { by } if by == sitting.turn() => {
                sitting.handle(&Command::ClaimDraw { by, ply, with: None })?;
            }
            // The last move was declared with the claim.
            Self::Claim { by } => {
                let with = sitting.moves().last().cloned();
                let undone = sitting.undone().to_vec();
                sitting.take_back();
                sitting.handle(&Command::ClaimDraw { by, ply: ply.saturating_sub(1), with })?;
                sitting.set_undone(undone);
            }
            Self::Resigned { side } => sitting.handle(&Command::Resign { by: side })?,
            Self::Agreed => {
                sitting.handle(&Command::OfferDraw { by: Color::White })?;
                sitting.handle(&Command::AcceptDraw { by: Color::Black })?;
            }
            // The clock of the side to move shows no time, so checking the clocks makes its flag fall.
            Self::OutOfTime | Self::OutOfTimeAgainstKing => sitting.handle(&Command::CheckClocks)?,
        }
        if sitting.ending().is_none() {
            bail!("the moves do not end the game");
        }
        Ok(())
    }
}
