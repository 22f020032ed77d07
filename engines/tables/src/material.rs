//! How many pieces of each kind stand on the board.

use std::fmt;
use std::str::FromStr;

use catalog::draughts::Rules;

/// The pieces of both sides, the side to move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// Men of the side to move and of the other side.
    pub men: [u8; 2],
    /// Kings of the side to move and of the other side.
    pub kings: [u8; 2],
}

/// The most pieces that a table can have.
pub const MOST_PIECES: usize = 8;

impl Material {
    /// The number of pieces.
    #[must_use]
    pub fn total(self) -> usize {
        self.side(0) + self.side(1)
    }

    /// The pieces of the side to move (0) or of the other side (1).
    #[must_use]
    pub fn side(self, side: usize) -> usize {
        usize::from(self.men[side]) + usize::from(self.kings[side])
    }

    /// The same pieces with the other side to move.
    #[must_use]
    pub fn reversed(self) -> Self {
        let [own_men, other_men] = self.men;
        let [own_kings, other_kings] = self.kings;
        Self { men: [other_men, own_men], kings: [other_kings, own_kings] }
    }

    /// The number of men of both sides: what promotion lowers.
    #[must_use]
    pub fn all_men(self) -> usize {
        self.men.iter().map(|&men| usize::from(men)).sum()
    }

    /// Whether the rules end the game as soon as these pieces are on the board, so that nothing is stored.
    pub(crate) fn is_decided(self, rules: &Rules) -> bool {
        let [own, other] = [self.side(0), self.side(1)];
        own.min(other) == 0
            || rules.first_king_wins && self.kings != [0; 2]
            || rules.last_piece_loses && own.min(other) == 1
    }

    /// A number below [`CODES`](Self::CODES) that identifies it; [`MOST_PIECES`] at most of each kind.
    pub(crate) fn code(self) -> usize {
        let digits = [self.men[0], self.men[1], self.kings[0], self.kings[1]];
        digits.iter().fold(0, |code, &digit| code * (MOST_PIECES + 1) + usize::from(digit))
    }

    /// How many codes there are.
    pub(crate) const CODES: usize = (MOST_PIECES + 1).pow(4);

    /// All stored material with this many pieces, in the order in which it can be solved: promotion leads to fewer men.
    /// Of a pair that differs in the side to move only one is listed: both are solved together.
    pub(crate) fn pairs(rules: &Rules, pieces: usize) -> Vec<Self> {
        let mut all = Vec::new();
        for own in 1..pieces {
            let other = pieces - own;
            for own_men in 0..=own {
                for other_men in 0..=other {
                    let counts = [own_men, other_men, own - own_men, other - other_men].map(|n| n as u8);
                    let material = Self { men: [counts[0], counts[1]], kings: [counts[2], counts[3]] };
                    if material <= material.reversed() && !material.is_decided(rules) {
                        all.push(material);
                    }
                }
            }
        }
        all.sort_by_key(|&material| (material.all_men(), material));
        all
    }
}

/// Kings, then men, of the side to move and of the other side: `KM-MM`.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in 0..2 {
            if side == 1 {
                f.write_str("-")?;
            }
            for (letter, count) in [("K", self.kings[side]), ("M", self.men[side])] {
                f.write_str(&letter.repeat(usize::from(count)))?;
            }
        }
        Ok(())
    }
}

/// A text that does not name material.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bad material: found \"{found}\", expected kings and men of both sides such as KM-MM")]
pub struct MaterialError {
    /// The text found.
    pub found: String,
}

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Self, MaterialError> {
        let error = || MaterialError { found: text.chars().take(40).collect() };
        let (own, other) = text.split_once('-').ok_or_else(error)?;
        let mut material = Self { men: [0; 2], kings: [0; 2] };
        for (side, letters) in [own, other].into_iter().enumerate() {
            if letters.is_empty() || letters.len() > MOST_PIECES {
                return Err(error());
            }
            for letter in letters.chars() {
                match letter.to_ascii_uppercase() {
                    'K' => material.kings[side] += 1,
                    'M' => material.men[side] += 1,
                    _ => return Err(error()),
                }
            }
        }
        Ok(material)
    }
}
