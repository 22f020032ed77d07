//! Where openings come from.

use std::path::PathBuf;

use boardgame::testing::Random;
use catalog::GameId;
use serde::{Deserialize, Serialize};

use crate::all_positions::AllPositions;
use crate::ballots::ballots;
use crate::book::Book;
use crate::error::OpeningsError;
use crate::opening::Opening;
use crate::random_openings::RandomOpenings;

/// The longest opening without a book, in plies.
pub const MOST_PLIES: u16 = 40;

/// In which order openings are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningOrder {
    /// As they are listed.
    #[default]
    Listed,
    /// Shuffled by the seed; none comes twice before all have come once.
    Shuffled,
}

/// When a random opening counts as balanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningBalance {
    /// The largest advantage of either side, in hundredths of a pawn or man.
    pub most: u32,
    /// How many positions the search may look at.
    pub nodes: u64,
}

impl OpeningBalance {
    /// What is usual for a game: a pawn is worth less than a man, and the search takes a few milliseconds.
    #[must_use]
    pub fn usual(game: GameId) -> Self {
        Self { most: if game.is_chess() { 80 } else { 40 }, nodes: 3_000 }
    }
}

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "from", rename_all = "kebab-case", deny_unknown_fields)]
pub enum OpeningSource {
    /// A file in PGN, PDN, EPD or with one FEN a line, perhaps compressed.
    Book {
        /// The file.
        path: PathBuf,
        /// Cuts games after this many plies.
        #[serde(default)]
        plies: Option<u16>,
        /// In which order.
        #[serde(default)]
        order: OpeningOrder,
    },
    /// Every position that this many plies lead to, by the first way to it.
    AllPositions {
        /// The number of plies.
        plies: u16,
        /// In which order.
        #[serde(default)]
        order: OpeningOrder,
    },
    /// The 156 three-move ballots that tournaments of English draughts draw from.
    Ballots {
        /// In which order; listed is that of the American Checker Federation.
        #[serde(default)]
        order: OpeningOrder,
    },
    /// The usual start of the game, every time.
    // With braces, so that keys which do not belong to it are refused.
    Start {},
    /// Random moves, in Chess960 from a random start. They never end.
    Random {
        /// The number of plies.
        plies: u16,
        /// When an opening is balanced; `None` takes every one.
        #[serde(default)]
        balance: Option<OpeningBalance>,
    },
}

impl OpeningSource {
    /// Balanced random openings: what to use without a book.
    #[must_use]
    pub fn usual(game: GameId) -> Self {
        Self::Random { plies: 8, balance: Some(OpeningBalance::usual(game)) }
    }
}

/// Openings by their numbers.
#[derive(Debug)]
pub struct OpeningSet {
    source: Numbered,
    /// The order of a shuffled source.
    order: Option<Vec<u32>>,
}

#[derive(Debug)]
enum Numbered {
    Start,
    Book(Book),
    AllPositions(AllPositions),
    Ballots(Vec<Opening>),
    Random(Box<RandomOpenings>),
}

impl OpeningSet {
    /// Opens a source and checks every opening of a book.
    ///
    /// # Errors
    ///
    /// The book cannot be read, is empty, too large, or has openings that cannot be played; there are no openings of this many
    /// plies; or the game has no ballots.
    pub fn open(game: GameId, source: &OpeningSource, seed: u64) -> Result<Self, OpeningsError> {
        let (source, order) = match source {
            OpeningSource::Book { path, plies, order } => {
                (Numbered::Book(Book::read(game, path, *plies)?), *order)
            }
            OpeningSource::AllPositions { plies, order } => {
                (Numbered::AllPositions(AllPositions::after(game, checked(*plies)?)?), *order)
            }
            OpeningSource::Ballots { order } if game == GameId::English => {
                (Numbered::Ballots(ballots().collect()), *order)
            }
            OpeningSource::Ballots { .. } => return Err(OpeningsError::NoBallots { game }),
            OpeningSource::Start {} => (Numbered::Start, OpeningOrder::Listed),
            OpeningSource::Random { plies, balance } => {
                let random = RandomOpenings::new(game, checked(*plies)?, *balance, seed)?;
                (Numbered::Random(Box::new(random)), OpeningOrder::Listed)
            }
        };
        let mut openings = Self { source, order: None };
        if order == OpeningOrder::Shuffled {
            openings.order = openings.len().map(|len| shuffled(len as usize, seed));
        }
        Ok(openings)
    }

    /// How many different openings there are; `None` if they never end.
    #[must_use]
    pub fn len(&self) -> Option<u64> {
        match &self.source {
            Numbered::Start => Some(1),
            Numbered::Book(book) => Some(book.len() as u64),
            Numbered::AllPositions(positions) => Some(positions.len() as u64),
            Numbered::Ballots(ballots) => Some(ballots.len() as u64),
            Numbered::Random(_) => None,
        }
    }

    /// Never: a source without openings cannot be opened.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// The opening of a number, from 0. A source that is used up begins again.
    ///
    /// # Errors
    ///
    /// [`OpeningsError::Thread`] if a random opening cannot be examined.
    pub fn get(&self, number: u64) -> Result<Opening, OpeningsError> {
        let index = self.len().map(|len| (number % len.max(1)) as usize).unwrap_or_default();
        let index = self.order.as_ref().map_or(index, |order| order[index] as usize);
        match &self.source {
            Numbered::Start => Ok(Opening::default()),
            Numbered::Book(book) => Ok(book.get(index)),
            Numbered::AllPositions(positions) => Ok(positions.get(index)),
            Numbered::Ballots(ballots) => Ok(ballots[index].clone()),
            Numbered::Random(random) => random.get(number),
        }
    }
}

fn checked(plies: u16) -> Result<u16, OpeningsError> {
    if (1..=MOST_PLIES).contains(&plies) { Ok(plies) } else { Err(OpeningsError::Plies { found: plies }) }
}

/// A permutation that depends on the seed alone.
pub(crate) fn shuffled(len: usize, seed: u64) -> Vec<u32> {
    let mut random = Random::new(seed ^ 0x0be4_1265);
    let mut order: Vec<u32> = (0..len as u32).collect();
    for end in (1..len).rev() {
        order.swap(end, random.below(end + 1));
    }
    order
}
