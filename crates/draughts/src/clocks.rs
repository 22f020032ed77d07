//! The counters of the draw rules. They live in the position, so that playing on a copy undoes them too.

use crate::draws::{THREE_AGAINST_ONE_PLIES, TWO_AGAINST_ONE_PLIES};
use crate::position::Draughts;
use crate::rules::{CaptureInCount, Endings};
use crate::variants::Variant;
use crate::word::Word;

/// Counters in plies. They stop at 255, beyond every limit of any rule.
///
/// Four bytes in one word, so that the common case (no limited ending, nothing counted) costs one test:
/// from the lowest, plies since the last capture or man move, the [`Ending`], plies since it arose, and
/// plies of it after which the lone king stood on the long diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Clocks(u32);

/// Endings with few pieces that the rules limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Ending {
    /// None of them.
    #[default]
    Open,
    /// Two pieces or one, a king among them, against a lone king.
    TwoAgainstOne,
    /// Three pieces, a king but also a man among them, against a lone king.
    ThreeAgainstOne,
    /// Three kings against a lone king.
    ThreeKingsAgainstOne,
    /// More than three kings against a lone king.
    ManyKingsAgainstOne,
    /// Both sides have a king, none of the above, four or five pieces in all.
    FourOrFive,
    /// The same with six or seven pieces.
    SixOrSeven,
}

impl Ending {
    /// All endings in order; the last place is never used.
    const ALL: [Self; 8] = [
        Self::Open,
        Self::TwoAgainstOne,
        Self::ThreeAgainstOne,
        Self::ThreeKingsAgainstOne,
        Self::ManyKingsAgainstOne,
        Self::FourOrFive,
        Self::SixOrSeven,
        Self::Open,
    ];
}

impl Clocks {
    pub(crate) fn new(quiet: u8, ending: Ending, in_ending: u8, on_diagonal: u8) -> Self {
        Self(u32::from_le_bytes([quiet, ending as u8, in_ending, on_diagonal]))
    }

    /// Plies since the last capture or man move.
    pub(crate) fn quiet(self) -> u8 {
        self.0 as u8
    }

    /// Which limited ending the position belongs to.
    pub(crate) fn ending(self) -> Ending {
        Ending::ALL[usize::from((self.0 >> 8) as u8 & 7)]
    }

    /// Plies since that ending arose.
    pub(crate) fn in_ending(self) -> u8 {
        (self.0 >> 16) as u8
    }

    /// Plies of that ending after which the lone king stood on the long diagonal.
    pub(crate) fn on_diagonal(self) -> u8 {
        (self.0 >> 24) as u8
    }

    #[inline(always)]
    pub(crate) fn after_man_move<V: Variant>(self, after: &Draughts<V>) -> Self {
        if self.0 <= 0xff { Self(0) } else { self.tick(after, 0) }
    }

    #[inline(always)]
    pub(crate) fn after_king_move<V: Variant>(self, after: &Draughts<V>) -> Self {
        if self.0 < 0xff { Self(self.0 + 1) } else { self.tick(after, self.quiet().saturating_add(1)) }
    }

    /// One more ply in the same ending.
    #[cold]
    #[inline(never)]
    fn tick<V: Variant>(self, after: &Draughts<V>, quiet: u8) -> Self {
        let ending = self.ending();
        if ending == Ending::Open {
            return Self::new(quiet, ending, 0, 0);
        }
        let on_diagonal = u8::from(after.lone_king_on_diagonal(ending));
        let in_ending = self.in_ending().saturating_add(1);
        Self::new(quiet, ending, in_ending, self.on_diagonal().saturating_add(on_diagonal))
    }
}

impl<V: Variant> Draughts<V> {
    /// The counters after a capture or a promotion; the pieces have moved already, the counters not.
    #[inline(always)]
    pub(crate) fn clocks_after_material_change(&self, before: Clocks) -> Clocks {
        if const { !has_limited_endings::<V>() } || self.kings == V::Word::ZERO || self.is_too_full() {
            return Clocks::default();
        }
        // On a copy: the position itself need not be in memory where no ending is near.
        { *self }.clocks_of_ending(before)
    }

    /// Whether too many pieces are on the board for any limited ending.
    #[inline(always)]
    fn is_too_full(&self) -> bool {
        match V::RULES.draws.endings {
            Endings::Draughts64 => {
                let [white, black] = self.pieces.map(|pieces| pieces.count());
                white + black > 7 && white != 1 && black != 1
            }
            // All others need a lone king.
            _ => self.pieces.iter().all(|pieces| pieces.without_lowest() != V::Word::ZERO),
        }
    }

    #[inline(never)]
    fn clocks_of_ending(&self, before: Clocks) -> Clocks {
        let ending = self.classify_ending();
        if ending == Ending::Open {
            return Clocks::default();
        }
        let aged = before.tick(self, 0);
        let in_ending = match (before.ending(), ending) {
            // FMJD-64 7.2.4, 7.2.8, APCA: one of many kings or of two pieces lost, or a man crowned beside a
            // king, is still the same ending.
            (Ending::TwoAgainstOne, Ending::TwoAgainstOne) => aged.in_ending(),
            (three, many) if is_kings_against_one(three) && is_kings_against_one(many) => aged.in_ending(),
            // FMJD 6: a man crowned inside the sixteen moves does not restart them. FMJD-64 7.2.6 starts
            // again with every change of the material.
            (before, _) if is_three(before) && is_three(ending) && is_international::<V>() => {
                aged.in_ending()
            }
            // FMJD 6: a capture inside the sixteen moves leaves the smaller of what remains and five.
            (before, Ending::TwoAgainstOne) if is_three(before) && capture_leaves_rest::<V>() => {
                let remaining = THREE_AGAINST_ONE_PLIES.saturating_sub(aged.in_ending());
                TWO_AGAINST_ONE_PLIES.saturating_sub(remaining)
            }
            _ => 0,
        };
        let stays_three = is_three(before.ending()) && is_three(ending);
        let on_diagonal = if stays_three { aged.on_diagonal() } else { 0 };
        Clocks::new(0, ending, in_ending, on_diagonal)
    }

    /// The limited ending that the material of this position makes, of those that the variant limits.
    pub(crate) fn classify_ending(&self) -> Ending {
        let kings = self.pieces.map(|pieces| (pieces & self.kings).count());
        let men = self.pieces.map(|pieces| (pieces & !self.kings).count());
        if kings[0] == 0 || kings[1] == 0 {
            return Ending::Open;
        }
        let weak = usize::from(kings[0] + men[0] > kings[1] + men[1]);
        let strong = (kings[1 - weak], men[1 - weak]);
        let is_lone = kings[weak] + men[weak] == 1;
        let total = kings[0] + kings[1] + men[0] + men[1];
        match (V::RULES.draws.endings, strong) {
            (Endings::International | Endings::Draughts64, (1, 0 | 1) | (2, 0)) if is_lone => {
                Ending::TwoAgainstOne
            }
            (Endings::International | Endings::Draughts64, (2, 1) | (1, 2)) if is_lone => {
                Ending::ThreeAgainstOne
            }
            (Endings::International | Endings::Draughts64 | Endings::Pool, (3, 0)) if is_lone => {
                Ending::ThreeKingsAgainstOne
            }
            (Endings::Draughts64 | Endings::Pool, (4.., 0)) if is_lone => Ending::ManyKingsAgainstOne,
            (Endings::Draughts64, _) if (4..=5).contains(&total) => Ending::FourOrFive,
            (Endings::Draughts64, _) if (6..=7).contains(&total) => Ending::SixOrSeven,
            (Endings::Frisian, (2, 0)) if is_lone => Ending::TwoAgainstOne,
            _ => Ending::Open,
        }
    }

    /// Whether the lone king of a three against one stands on the long diagonal.
    fn lone_king_on_diagonal(&self, ending: Ending) -> bool {
        if !is_three(ending) {
            return false;
        }
        let lone = if self.pieces[0].count() == 1 { self.pieces[0] } else { self.pieces[1] };
        lone & V::Word::truncate(const { V::RULES.board.long_diagonal() }) != V::Word::ZERO
    }
}

/// Three pieces, at least one of them a king, against a lone king.
fn is_three(ending: Ending) -> bool {
    matches!(ending, Ending::ThreeAgainstOne | Ending::ThreeKingsAgainstOne)
}

/// At least three kings and nothing else against a lone king.
fn is_kings_against_one(ending: Ending) -> bool {
    matches!(ending, Ending::ThreeKingsAgainstOne | Ending::ManyKingsAgainstOne)
}

const fn is_international<V: Variant>() -> bool {
    matches!(V::RULES.draws.endings, Endings::International)
}

/// Whether a capture inside the sixteen moves of the international game lets them run on.
const fn capture_leaves_rest<V: Variant>() -> bool {
    is_international::<V>() && matches!(V::RULES.capture_in_sixteen_moves, CaptureInCount::LeavesSmallerRest)
}

/// Whether the variant counts moves in endings with few pieces.
const fn has_limited_endings<V: Variant>() -> bool {
    !matches!(V::RULES.draws.endings, Endings::Unlimited | Endings::Turkish | Endings::TurkishKingBeatsMan)
}
